//go:build cgo

package lib

/*
#include <vorpal.h>
*/
import "C"

import (
	"unsafe"

	"vorpal.example/go/internal/status"
)

// The variants, schemes and forms of vorpal.h.
const (
	MinPk                  = C.VORPAL_BLS_MIN_PK
	MinSig                 = C.VORPAL_BLS_MIN_SIG
	Basic                  = C.VORPAL_BLS_BASIC
	Augmentation           = C.VORPAL_BLS_AUGMENTATION
	Possession             = C.VORPAL_BLS_POSSESSION
	Compressed             = C.VORPAL_BLS_COMPRESSED
	KeysUncompressed       = C.VORPAL_BLS_KEYS_UNCOMPRESSED
	KeysChecked            = C.VORPAL_BLS_KEYS_CHECKED
	SignaturesUncompressed = C.VORPAL_BLS_SIGNATURES_UNCOMPRESSED
)

// Suite has the groups, the tag and the scheme of signatures.
type Suite struct{ handle *Handle }

// NewSuite calls vorpal_bls_suite_new.
func NewSuite(variant, scheme int, tag string) (Suite, error) {
	copied, free, err := text(tag, "tag")
	if err != nil {
		return Suite{}, err
	}
	defer free()
	handle, err := newHandle(
		func(p unsafe.Pointer) { C.vorpal_bls_suite_free((*C.vorpal_bls_suite)(p)) },
		func(out *unsafe.Pointer) C.vorpal_status {
			return C.vorpal_bls_suite_new(C.int32_t(variant), C.int32_t(scheme), copied,
				(**C.vorpal_bls_suite)(unsafe.Pointer(out)))
		})
	return Suite{handle}, err
}

func numbers(slice []uint) *C.size_t { return (*C.size_t)(unsafe.Pointer(first(slice))) }

func indices(slice []uint32) *C.uint32_t { return (*C.uint32_t)(unsafe.Pointer(first(slice))) }

// alone runs a call with the suite on the calling thread.
func (s Suite) alone(f func(suite *C.vorpal_bls_suite) C.vorpal_status) error {
	handles := []*Handle{s.handle}
	if err := acquire(handles, "suite"); err != nil {
		return err
	}
	defer release(handles)
	return call(func() C.vorpal_status { return f((*C.vorpal_bls_suite)(s.handle.pointer)) })
}

// use runs a call with the suite on a pool.
func (s Suite) use(pool *Pool, f func(ctx *C.vorpal_ctx, suite *C.vorpal_bls_suite) C.vorpal_status) error {
	handles := []*Handle{s.handle}
	if err := acquire(handles, "suite"); err != nil {
		return err
	}
	defer release(handles)
	return pool.use(func(ctx *C.vorpal_ctx) C.vorpal_status {
		return f(ctx, (*C.vorpal_bls_suite)(s.handle.pointer))
	})
}

// BLSKeyGen calls vorpal_bls_key_gen.
func BLSKeyGen(material, info []byte, secret *[32]byte) error {
	return call(func() C.vorpal_status {
		return C.vorpal_bls_key_gen(first(material), C.size_t(len(material)), first(info), C.size_t(len(info)),
			only(secret))
	})
}

// BLSKeyGenWithSalt calls vorpal_bls_key_gen_with_salt.
func BLSKeyGenWithSalt(material, salt, info []byte, secret *[32]byte) error {
	return call(func() C.vorpal_status {
		return C.vorpal_bls_key_gen_with_salt(first(material), C.size_t(len(material)), first(salt),
			C.size_t(len(salt)), first(info), C.size_t(len(info)), only(secret))
	})
}

// BLSDeriveMaster calls vorpal_bls_derive_master.
func BLSDeriveMaster(seed []byte, secret *[32]byte) error {
	return call(func() C.vorpal_status {
		return C.vorpal_bls_derive_master(first(seed), C.size_t(len(seed)), only(secret))
	})
}

// BLSDeriveChild calls vorpal_bls_derive_child.
func BLSDeriveChild(secret *[32]byte, index uint32, child *[32]byte) error {
	return call(func() C.vorpal_status {
		return C.vorpal_bls_derive_child(only(secret), C.uint32_t(index), only(child))
	})
}

