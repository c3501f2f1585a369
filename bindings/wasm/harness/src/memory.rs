//! The input, the vectors and the result of calls, in linear memory.

use alloc::vec::Vec;
use core::cell::RefCell;

use crate::vectors::Vector;

pub(crate) struct State {
    pub(crate) input: Vec<u8>,
    pub(crate) vectors: Vec<Vector>,
    pub(crate) result: Vec<u8>,
}

/// The state of the only thread.
pub(crate) struct OneThread(pub(crate) RefCell<State>);

// SAFETY: an instance of the module has one thread, since the module is built without atomics.
#[cfg(not(target_feature = "atomics"))]
unsafe impl Sync for OneThread {}

pub(crate) static STATE: OneThread =
    OneThread(RefCell::new(State { input: Vec::new(), vectors: Vec::new(), result: Vec::new() }));

/// Reserves `length` bytes for the input and returns their address, or null if there is no memory.
#[unsafe(no_mangle)]
pub extern "C" fn harness_input(length: usize) -> *mut u8 {
    let state = &mut *STATE.0.borrow_mut();
    state.input = Vec::new();
    if state.input.try_reserve_exact(length.max(1)).is_err() {
        return core::ptr::null_mut();
    }
    state.input.resize(length, 0);
    state.input.as_mut_ptr()
}

/// The address of the result of the last call.
#[unsafe(no_mangle)]
pub extern "C" fn harness_result() -> *const u8 {
    STATE.0.borrow().result.as_ptr()
}

/// The length of the result of the last call.
#[unsafe(no_mangle)]
pub extern "C" fn harness_result_length() -> usize {
    STATE.0.borrow().result.len()
}
