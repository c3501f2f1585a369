//go:build cgo

package contenders

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/crypto/secp256k1"

	"vorpal/lab/go/lab"
)

func init() {
	lab.Register("go-ethereum", []string{"github.com/ethereum/go-ethereum"}, func(c *lab.Contender) {
		registerEthereumMultiply(c)
		registerEthereumSignatures(c)
	})
}

// ethereumVerifyCase is a signature for verification: r and s in one string, the key with the prefix of uncompressed
// keys.
type ethereumVerifyCase struct {
	signature, hash, key []byte
}

// ethereumRecoverCase is a signature for recovery: r, s and recovery id in one string.
type ethereumRecoverCase struct {
	signature, hash []byte
}

func registerEthereumSignatures(c *lab.Contender) {
	curve := secp256k1.S256()
	number := func(bytes []byte) *big.Int { return new(big.Int).SetBytes(bytes) }
	verifyCase := func(hash, r, s, key []byte) (ethereumVerifyCase, bool) {
		value := ethereumVerifyCase{
			signature: append(append([]byte{}, r...), s...),
			hash:      hash,
			key:       append([]byte{4}, key...),
		}
		return value, len(key) == 64 && curve.IsOnCurve(number(key[:32]), number(key[32:]))
	}
	lab.ECDSA[[]byte, ethereumVerifyCase, ethereumRecoverCase, []byte]{
		Secret: func(bytes []byte) ([]byte, bool) {
			secret := number(bytes)
			return bytes, len(bytes) == 32 && secret.Sign() > 0 && secret.Cmp(curve.N) < 0
		},
		Sign: func(secret *[]byte, hash []byte) []byte {
			signature, err := secp256k1.Sign(hash, *secret)
			if err != nil {
				return nil
			}
			return signature
		},
		Order: func(signature []byte) []byte { return signature },
		Case:  verifyCase,
		// The library accepts the lower half of s only. A signature with s in the upper half is valid if its negation is
		// valid.
		Halves: func(hash, r, s, key []byte) (ethereumVerifyCase, bool) {
			return verifyCase(hash, r, lowerHalf(s, curve.N), key)
		},
		Verify: func(value *ethereumVerifyCase) bool {
			return secp256k1.VerifySignature(value.key, value.hash, value.signature)
		},
		Recoverable: func(hash, r, s []byte, id byte) (ethereumRecoverCase, bool) {
			return ethereumRecoverCase{append(append(append([]byte{}, r...), s...), id), hash}, true
		},
		Recover: func(value *ethereumRecoverCase) []byte {
			key, err := secp256k1.RecoverPubkey(value.hash, value.signature)
			if err != nil {
				return nil
			}
			return key
		},
		Key: func(key []byte) []byte {
			if key == nil {
				return nil
			}
			return key[1:]
		},
		SignPath:    "crypto/secp256k1.Sign, C core by cgo",
		VerifyPath:  "crypto/secp256k1.VerifySignature, C core by cgo, key of 65 bytes",
		RecoverPath: "crypto/secp256k1.RecoverPubkey, C core by cgo",
	}.Register(c, true)
}

// registerEthereumMultiply offers the product for timing only, because the C function rejects the scalar zero and does
// not support infinity.
func registerEthereumMultiply(c *lab.Contender) {
	curve := secp256k1.S256()
	type point struct{ x, y *big.Int }
	const path = "S256().ScalarMult, C core by cgo in constant time, coordinates as big.Int"
	c.Offer("secp256k1.multiply.single", path, func(in *lab.Input) (*lab.Prepared, error) {
		decode := func(bytes []byte) (point, bool) {
			if len(bytes) != 64 {
				return point{}, false
			}
			p := point{new(big.Int).SetBytes(bytes[:32]), new(big.Int).SetBytes(bytes[32:])}
			return p, curve.IsOnCurve(p.x, p.y)
		}
		scalar := func(bytes []byte) ([]byte, bool) { return bytes, len(bytes) == 32 }
		multiply := func(p *point, k *[]byte) point {
			x, y := curve.ScalarMult(p.x, p.y, *k)
			return point{x, y}
		}
		failed := false
		prepared, err := lab.Products(in, decode, scalar, multiply, func(p point) []byte {
			if p.x == nil {
				failed = true
				return nil
			}
			return append(p.x.FillBytes(make([]byte, 32)), p.y.FillBytes(make([]byte, 32))...)
		})
		if err != nil {
			return nil, err
		}
		if failed {
			return nil, fmt.Errorf("the library rejects a product")
		}
		prepared.HiddenAllocations = true
		return prepared, nil
	})
}
