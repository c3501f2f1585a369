#![no_main]

libfuzzer_sys::fuzz_target!(|bytes| fuzz::kzg_cell_batches(bytes));
