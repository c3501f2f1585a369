//go:build cgo

package ipa

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"runtime"

	fp "github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	"github.com/crate-crypto/go-ipa/bandersnatch/fr"

	"vorpal.example/go/banderwagon"
	"vorpal.example/go/ipa/common"
)

// seed is that of the generators of Ethereum's testnets.
const seed = "eth_verkle_oct_2021"

// IPAConfig has the generators of commitments, their tables, and the point Q of inner products.
type IPAConfig struct {
	SRS []banderwagon.Element
	Q   banderwagon.Element

	PrecompMSM         banderwagon.MSMPrecomp
	PrecomputedWeights *PrecomputedWeights
}

// NewIPASettings creates the configuration of Ethereum's Verkle trees, with tables of at most 128 MiB.
func NewIPASettings() (*IPAConfig, error) {
	srs := GenerateRandomPoints(common.VectorLength)
	tables, err := banderwagon.NewPrecompMSM(srs)
	if err != nil {
		return nil, fmt.Errorf("creating precomputed MSM: %w", err)
	}
	weights := NewPrecomputedWeights()
	return &IPAConfig{SRS: srs, Q: banderwagon.Generator, PrecompMSM: tables, PrecomputedWeights: weights}, nil
}

// Commit returns the commitment to a vector: the sum of values[i] SRS[i].
func (c *IPAConfig) Commit(values []fr.Element) banderwagon.Element { return c.PrecompMSM.MSM(values) }

// MultiScalar returns the sum of points[i] scalars[i].
func MultiScalar(points []banderwagon.Element, scalars []fr.Element) (banderwagon.Element, error) {
	var sum banderwagon.Element
	config := banderwagon.MultiExpConfig{NbTasks: runtime.NumCPU(), ScalarsMont: true}
	if _, err := sum.MultiExp(points, scalars, config); err != nil {
		return banderwagon.Element{}, fmt.Errorf("mult exponentiation was not successful: %w", err)
	}
	return sum, nil
}

// InnerProd returns the sum of a[i] b[i].
func InnerProd(a, b []fr.Element) (fr.Element, error) {
	if len(a) != len(b) {
		return fr.Element{}, fmt.Errorf("a and b are different sizes, %d != %d", len(a), len(b))
	}
	var sum, product fr.Element
	for i := range a {
		sum.Add(&sum, product.Mul(&a[i], &b[i]))
	}
	return sum, nil
}

// GenerateRandomPoints returns the first generators of Ethereum's testnets, by try and increment: the digests SHA-256
// of the seed and of 0, 1, 2, .. as 8 bytes, big-endian, that are coordinates x of elements after reduction.
func GenerateRandomPoints(count uint64) []banderwagon.Element {
	points := make([]banderwagon.Element, 0, count)
	for i := uint64(0); uint64(len(points)) < count; i++ {
		digest := sha256.Sum256(binary.BigEndian.AppendUint64([]byte(seed), i))
		var x fp.Element
		x.SetBytes(digest[:])
		encoding := x.Bytes()
		var point banderwagon.Element
		if point.SetBytes(encoding[:]) == nil {
			points = append(points, point)
		}
	}
	return points
}
