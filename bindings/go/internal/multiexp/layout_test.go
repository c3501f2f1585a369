//go:build cgo

package multiexp

import (
	"math/big"
	"testing"
)

type pair struct{ first, second [2]uint64 }

func TestConsecutive(t *testing.T) {
	var p pair
	if err := Consecutive(&p, &p.first, &p.second); err != nil {
		t.Error(err)
	}
	if Consecutive(&p, &p.second, &p.first) == nil || Consecutive(&p, &p.first) == nil {
		t.Error("another order is accepted")
	}
}

func TestCheckNumbers(t *testing.T) {
	// 2^128 - 159 is a prime.
	prime := new(big.Int).Lsh(big.NewInt(1), 128)
	prime.Sub(prime, big.NewInt(159))
	if err := CheckNumbers([2]uint64{159, 0}, prime); err != nil {
		t.Error(err)
	}
	for _, wrong := range [][2]uint64{{0, 159}, {1, 0}, {159, 1}} {
		if CheckNumbers(wrong, prime) == nil {
			t.Errorf("%v is accepted", wrong)
		}
	}
	if CheckNumbers([3]uint64{159}, prime) == nil {
		t.Error("three limbs are accepted")
	}
}
