//! Fuzz target: see `patience_fuzz::journal`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| patience_fuzz::journal(data));
