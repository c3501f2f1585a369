//go:build cgo

package bls

import (
	"fmt"
	"sync"

	"vorpal.example/go/bls/blst"
	"vorpal.example/go/internal/lib"
	"vorpal.example/go/internal/status"
)

// Pool is a pool of threads: see the type of the same name in the module's first package. Nil stands for all cores.
type Pool = lib.Pool

// Numbers of bytes, and names of Prysm.
const (
	SecretKeyBytes = 32
	PublicKeyBytes = 48
	SignatureBytes = 96
	// DomainByteLength is the length of a domain.
	DomainByteLength = 4
	// CurveOrder is the order of the groups.
	CurveOrder = "52435875175126190479447740508185965837690552500527637822603658699938581184513"
)

// Tag is the domain separation tag of Ethereum's signatures.
const Tag = "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_"

// Encodings that have names in Prysm.
var (
	ZeroSecretKey     [SecretKeyBytes]byte
	InfinitePublicKey = [PublicKeyBytes]byte{0xc0}
	InfiniteSignature = [SignatureBytes]byte{0xc0}
)

// Errors with the names and texts of Prysm. They are errors of this module: errors.Is with vorpal.ErrInput.
var (
	ErrZeroKey         = status.New(status.Input, "received secret key is zero")
	ErrSecretUnmarshal = status.New(status.Input, "could not unmarshal bytes into secret key")
	ErrInfinitePubKey  = status.New(status.Input, "received an infinite public key")
)

// SecretKey is a secret key. Only this package makes such values.
type SecretKey interface {
	PublicKey() PublicKey
	Sign(msg []byte) Signature
	// Marshal returns the 32 bytes of the key, most significant first.
	Marshal() []byte
}

// PublicKey is a public key in the group, or the sum of such keys. Aggregate replaces the key by the sum with another.
type PublicKey interface {
	// Marshal returns the 48 bytes of the key.
	Marshal() []byte
	Copy() PublicKey
	Aggregate(p2 PublicKey) PublicKey
	IsInfinite() bool
	Equals(p2 PublicKey) bool
}

// Signature is a signature. A verification fails if it is not in the group.
type Signature interface {
	Verify(pubKey PublicKey, msg []byte) bool
	// AggregateVerify verifies a sum of signatures of a message by each key. False without keys.
	AggregateVerify(pubKeys []PublicKey, msgs [][32]byte) bool
	// FastAggregateVerify verifies a sum of signatures of one message by all keys. False without keys.
	FastAggregateVerify(pubKeys []PublicKey, msg [32]byte) bool
	// Eth2FastAggregateVerify is FastAggregateVerify, but infinity is the signature of no keys.
	Eth2FastAggregateVerify(pubKeys []PublicKey, msg [32]byte) bool
	// Marshal returns the 96 bytes of the signature.
	Marshal() []byte
	Copy() Signature
}

type secretKey struct{ key *blst.SecretKey }

type publicKey struct{ point blst.P1Affine }

type signature struct{ point blst.P2Affine }

// ethereum is Ethereum's suite.
var ethereum = sync.OnceValues(func() (lib.Suite, error) { return lib.NewSuite(lib.MinPk, lib.Possession, Tag) })

func input(format string, arguments ...any) error {
	return status.New(status.Input, fmt.Sprintf(format, arguments...))
}

func argument(format string, arguments ...any) error {
	return status.New(status.Argument, fmt.Sprintf(format, arguments...))
}

// pointOf returns the point of a key, also of another implementation of the interface; nil for no key.
func pointOf(key PublicKey) *blst.P1Affine {
	switch key := key.(type) {
	case nil:
		return nil
	case *publicKey:
		if key == nil {
			return nil
		}
		return &key.point
	default:
		point := new(blst.P1Affine).Uncompress(key.Marshal())
		if point == nil || !point.KeyValidate() {
			return nil
		}
		return point
	}
}

// pointsOf returns the points of keys, or false if one is missing.
func pointsOf(keys []PublicKey) ([]*blst.P1Affine, bool) {
	points := make([]*blst.P1Affine, len(keys))
	for i, key := range keys {
		if points[i] = pointOf(key); points[i] == nil {
			return nil, false
		}
	}
	return points, true
}

// flatKeys returns the uncompressed encodings of keys.
func flatKeys(keys []PublicKey) ([]byte, error) {
	flat := make([]byte, 0, len(keys)*blst.BLST_P1_SERIALIZE_BYTES)
	for i, key := range keys {
		point := pointOf(key)
		if point == nil {
			return nil, input("key %d is no public key", i)
		}
		flat = append(flat, point.Serialize()...)
	}
	return flat, nil
}
