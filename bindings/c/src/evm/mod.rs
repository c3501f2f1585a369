//! Ethereum's precompiled contracts, with their gas by fork.

mod contract;

use vorpal::evm::Precompile;

use contract::{contract_of, vorpal_evm_reason};

use crate::context::vorpal_ctx;
use crate::entry::call;
use crate::error::Failure;
use crate::status::vorpal_status::{self, VORPAL_ERROR_BUFFER};

/// Runs a precompiled contract by the rules of a fork. `contract` is a `vorpal_evm_contract`, `fork` a
/// `vorpal_evm_fork`. Charge `vorpal_evm_gas` first: it limits the time and the memory.
///
/// `*output_len` is the size of `output` before the call and the length of the output after it. A null `output` asks
/// for the size that the output needs at most, without running the contract. A buffer that is smaller is
/// `VORPAL_ERROR_BUFFER`, also before the contract runs.
///
/// The contract fails, and the call of the machine loses its gas, exactly if the status is `VORPAL_ERROR_INPUT`. Then
/// `*reason`, unless `reason` is null, receives a `vorpal_evm_reason`. For a wrong coordinate, or a point outside its
/// curve or subgroup, the message has the index of the point, pair or element, if the contract takes several. With any
/// other status `*reason` receives `VORPAL_EVM_REASON_NONE`. A signature without a key or an invalid one is no failure,
/// but an empty output.
///
/// Sums of multiples run on the context, the others on the calling thread. Variable time.
///
/// # Safety
/// `ctx` is null or a context; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_evm_call(
    ctx: *const vorpal_ctx,
    contract: i32,
    fork: i32,
    input: *const u8,
    input_len: usize,
    output: *mut u8,
    output_len: *mut usize,
    reason: *mut i32,
) -> vorpal_status {
    if !reason.is_null() && reason.is_aligned() {
        // SAFETY: the pointer is neither null nor misaligned, and the caller promises the rest.
        unsafe { reason.write(vorpal_evm_reason::VORPAL_EVM_REASON_NONE as i32) };
    }
    call!([ctx: vorpal_ctx], |buffers| {
        let (contract, fork) = contract_of(contract, fork)?;
        let input = buffers.input(input, input_len, "input")?;
        let output_len = buffers.place(output_len, "output_len")?;
        let reason = if reason.is_null() { None } else { Some(buffers.place(reason, "reason")?) };
        let longest = contract.longest_output(input, fork.rules());
        if output.is_null() {
            *output_len = longest;
            return Ok(());
        }
        let given = *output_len;
        if given < longest {
            *output_len = longest;
            let message = format_args!("output has {given} bytes; {longest} are required");
            return Err(Failure::new(VORPAL_ERROR_BUFFER, message));
        }
        let output = buffers.output(output, longest, "output")?;
        let run = || contract.run(input, fork.rules());
        let result = match contract {
            Precompile::Bls12G1Msm | Precompile::Bls12G2Msm => ctx.run(run)?,
            _ => run(),
        };
        match result {
            Ok(bytes) => {
                output[..bytes.len()].copy_from_slice(&bytes);
                *output_len = bytes.len();
            }
            Err(error) => {
                if let Some(reason) = reason {
                    *reason = vorpal_evm_reason::of(&error) as i32;
                }
                return Err(Failure::input(format_args!("input: {error}")));
            }
        }
    })
}

/// Writes the gas of a call of a precompiled contract by the rules of a fork: 2^64 - 1 if it is more. `contract` is a
/// `vorpal_evm_contract`, `fork` a `vorpal_evm_fork`. It depends on the length of the input, for modular exponentiation
/// and BLAKE2 also on its contents, and needs no valid points.
///
/// # Safety
/// Each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_evm_gas(
    contract: i32,
    fork: i32,
    input: *const u8,
    input_len: usize,
    gas: *mut u64,
) -> vorpal_status {
    call!([], |buffers| {
        let (contract, fork) = contract_of(contract, fork)?;
        let input = buffers.input(input, input_len, "input")?;
        *buffers.place(gas, "gas")? = contract.gas(input, fork.rules());
    })
}
