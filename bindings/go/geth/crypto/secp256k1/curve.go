package secp256k1

import (
	"crypto/elliptic"
	"crypto/sha256"
	"crypto/subtle"
	"math/big"

	dcrd "github.com/decred/dcrd/dcrec/secp256k1/v4"

	"vorpal.example/go/secp256k1"
)

// BitCurve is the curve as an elliptic.Curve, with the fields of go-ethereum's type.
type BitCurve struct {
	P       *big.Int // The prime of the field.
	N       *big.Int // The order of the group.
	B       *big.Int // The constant of y^2 = x^3 + B.
	Gx, Gy  *big.Int // The generator.
	BitSize int      // The bits of the prime.
}

var theCurve = func() *BitCurve {
	p := dcrd.Params()
	return &BitCurve{p.P, p.N, big.NewInt(7), p.Gx, p.Gy, p.BitSize}
}()

// S256 returns the curve.
func S256() *BitCurve { return theCurve }

// Params returns the parameters.
func (bitCurve *BitCurve) Params() *elliptic.CurveParams {
	return &elliptic.CurveParams{P: bitCurve.P, N: bitCurve.N, B: bitCurve.B, Gx: bitCurve.Gx, Gy: bitCurve.Gy,
		BitSize: bitCurve.BitSize}
}

// IsOnCurve reports whether x and y are the coordinates of a point: below the prime, and on the curve.
func (bitCurve *BitCurve) IsOnCurve(x, y *big.Int) bool {
	key, err := point(x, y)
	if err != nil {
		return false
	}
	_, err = secp256k1.Compress(key[:])
	return err == nil
}

// Add returns the sum of two points. Zeros stand for infinity.
func (bitCurve *BitCurve) Add(x1, y1, x2, y2 *big.Int) (*big.Int, *big.Int) {
	//lint:ignore SA1019 the methods of elliptic.Curve are what this type has
	return dcrd.S256().Add(x1, y1, x2, y2)
}

// Double returns twice a point.
func (bitCurve *BitCurve) Double(x1, y1 *big.Int) (*big.Int, *big.Int) {
	//lint:ignore SA1019 as above
	return dcrd.S256().Double(x1, y1)
}

// secret is a scalar of 32 bytes. It panics for longer scalars, as go-ethereum does.
func secret(scalar []byte) (padded secp256k1.SecretKey) {
	if len(scalar) > 32 {
		panic("can't handle scalars > 256 bits")
	}
	copy(padded[32-len(scalar):], scalar)
	return padded
}

// ScalarMult returns a multiple of a point. It returns nil if the scalar is zero or not below the order, and if the
// point is not on the curve.
func (bitCurve *BitCurve) ScalarMult(Bx, By *big.Int, scalar []byte) (*big.Int, *big.Int) {
	key, err := point(Bx, By)
	if err != nil {
		return nil, nil
	}
	k := secret(scalar)
	defer clear(k[:])
	// ECDH in constant time returns x and a digest of the compressed encoding, which tells y from -y.
	x, digest, err := secp256k1.ECDH(&k, key[:])
	if err != nil {
		return nil, nil
	}
	compressed := append([]byte{3}, x[:]...)
	odd := sha256.Sum256(compressed)
	compressed[0] = byte(2 + subtle.ConstantTimeCompare(odd[:], digest[:]))
	return DecompressPubkey(compressed)
}

// ScalarBaseMult returns a multiple of the generator. It returns nil if the scalar is zero or not below the order.
func (bitCurve *BitCurve) ScalarBaseMult(k []byte) (*big.Int, *big.Int) {
	scalar := secret(k)
	defer clear(scalar[:])
	key, err := secp256k1.PublicKeyOf(&scalar)
	if err != nil {
		return nil, nil
	}
	return coordinates(key)
}

// Marshal encodes a point as 04 || x || y. It panics if a coordinate is negative or has more than 256 bits.
func (bitCurve *BitCurve) Marshal(x, y *big.Int) []byte {
	key, err := point(x, y)
	if err != nil {
		panic(err)
	}
	return key[:]
}

// Unmarshal decodes 04 || x || y without a check of the curve. It returns nil for other bytes.
func (bitCurve *BitCurve) Unmarshal(data []byte) (x, y *big.Int) {
	if len(data) != 65 || data[0] != 4 {
		return nil, nil
	}
	return coordinates(secp256k1.PublicKey(data))
}
