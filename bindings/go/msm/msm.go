//go:build cgo

// Package msm computes multi-scalar multiplications, sums of scalars[i] bases[i], over G1 and G2 of BLS12-377,
// BLS12-381 and BN254.
//
// Packages msm/bls12377, msm/bls12381 and msm/bn254 have the function MultiExp of gnark-crypto over its types. This
// package works on bytes and on memory in Montgomery form, keeps bases and their tables between sums, and divides sums
// among machines. Tables, and parts of sums, are for G1 alone. All sums take variable time.
package msm

import (
	"context"
	"fmt"

	"vorpal.example/go/internal/lib"
	"vorpal.example/go/internal/status"
)

// Pool is a pool of threads: see the type of the same name in the module's first package. Nil stands for all cores.
type Pool = lib.Pool

// Progress receives the additions done and expected. Another goroutine calls it, at most every 50 ms. It may use every
// function of this module. A panic cancels the sum and continues in the goroutine of the sum.
type Progress = lib.Progress

// Curve is a group of points.
type Curve int32

// The curves: G1, and G2 where the name says so. In the stored form, a coordinate of G2 has the coefficient of 1 before
// that of u.
const (
	BLS12377   Curve = 0
	BLS12381   Curve = 1
	BN254      Curve = 2
	BLS12377G2 Curve = 3
	BLS12381G2 Curve = 4
	BN254G2    Curve = 5
)

// longest is the length of the longest encoding of a point.
const longest = 192

// Format is an encoding of points. The length of the bytes tells compressed from uncompressed: 48 and 96 bytes for the
// curves of the BLS12 family, 32 and 64 for BN254, and twice as many for G2.
type Format int32

// The formats.
const (
	Arkworks   Format = 0 // arkworks 0.4 and later: little-endian, for BLS12-381 the format of Zcash.
	Gnark      Format = 1 // gnark-crypto: big-endian, for BLS12-381 the format of Zcash.
	Arkworks03 Format = 2 // arkworks 0.3, which the files of ZPrize 2022 use: G1 of BLS12-377 and BLS12-381.
)

// Algorithm is an algorithm of a sum. All give the same sum.
type Algorithm int32

// The algorithms.
const (
	Planner  Algorithm = 0 // The algorithm of the least estimated time.
	Straus   Algorithm = 1 // Odd multiples of each point, for at most 8 points; on G2, for at most 64 of the subgroup.
	Affine   Algorithm = 2 // Buckets in affine coordinates.
	Edwards  Algorithm = 3 // Buckets in extended twisted Edwards coordinates: G1 of BLS12-377, prime subgroup.
	XYZZ     Algorithm = 4 // Buckets in XYZZ coordinates.
	Jacobian Algorithm = 5 // Buckets in Jacobian coordinates, for comparisons.
)

// Trust is what the caller knows of points.
type Trust int32

// What the caller knows of points.
const (
	TrustNothing    Trust = 0 // Each point is checked: on the curve and in the prime subgroup.
	TrustOnCurve    Trust = 1 // On the curve, perhaps outside of the prime subgroup, if the curve has a cofactor.
	TrustInSubgroup Trust = 2 // In the prime subgroup. Otherwise sums are wrong; nothing worse happens.
)

// Scalars are the scalars of a sum. Their memory must not change during the sum.
type Scalars struct{ scalars lib.Scalars }

// LittleEndian are scalars of 32 bytes each, below the order of the group.
func LittleEndian(scalars [][32]byte) Scalars {
	return Scalars{lib.ScalarsOf(scalars, len(scalars), 0)}
}

// BigEndian are scalars of 32 bytes each, below the order of the group.
func BigEndian(scalars [][32]byte) Scalars { return Scalars{lib.ScalarsOf(scalars, len(scalars), 1)} }

// Montgomery are scalars in Montgomery form, four limbs each, least significant first, as fr.Element of gnark-crypto.
func Montgomery[E ~[4]uint64](scalars []E) Scalars {
	return Scalars{lib.ScalarsOf(scalars, len(scalars), 2)}
}

// Uint64 are scalars of 64 bits.
func Uint64(scalars []uint64) Scalars { return Scalars{lib.ScalarsOf(scalars, len(scalars), 3)} }

// Len returns the number of scalars.
func (s Scalars) Len() int { return s.scalars.Len() }

// Options of sums. The zero value stands for all cores and no reports.
type Options struct {
	Pool     *Pool
	Progress Progress
}

// Bases are points of one curve, perhaps with tables. Several goroutines may use them at the same time.
type Bases struct {
	bases lib.Bases
	curve Curve
}

func newBases(bases lib.Bases, err error, curve Curve) (*Bases, error) {
	if err != nil {
		return nil, err
	}
	return &Bases{bases, curve}, nil
}

