//go:build cgo

package lib

/*
#include <vorpal.h>
*/
import "C"

// VerifyP256 calls vorpal_p256_verify.
func VerifyP256(key []byte, hash *[32]byte, signature *[64]byte) (bool, error) {
	var valid C.int32_t
	err := call(func() C.vorpal_status {
		return C.vorpal_p256_verify(first(key), C.size_t(len(key)), only(hash), only(signature), &valid)
	})
	return valid != 0, err
}

// VerifyBatchP256 calls vorpal_p256_verify_batch.
func VerifyBatchP256(pool *Pool, hashes [][32]byte, signatures [][64]byte, keys *byte, keyLen int,
	items []byte) error {
	return pool.use(func(ctx *C.vorpal_ctx) C.vorpal_status {
		return C.vorpal_p256_verify_batch(ctx, C.size_t(len(hashes)), first(hashes), first(signatures),
			(*C.uint8_t)(keys), C.size_t(keyLen), first(items))
	})
}
