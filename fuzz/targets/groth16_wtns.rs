#![no_main]

libfuzzer_sys::fuzz_target!(|bytes| fuzz::groth16_wtns(bytes));
