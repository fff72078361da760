//! Fuzz target: see `patience_fuzz::request`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| patience_fuzz::request(data));
