#![no_main]

libfuzzer_sys::fuzz_target!(|bytes| fuzz::bls(bytes));
