package contenders

import (
	"math/big"

	"github.com/consensys/gnark-crypto/ecc/secp256k1"
	"github.com/consensys/gnark-crypto/ecc/secp256k1/ecdsa"
	secp256k1fp "github.com/consensys/gnark-crypto/ecc/secp256k1/fp"
	secp256k1fr "github.com/consensys/gnark-crypto/ecc/secp256k1/fr"

	"vorpal/lab/go/lab"
)

var gnarkSecp256k1 = gnarkCurve[secp256k1fp.Element, secp256k1.G1Affine, secp256k1fr.Element]{
	name: "secp256k1", base: bigEndian(secp256k1fpCodec), scalar: bigEndian(secp256k1frCodec),
	point:       func(x, y secp256k1fp.Element) secp256k1.G1Affine { return secp256k1.G1Affine{X: x, Y: y} },
	coordinates: func(p *secp256k1.G1Affine) (x, y *secp256k1fp.Element) { return &p.X, &p.Y },
}

// registerGnarkMultiply offers the timed product. Scalars are converted to big.Int before, as the library requires.
func registerGnarkMultiply(c *lab.Contender) {
	const path = "G1Affine.ScalarMultiplication, by the endomorphism, scalar as big.Int"
	c.Offer("secp256k1.multiply.single", path, func(in *lab.Input) (*lab.Prepared, error) {
		scalar := func(bytes []byte) (*big.Int, bool) {
			value, ok := gnarkSecp256k1.scalar.Decode(bytes)
			return value.BigInt(new(big.Int)), ok
		}
		var result secp256k1.G1Affine
		multiply := func(p *secp256k1.G1Affine, k **big.Int) *secp256k1.G1Affine {
			return result.ScalarMultiplication(p, *k)
		}
		return lab.Products(in, gnarkPoint(gnarkSecp256k1), scalar, multiply, gnarkSecp256k1.encode)
	})
}

// gnarkVerifyCase is a signature for verification: r and s in one string.
type gnarkVerifyCase struct {
	signature, hash []byte
	key             ecdsa.PublicKey
}

// gnarkRecoverCase is a signature for recovery.
type gnarkRecoverCase struct {
	hash []byte
	id   uint
	r, s *big.Int
}

// registerGnarkSignatures offers no signing, because the library's nonces are random.
func registerGnarkSignatures(c *lab.Contender) {
	decode := gnarkPoint(gnarkSecp256k1)
	verifyCase := func(hash, r, s, key []byte) (gnarkVerifyCase, bool) {
		point, ok := decode(key)
		value := gnarkVerifyCase{append(append([]byte{}, r...), s...), hash, ecdsa.PublicKey{A: point}}
		return value, ok && !point.IsInfinity()
	}
	var recovered ecdsa.PublicKey
	lab.ECDSA[struct{}, gnarkVerifyCase, gnarkRecoverCase, *ecdsa.PublicKey]{
		Case: verifyCase,
		// The library accepts the lower half of s only. A signature with s in the upper half is valid if its negation is
		// valid.
		Halves: func(hash, r, s, key []byte) (gnarkVerifyCase, bool) {
			return verifyCase(hash, r, lowerHalf(s, secp256k1fr.Modulus()), key)
		},
		Verify: func(value *gnarkVerifyCase) bool {
			// The library reports an invalid signature as an error.
			valid, err := value.key.Verify(value.signature, value.hash, nil)
			return valid && err == nil
		},
		Recoverable: func(hash, r, s []byte, id byte) (gnarkRecoverCase, bool) {
			value := gnarkRecoverCase{hash, uint(id), new(big.Int).SetBytes(r), new(big.Int).SetBytes(s)}
			if x := new(big.Int).Add(value.r, secp256k1fr.Modulus()); id&2 != 0 && x.Cmp(secp256k1fp.Modulus()) >= 0 {
				// The library would reduce an r that is no coordinate. It rejects zero, so such an r is replaced by zero.
				value.r.SetUint64(0)
			}
			return value, true
		},
		Recover: func(value *gnarkRecoverCase) *ecdsa.PublicKey {
			if err := recovered.RecoverFrom(value.hash, value.id, value.r, value.s); err != nil {
				return nil
			}
			return &recovered
		},
		Key: func(key *ecdsa.PublicKey) []byte {
			if key == nil || key.A.IsInfinity() {
				return nil
			}
			return gnarkSecp256k1.encode(&key.A)
		},
		VerifyPath:  "ecdsa.PublicKey.Verify of a given hash, signature of 64 bytes, key parsed before",
		RecoverPath: "ecdsa.PublicKey.RecoverFrom, signature parsed before",
	}.Register(c, false)
}
