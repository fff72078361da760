//! Fuzz target: see `patience_fuzz::read`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| patience_fuzz::read(data));