// BLSCheckSecret calls vorpal_bls_check_secret.
func BLSCheckSecret(secret *[32]byte) error {
	return call(func() C.vorpal_status { return C.vorpal_bls_check_secret(only(secret)) })
}

// PublicKey calls vorpal_bls_public_key.
func (s Suite) PublicKey(secret *[32]byte, forms int, key []byte) error {
	return s.alone(func(suite *C.vorpal_bls_suite) C.vorpal_status {
		return C.vorpal_bls_public_key(suite, only(secret), C.int32_t(forms), first(key))
	})
}

// Sign calls vorpal_bls_sign.
func (s Suite) Sign(secret *[32]byte, message []byte, forms int, signature []byte) error {
	return s.alone(func(suite *C.vorpal_bls_suite) C.vorpal_status {
		return C.vorpal_bls_sign(suite, only(secret), first(message), C.size_t(len(message)), C.int32_t(forms),
			first(signature))
	})
}

// HashToCurve calls vorpal_bls_hash_to_curve.
func (s Suite) HashToCurve(message []byte, forms int, point []byte) error {
	return s.alone(func(suite *C.vorpal_bls_suite) C.vorpal_status {
		return C.vorpal_bls_hash_to_curve(suite, first(message), C.size_t(len(message)), C.int32_t(forms), first(point))
	})
}

// ConvertKeys calls vorpal_bls_convert_keys for a key for each item.
func (s Suite) ConvertKeys(pool *Pool, forms int, keys []byte, outForms int, out, items []byte) error {
	return s.use(pool, func(ctx *C.vorpal_ctx, suite *C.vorpal_bls_suite) C.vorpal_status {
		return C.vorpal_bls_convert_keys(ctx, suite, C.int32_t(forms), C.size_t(len(items)), first(keys),
			C.int32_t(outForms), first(out), first(items))
	})
}

// ConvertSignatures calls vorpal_bls_convert_signatures for a signature for each item.
func (s Suite) ConvertSignatures(pool *Pool, forms int, signatures []byte, outForms int, out, items []byte) error {
	return s.use(pool, func(ctx *C.vorpal_ctx, suite *C.vorpal_bls_suite) C.vorpal_status {
		return C.vorpal_bls_convert_signatures(ctx, suite, C.int32_t(forms), C.size_t(len(items)), first(signatures),
			C.int32_t(outForms), first(out), first(items))
	})
}

// CheckSignatures calls vorpal_bls_check_signatures for a signature for each item.
func (s Suite) CheckSignatures(pool *Pool, forms int, signatures, items []byte) error {
	return s.use(pool, func(ctx *C.vorpal_ctx, suite *C.vorpal_bls_suite) C.vorpal_status {
		return C.vorpal_bls_check_signatures(ctx, suite, C.int32_t(forms), C.size_t(len(items)), first(signatures),
			first(items))
	})
}

// AggregateKeys calls vorpal_bls_aggregate_keys.
func (s Suite) AggregateKeys(pool *Pool, forms, count int, keys, sum []byte) error {
	return s.use(pool, func(ctx *C.vorpal_ctx, suite *C.vorpal_bls_suite) C.vorpal_status {
		return C.vorpal_bls_aggregate_keys(ctx, suite, C.int32_t(forms), C.size_t(count), first(keys), first(sum))
	})
}

// AggregateSignatures calls vorpal_bls_aggregate_signatures.
func (s Suite) AggregateSignatures(pool *Pool, forms, count int, signatures, sum []byte) error {
	return s.use(pool, func(ctx *C.vorpal_ctx, suite *C.vorpal_bls_suite) C.vorpal_status {
		return C.vorpal_bls_aggregate_signatures(ctx, suite, C.int32_t(forms), C.size_t(count), first(signatures),
			first(sum))
	})
}

// Verify calls vorpal_bls_verify.
func (s Suite) Verify(forms int, key, message, signature []byte) (bool, error) {
	var valid C.int32_t
	err := s.alone(func(suite *C.vorpal_bls_suite) C.vorpal_status {
		return C.vorpal_bls_verify(suite, C.int32_t(forms), first(key), first(message), C.size_t(len(message)),
			first(signature), &valid)
	})
	return valid != 0, err
}

