#![no_main]

libfuzzer_sys::fuzz_target!(|bytes| fuzz::fixed_bases(bytes));
