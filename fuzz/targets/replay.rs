//! Fuzz target: see `patience_fuzz::replay`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| patience_fuzz::replay(data));
