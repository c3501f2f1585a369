#![no_main]

libfuzzer_sys::fuzz_target!(|bytes| fuzz::groth16_r1cs(bytes));