// BasesFromBytes decodes points of pointLen bytes each. A malformed point is an error that names its index.
func BasesFromBytes(pool *Pool, curve Curve, format Format, points []byte, pointLen int, trust Trust) (*Bases, error) {
	if pointLen <= 0 || len(points)%pointLen != 0 {
		return nil, status.New(status.Argument, fmt.Sprintf("points: %d bytes, not a multiple of %d", len(points), pointLen))
	}
	bases, err := lib.BasesFromBytes(pool, int32(curve), int32(format), points, pointLen, int32(trust))
	return newBases(bases, err, curve)
}

// limbs returns the number of 64-bit limbs of a point, or 0 for an unknown curve.
func (c Curve) limbs() int {
	switch c {
	case BLS12377, BLS12381:
		return 12
	case BN254:
		return 8
	case BLS12377G2, BLS12381G2:
		return 24
	case BN254G2:
		return 16
	}
	return 0
}

// BasesFromMontgomery copies points in the stored form of gnark-crypto and arkworks: x and y in Montgomery form, limbs
// of 64 bits, least significant first, infinity as zeros.
func BasesFromMontgomery(pool *Pool, curve Curve, points []uint64, trust Trust) (*Bases, error) {
	limbs := curve.limbs()
	if limbs == 0 {
		return nil, status.New(status.Argument, fmt.Sprintf("curve: %d is not a curve", curve))
	}
	if len(points)%limbs != 0 {
		return nil, status.New(status.Argument, fmt.Sprintf("points: %d limbs, not a multiple of %d", len(points), limbs))
	}
	bases, err := lib.BasesFromMontgomery(pool, int32(curve), points, len(points)/limbs, int32(trust))
	return newBases(bases, err, curve)
}

// OpenBases reads prepared bases from a file of Save. The checksum and the range of coordinates are checked; who can
// write the file can choose the sums.
func OpenBases(pool *Pool, curve Curve, file string) (*Bases, error) {
	bases, err := lib.OpenBases(pool, int32(curve), file)
	return newBases(bases, err, curve)
}

// errNil is the error of methods of a nil pointer.
var errNil = status.New(status.Argument, "bases are nil")

// Prepare returns the bases with tables of at most memory bytes, with which sums take less time.
func (b *Bases) Prepare(pool *Pool, memory int) (*Bases, error) {
	if b == nil {
		return nil, errNil
	}
	if memory < 0 {
		return nil, status.New(status.Argument, "memory is negative")
	}
	bases, err := b.bases.Prepare(pool, uint(memory))
	return newBases(bases, err, b.curve)
}

// Save writes prepared bases to a new file; an existing file is an error. The file appears when it is complete: after
// an error there is none.
func (b *Bases) Save(file string) error {
	if b == nil {
		return errNil
	}
	return b.bases.Save(file)
}

// Len returns the number of bases.
func (b *Bases) Len() (int, error) {
	if b == nil {
		return 0, errNil
	}
	return b.bases.Count()
}

// Close ends the use of the bases: later sums fail, and the memory is freed with the sums that run.
func (b *Bases) Close() error {
	if b == nil {
		return nil
	}
	return b.bases.Close()
}

// Sum returns the sum of scalars[i] bases[i] over the first bases, as a point of pointLen bytes. It ends early with
// ErrCancelled when ctx is cancelled.
func (b *Bases) Sum(ctx context.Context, scalars Scalars, format Format, pointLen int, options Options) (
	[]byte, error) {
	if b == nil {
		return nil, errNil
	}
	if pointLen < 0 || pointLen > longest {
		return nil, status.New(status.Argument, fmt.Sprintf("pointLen: no format has %d bytes", pointLen))
	}
	out := make([]byte, pointLen)
	err := b.bases.MSM(ctx, options.Pool, scalars.scalars, options.Progress, int32(format), out)
	if err != nil {
		return nil, err
	}
	return out, nil
}

// SumBy is Sum by an algorithm. One that is not possible for these bases and their number is an error, and so is any
// but Planner for bases with tables.
func (b *Bases) SumBy(ctx context.Context, algorithm Algorithm, scalars Scalars, format Format, pointLen int,
	options Options) ([]byte, error) {
	if b == nil {
		return nil, errNil
	}
	if pointLen < 0 || pointLen > longest {
		return nil, status.New(status.Argument, fmt.Sprintf("pointLen: no format has %d bytes", pointLen))
	}
	out := make([]byte, pointLen)
	err := b.bases.MSMBy(ctx, options.Pool, scalars.scalars, int32(algorithm), options.Progress, int32(format), out)
	if err != nil {
		return nil, err
	}
	return out, nil
}

// SumToMontgomery returns the sum in the stored form of BasesFromMontgomery: 12 limbs, or 8 for BN254, and twice as
// many for G2.
func (b *Bases) SumToMontgomery(ctx context.Context, scalars Scalars, options Options) ([]uint64, error) {
	if b == nil {
		return nil, errNil
	}
	out := make([]uint64, b.curve.limbs())
	if err := b.bases.MSMToMontgomery(ctx, options.Pool, scalars.scalars, options.Progress, out); err != nil {
		return nil, err
	}
	return out, nil
}
