//go:build cgo

package multiexp

import (
	"math/big"
	"unsafe"

	"vorpal.example/go/internal/status"
)

// Consecutive reports whether a value of gnark-crypto consists of these parts, one after the other.
func Consecutive[T, E any](whole *T, parts ...*E) error {
	base, size := uintptr(unsafe.Pointer(whole)), unsafe.Sizeof(*parts[0])
	isOther := unsafe.Sizeof(*whole) != uintptr(len(parts))*size
	for i, part := range parts {
		isOther = isOther || uintptr(unsafe.Pointer(part)) != base+uintptr(i)*size
	}
	if isOther {
		return status.New(status.NotPossible, "this version of gnark-crypto stores values in another order")
	}
	return nil
}

// CheckNumbers reports whether gnark-crypto stores numbers modulo a prime in Montgomery form: the number 1 as
// 2^(64 n) modulo the prime, in n limbs, least significant first.
func CheckNumbers[E any](one E, modulus *big.Int) error {
	limbs := make([]uint64, (modulus.BitLen()+63)/64)
	value := new(big.Int).Lsh(big.NewInt(1), uint(64*len(limbs)))
	value.Mod(value, modulus)
	for i := range limbs {
		limbs[i] = new(big.Int).Rsh(value, uint(64*i)).Uint64()
	}
	if !equal(one, limbs) {
		return status.New(status.NotPossible, "this version of gnark-crypto stores numbers in another form")
	}
	return nil
}
