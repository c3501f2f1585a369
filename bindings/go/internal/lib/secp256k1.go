//go:build cgo

package lib

/*
#include <vorpal.h>
*/
import "C"

import "unsafe"

// RecoverBatch calls vorpal_secp256k1_recover_batch.
func RecoverBatch(pool *Pool, hashes [][32]byte, signatures, keys [][65]byte, addresses [][20]byte,
	items []byte) error {
	return pool.use(func(ctx *C.vorpal_ctx) C.vorpal_status {
		return C.vorpal_secp256k1_recover_batch(ctx, C.size_t(len(hashes)), first(hashes), first(signatures), first(keys),
			first(addresses), first(items))
	})
}

// VerifyBatch calls vorpal_secp256k1_verify_batch.
func VerifyBatch(pool *Pool, hashes [][32]byte, signatures [][64]byte, keys *byte, keyLen int, lowS bool,
	items []byte) error {
	return pool.use(func(ctx *C.vorpal_ctx) C.vorpal_status {
		return C.vorpal_secp256k1_verify_batch(ctx, C.size_t(len(hashes)), first(hashes), first(signatures),
			(*C.uint8_t)(keys), C.size_t(keyLen), flag(lowS), first(items))
	})
}

// SchnorrVerifyBatch calls vorpal_secp256k1_schnorr_verify_batch.
func SchnorrVerifyBatch(pool *Pool, messages []byte, offsets []uint, signatures [][64]byte, keys [][32]byte,
	items []byte) error {
	return pool.use(func(ctx *C.vorpal_ctx) C.vorpal_status {
		return C.vorpal_secp256k1_schnorr_verify_batch(ctx, C.size_t(len(signatures)), first(messages),
			(*C.size_t)(unsafe.Pointer(first(offsets))), first(signatures), first(keys), first(items))
	})
}

// Sign calls vorpal_secp256k1_sign.
func Sign(secret, hash, entropy *[32]byte, signature *[65]byte) error {
	return call(func() C.vorpal_status {
		return C.vorpal_secp256k1_sign(only(secret), only(hash), only(entropy), only(signature))
	})
}

// PublicKey calls vorpal_secp256k1_public_key.
func PublicKey(secret *[32]byte, key *[65]byte) error {
	return call(func() C.vorpal_status { return C.vorpal_secp256k1_public_key(only(secret), only(key)) })
}

// Verify calls vorpal_secp256k1_verify.
func Verify(key []byte, hash *[32]byte, signature *[64]byte, lowS bool) (bool, error) {
	var valid C.int32_t
	err := call(func() C.vorpal_status {
		return C.vorpal_secp256k1_verify(first(key), C.size_t(len(key)), only(hash), only(signature), flag(lowS), &valid)
	})
	return valid != 0, err
}

// Recover calls vorpal_secp256k1_recover.
func Recover(hash *[32]byte, signature, key *[65]byte) error {
	return call(func() C.vorpal_status {
		return C.vorpal_secp256k1_recover(only(hash), only(signature), only(key))
	})
}

// Address calls vorpal_secp256k1_address.
func Address(key []byte, address *[20]byte) error {
	return call(func() C.vorpal_status {
		return C.vorpal_secp256k1_address(first(key), C.size_t(len(key)), only(address))
	})
}

// ECDH calls vorpal_secp256k1_ecdh.
func ECDH(secret *[32]byte, key []byte, x, sha256 *[32]byte) error {
	return call(func() C.vorpal_status {
		return C.vorpal_secp256k1_ecdh(only(secret), first(key), C.size_t(len(key)), only(x), only(sha256))
	})
}

// SchnorrSign calls vorpal_secp256k1_schnorr_sign.
func SchnorrSign(secret *[32]byte, message []byte, auxiliary *[32]byte, signature *[64]byte, key *[32]byte) error {
	return call(func() C.vorpal_status {
		return C.vorpal_secp256k1_schnorr_sign(only(secret), first(message), C.size_t(len(message)), only(auxiliary),
			only(signature), only(key))
	})
}

// SchnorrVerify calls vorpal_secp256k1_schnorr_verify.
func SchnorrVerify(key *[32]byte, message []byte, signature *[64]byte) (bool, error) {
	var valid C.int32_t
	err := call(func() C.vorpal_status {
		return C.vorpal_secp256k1_schnorr_verify(only(key), first(message), C.size_t(len(message)), only(signature), &valid)
	})
	return valid != 0, err
}

// SignatureFromDER calls vorpal_secp256k1_signature_from_der.
func SignatureFromDER(der []byte, signature *[64]byte) error {
	return call(func() C.vorpal_status {
		return C.vorpal_secp256k1_signature_from_der(first(der), C.size_t(len(der)), only(signature))
	})
}

// SignatureToDER calls vorpal_secp256k1_signature_to_der.
func SignatureToDER(signature *[64]byte) ([]byte, error) {
	return sized(func(buffer *C.uint8_t, length *C.size_t) C.vorpal_status {
		return C.vorpal_secp256k1_signature_to_der(only(signature), buffer, length)
	})
}

// SignatureToLow calls vorpal_secp256k1_signature_to_low in place.
func SignatureToLow(signature *[64]byte) error {
	return call(func() C.vorpal_status {
		return C.vorpal_secp256k1_signature_to_low(only(signature), only(signature))
	})
}

// ConvertKey calls vorpal_secp256k1_convert_key.
func ConvertKey(key, out []byte) error {
	return call(func() C.vorpal_status {
		return C.vorpal_secp256k1_convert_key(first(key), C.size_t(len(key)), first(out), C.size_t(len(out)))
	})
}

// KeyCache is a cache of tables for keys.
type KeyCache struct{ handle *Handle }

// NewKeyCache calls vorpal_key_cache_new.
func NewKeyCache(bytes uint) (KeyCache, error) {
	handle, err := newHandle(
		func(p unsafe.Pointer) { C.vorpal_key_cache_free((*C.vorpal_key_cache)(p)) },
		func(out *unsafe.Pointer) C.vorpal_status {
			return C.vorpal_key_cache_new(C.size_t(bytes), (**C.vorpal_key_cache)(unsafe.Pointer(out)))
		})
	return KeyCache{handle}, err
}

// Close frees the cache.
func (c KeyCache) Close() error { return c.handle.Close() }

// Verify calls vorpal_key_cache_verify.
func (c KeyCache) Verify(key []byte, hash *[32]byte, signature *[64]byte, lowS bool) (bool, error) {
	var valid C.int32_t
	err := c.use(func(cache *C.vorpal_key_cache) C.vorpal_status {
		return C.vorpal_key_cache_verify(cache, first(key), C.size_t(len(key)), only(hash), only(signature), flag(lowS),
			&valid)
	})
	return valid != 0, err
}

// Tables calls vorpal_key_cache_tables.
func (c KeyCache) Tables() (int, error) {
	var tables C.size_t
	err := c.use(func(cache *C.vorpal_key_cache) C.vorpal_status { return C.vorpal_key_cache_tables(cache, &tables) })
	return int(tables), err
}

func (c KeyCache) use(f func(cache *C.vorpal_key_cache) C.vorpal_status) error {
	handles := []*Handle{c.handle}
	if err := acquire(handles, "key cache"); err != nil {
		return err
	}
	defer release(handles)
	return call(func() C.vorpal_status { return f((*C.vorpal_key_cache)(c.handle.pointer)) })
}
