//go:build cgo

package lib

/*
#include <vorpal.h>
*/
import "C"

import "vorpal.example/go/internal/status"

// RunContract calls vorpal_evm_call. An output has at most so many bytes, or as many as the library says if longest is
// negative. The reason of a failure is a vorpal_evm_reason.
func RunContract(pool *Pool, contract, fork int32, input []byte, longest int) (output []byte, reason int32, err error) {
	err = pool.use(func(ctx *C.vorpal_ctx) C.vorpal_status {
		length := C.size_t(longest)
		if longest < 0 {
			result := C.vorpal_evm_call(ctx, C.int32_t(contract), C.int32_t(fork), first(input), C.size_t(len(input)), nil,
				&length, nil)
			if result != C.VORPAL_OK {
				return result
			}
		}
		// Null would ask for the length.
		buffer := make([]byte, max(length, 1))
		var code C.int32_t
		result := C.vorpal_evm_call(ctx, C.int32_t(contract), C.int32_t(fork), first(input), C.size_t(len(input)),
			first(buffer), &length, &code)
		if result == C.VORPAL_OK && length > 0 {
			output = buffer[:length]
		}
		reason = int32(code)
		return result
	})
	return output, reason, err
}

// ContractGas calls vorpal_evm_gas.
func ContractGas(contract, fork int32, input []byte) (uint64, error) {
	var gas C.uint64_t
	err := call(func() C.vorpal_status {
		return C.vorpal_evm_gas(C.int32_t(contract), C.int32_t(fork), first(input), C.size_t(len(input)), &gas)
	})
	return uint64(gas), err
}

// IsContractFailure reports whether an error of RunContract is a failure of the contract.
func IsContractFailure(err error) bool {
	e, ok := err.(*status.Error)
	return ok && e.Status == status.Input
}