// AggregateVerify calls vorpal_bls_aggregate_verify.
func (s Suite) AggregateVerify(pool *Pool, forms int, keys []byte, messages Messages, signature []byte) (bool, error) {
	var valid C.int32_t
	err := s.use(pool, func(ctx *C.vorpal_ctx, suite *C.vorpal_bls_suite) C.vorpal_status {
		return C.vorpal_bls_aggregate_verify(ctx, suite, C.int32_t(forms), messages.count(), first(keys),
			first(messages.Bytes), numbers(messages.Offsets), first(signature), &valid)
	})
	return valid != 0, err
}

// FastAggregateVerify calls vorpal_bls_fast_aggregate_verify.
func (s Suite) FastAggregateVerify(pool *Pool, forms, count int, keys, message, signature []byte) (bool, error) {
	var valid C.int32_t
	err := s.use(pool, func(ctx *C.vorpal_ctx, suite *C.vorpal_bls_suite) C.vorpal_status {
		return C.vorpal_bls_fast_aggregate_verify(ctx, suite, C.int32_t(forms), C.size_t(count), first(keys),
			first(message), C.size_t(len(message)), first(signature), &valid)
	})
	return valid != 0, err
}

// Messages are messages one after the other, with the offset of each and that of their end.
type Messages struct {
	Bytes   []byte
	Offsets []uint
}

// Join returns messages in flat memory.
func Join(messages [][]byte) Messages {
	size := 0
	for _, message := range messages {
		size += len(message)
	}
	joined := Messages{make([]byte, 0, size), make([]uint, 1, len(messages)+1)}
	for _, message := range messages {
		joined.Bytes = append(joined.Bytes, message...)
		joined.Offsets = append(joined.Offsets, uint(len(joined.Bytes)))
	}
	return joined
}

func (m Messages) count() C.size_t { return C.size_t(len(m.Offsets) - 1) }

// VerifySets calls vorpal_bls_verify_sets. keyOffsets is nil for one key in each set. Without items, it names nothing.
func (s Suite) VerifySets(pool *Pool, forms int, signatures, keys []byte, keyOffsets []uint, messages Messages,
	items []byte) (bool, error) {
	var valid C.int32_t
	err := s.use(pool, func(ctx *C.vorpal_ctx, suite *C.vorpal_bls_suite) C.vorpal_status {
		return C.vorpal_bls_verify_sets(ctx, suite, C.int32_t(forms), messages.count(), first(signatures), first(keys),
			numbers(keyOffsets), first(messages.Bytes), numbers(messages.Offsets), first(items), &valid)
	})
	return valid != 0, err
}

// CombinePartials calls vorpal_bls_combine_partials. It reports whether there are enough valid partial signatures.
func (s Suite) CombinePartials(pool *Pool, forms, threshold int, shares []uint32, keys, signatures, message []byte,
	signature, items []byte) (bool, error) {
	if threshold < 0 {
		return false, status.New(status.Argument, "threshold is negative")
	}
	var valid C.int32_t
	err := s.use(pool, func(ctx *C.vorpal_ctx, suite *C.vorpal_bls_suite) C.vorpal_status {
		return C.vorpal_bls_combine_partials(ctx, suite, C.int32_t(forms), C.size_t(threshold), C.size_t(len(shares)),
			indices(shares), first(keys), first(signatures), first(message), C.size_t(len(message)), first(signature),
			first(items), &valid)
	})
	return valid != 0, err
}

// VerifyDrand calls vorpal_bls_drand_verify.
func VerifyDrand(pool *Pool, scheme int, key []byte, rounds []uint64, previous Messages, signatures []byte,
	randomness [][32]byte, items []byte) (bool, error) {
	var valid C.int32_t
	err := pool.use(func(ctx *C.vorpal_ctx) C.vorpal_status {
		return C.vorpal_bls_drand_verify(ctx, C.int32_t(scheme), C.VORPAL_BLS_COMPRESSED, first(key),
			C.size_t(len(rounds)), words(rounds), first(previous.Bytes), numbers(previous.Offsets), first(signatures),
			first(randomness), first(items), &valid)
	})
	return valid != 0, err
}
