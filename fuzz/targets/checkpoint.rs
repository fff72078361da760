//! Fuzz target: see `patience_fuzz::checkpoint`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| patience_fuzz::checkpoint(data));
