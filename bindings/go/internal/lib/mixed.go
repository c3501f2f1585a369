//go:build cgo

package lib

/*
#include <vorpal.h>
*/
import "C"

// VerifyMixedBatch calls vorpal_ecdsa_verify_mixed_batch.
func VerifyMixedBatch(pool *Pool, claims []byte, hashes [][32]byte, signatures, keys [][65]byte, addresses [][20]byte,
	prefix, items []byte) error {
	return pool.use(func(ctx *C.vorpal_ctx) C.vorpal_status {
		return C.vorpal_ecdsa_verify_mixed_batch(ctx, C.size_t(len(claims)), first(claims), first(hashes),
			first(signatures), first(keys), first(addresses), first(prefix), C.size_t(len(prefix)), first(items))
	})
}
