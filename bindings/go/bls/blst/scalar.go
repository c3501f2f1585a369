//go:build cgo

package blst

import (
	"crypto/sha256"
	"crypto/subtle"
	"runtime"
	"slices"

	"vorpal.example/go/internal/lib"
)

// Numbers of bytes.
const (
	BLST_SCALAR_BYTES       = 32
	BLST_FP_BYTES           = 48
	BLST_P1_COMPRESS_BYTES  = BLST_FP_BYTES
	BLST_P1_SERIALIZE_BYTES = BLST_FP_BYTES * 2
	BLST_P2_COMPRESS_BYTES  = BLST_FP_BYTES * 2
	BLST_P2_SERIALIZE_BYTES = BLST_FP_BYTES * 4
)

// Scalar is an integer of 32 bytes, not necessarily below the group order.
type Scalar struct{ bytes [BLST_SCALAR_BYTES]byte }

// SecretKey is a scalar that is not zero and below the group order.
type SecretKey = Scalar

// wiped makes the key of a call zero once it is unreachable, and returns nil if the call failed.
func wiped(key *SecretKey, err error) *SecretKey {
	if err != nil {
		return nil
	}
	runtime.SetFinalizer(key, (*SecretKey).Zeroize)
	return key
}

func optionalInfo(optional [][]byte) []byte {
	if len(optional) > 0 {
		return optional[0]
	}
	return nil
}

// KeyGen returns the key of at least 32 secret bytes and optional public information: KeyGen of draft 4. For fewer
// bytes it returns nil.
func KeyGen(ikm []byte, optional ...[]byte) *SecretKey {
	key := new(SecretKey)
	return wiped(key, lib.BLSKeyGen(ikm, optionalInfo(optional), &key.bytes))
}

// KeyGenV3 is KeyGen of draft 3.
func KeyGenV3(ikm []byte, optional ...[]byte) *SecretKey {
	return KeyGenV5(ikm, []byte("BLS-SIG-KEYGEN-SALT-"), optional...)
}

// KeyGenV45 is KeyGen of draft 4 with a salt, which is hashed first.
func KeyGenV45(ikm []byte, salt []byte, optional ...[]byte) *SecretKey {
	hashed := sha256.Sum256(salt)
	return KeyGenV5(ikm, hashed[:], optional...)
}

// KeyGenV5 is KeyGen of draft 5, which has the salt as a parameter.
func KeyGenV5(ikm []byte, salt []byte, optional ...[]byte) *SecretKey {
	key := new(SecretKey)
	return wiped(key, lib.BLSKeyGenWithSalt(ikm, salt, optionalInfo(optional), &key.bytes))
}

// DeriveMasterEip2333 returns the root of a tree of keys, of at least 32 secret bytes; for fewer bytes nil.
func DeriveMasterEip2333(ikm []byte) *SecretKey {
	key := new(SecretKey)
	return wiped(key, lib.BLSDeriveMaster(ikm, &key.bytes))
}

// DeriveChildEip2333 returns the child of a key. For a scalar that is no secret key it returns nil.
func (master *SecretKey) DeriveChildEip2333(child_index uint32) *SecretKey {
	if master == nil {
		return nil
	}
	key := new(SecretKey)
	return wiped(key, lib.BLSDeriveChild(&master.bytes, child_index, &key.bytes))
}

// Zeroize wipes the key.
func (sk *SecretKey) Zeroize() { clear(sk.bytes[:]) }

// Equals reports whether two scalars are equal, in constant time.
func (s1 *Scalar) Equals(s2 *Scalar) bool {
	return subtle.ConstantTimeCompare(s1.bytes[:], s2.bytes[:]) == 1
}

// Valid reports whether the scalar is a secret key: not zero, and below the group order.
func (s *Scalar) Valid() bool { return s != nil && lib.BLSCheckSecret(&s.bytes) == nil }

// Serialize returns the 32 bytes, most significant first.
func (s *Scalar) Serialize() []byte { return slices.Clone(s.bytes[:]) }

// Deserialize sets the scalar to a secret key of 32 bytes, most significant first, and returns it. For other bytes it
// returns nil, and the scalar is not changed.
func (s *Scalar) Deserialize(in []byte) *Scalar {
	if s == nil || len(in) != BLST_SCALAR_BYTES {
		return nil
	}
	if read := (Scalar{[BLST_SCALAR_BYTES]byte(in)}); read.Valid() {
		*s = read
		return s
	}
	return nil
}

// ToBEndian returns the 32 bytes, most significant first.
func (s *Scalar) ToBEndian() []byte { return s.Serialize() }

// ToLEndian returns the 32 bytes, least significant first.
func (s *Scalar) ToLEndian() []byte {
	out := s.Serialize()
	slices.Reverse(out)
	return out
}

// FromBEndian sets the scalar to 32 bytes, most significant first, without a check, and returns it. For another number
// of bytes it returns nil.
func (s *Scalar) FromBEndian(arr []byte) *Scalar {
	if s == nil || len(arr) != BLST_SCALAR_BYTES {
		return nil
	}
	copy(s.bytes[:], arr)
	return s
}

// FromLEndian is FromBEndian of bytes with the least significant one first.
func (s *Scalar) FromLEndian(arr []byte) *Scalar {
	if s.FromBEndian(arr) == nil {
		return nil
	}
	slices.Reverse(s.bytes[:])
	return s
}
