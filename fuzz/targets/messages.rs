//! Fuzz target: see `patience_fuzz::messages`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| patience_fuzz::messages(data));
