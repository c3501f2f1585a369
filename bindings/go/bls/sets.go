//go:build cgo

package bls

import (
	"vorpal.example/go/bls/blst"
	"vorpal.example/go/internal/lib"
)

// SignatureSet is a signature of 96 bytes, with its keys and its message. With several keys, the signature is the sum
// of their signatures.
type SignatureSet struct {
	Signature  []byte
	PublicKeys []PublicKey
	Message    []byte
}

// forms are those of decoded keys and of encoded signatures.
const forms = lib.KeysChecked | lib.Compressed

// VerifySignatureSets verifies sets in one batch on a pool, and returns the positions of those that are not valid, in
// ascending order: the signature is malformed or wrong, there are no keys, or their sum is infinity. Sets of equal
// messages share most of their cost. A wrong verdict on n sets has a probability of at most 2 n 2^-128.
//
// Naming takes about log2 n further products for a wrong set among n. No sets are not valid: an error.
func VerifySignatureSets(pool *Pool, sets []SignatureSet) ([]int, error) {
	if len(sets) == 0 {
		return nil, argument("no signature sets")
	}
	suite, err := ethereum()
	if err != nil {
		return nil, err
	}
	var keys []PublicKey
	offsets, messages := make([]uint, 1, len(sets)+1), make([][]byte, len(sets))
	encodings := make([][]byte, len(sets))
	for i, set := range sets {
		keys, messages[i], encodings[i] = append(keys, set.PublicKeys...), set.Message, set.Signature
		offsets = append(offsets, uint(len(keys)))
	}
	flat, err := flatKeys(keys)
	if err != nil {
		return nil, err
	}
	items := make([]byte, len(sets))
	_, err = suite.VerifySets(pool, forms, flatSignatures(encodings), flat, offsets, lib.Join(messages), items)
	return invalid(items), err
}

// flatSignatures returns encodings one after the other. One of another length becomes zeros, which are no signature.
func flatSignatures(encodings [][]byte) []byte {
	flat := make([]byte, len(encodings)*SignatureBytes)
	for i, encoding := range encodings {
		if len(encoding) == SignatureBytes {
			copy(flat[i*SignatureBytes:], encoding)
		}
	}
	return flat
}

// invalid returns the positions of the items that are not valid.
func invalid(items []byte) []int {
	var positions []int
	for i, item := range items {
		if item != 0 {
			positions = append(positions, i)
		}
	}
	return positions
}

// keyOf returns the key of an uncompressed encoding of the library.
func keyOf(encoding []byte) PublicKey {
	key := new(publicKey)
	if key.point.Deserialize(encoding) == nil {
		return nil // The library writes points.
	}
	return key
}

// uncompressed returns a place for an uncompressed key.
func uncompressed() []byte { return make([]byte, blst.BLST_P1_SERIALIZE_BYTES) }

// PartialSignature is the signature of a share of a key.
type PartialSignature struct {
	// Index is the index of the share, which is not zero.
	Index     uint32
	PublicKey PublicKey
	Signature []byte
}

// CombinePartials returns the signature of a group from at least threshold valid partial signatures of a message, and
// the positions of those that are not valid. Without enough valid ones the signature is nil.
func CombinePartials(pool *Pool, message []byte, partials []PartialSignature, threshold int) (Signature, []int, error) {
	suite, err := ethereum()
	if err != nil {
		return nil, nil, err
	}
	shares, keys := make([]uint32, len(partials)), make([]PublicKey, len(partials))
	encodings := make([][]byte, len(partials))
	for i, partial := range partials {
		shares[i], keys[i], encodings[i] = partial.Index, partial.PublicKey, partial.Signature
	}
	flat, err := flatKeys(keys)
	if err != nil {
		return nil, nil, err
	}
	combined, items := make([]byte, SignatureBytes), make([]byte, len(partials))
	enough, err := suite.CombinePartials(pool, forms, threshold, shares, flat, flatSignatures(encodings), message,
		combined, items)
	if err != nil {
		return nil, nil, err
	}
	if !enough {
		return nil, invalid(items), nil
	}
	sig, err := SignatureFromBytesNoValidation(combined)
	return sig, invalid(items), err
}
