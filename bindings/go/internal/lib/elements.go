//go:build cgo

package lib

/*
#include <vorpal.h>
*/
import "C"

import "unsafe"

// Point has the coordinates X, Y and Z of an element of Banderwagon, in Montgomery form.
type Point = [12]uint64

// Scalar is a scalar of Banderwagon in Montgomery form.
type Scalar = [4]uint64

// PointsOf is the memory of elements of another type, which consist of their coordinates: see IsPoint.
func PointsOf[T any](elements []T) []Point {
	return unsafe.Slice((*Point)(unsafe.Pointer(unsafe.SliceData(elements))), len(elements))
}

// IsPoint reports whether a type has the size of a Point.
func IsPoint[T any]() bool { return unsafe.Sizeof(*new(T)) == unsafe.Sizeof(Point{}) }

// FieldOf is the memory of scalars of another type.
func FieldOf[T ~[4]uint64](values []T) []Scalar {
	return unsafe.Slice((*Scalar)(unsafe.Pointer(unsafe.SliceData(values))), len(values))
}

// DecodeElements calls vorpal_banderwagon_decode_batch_vartime.
func DecodeElements(pool *Pool, encodings [][32]byte, trusted bool, points []Point, items []byte) error {
	return pool.use(func(ctx *C.vorpal_ctx) C.vorpal_status {
		return C.vorpal_banderwagon_decode_batch_vartime(ctx, C.size_t(len(encodings)), first(encodings), flag(trusted),
			limbs(points), first(items))
	})
}

// EncodeElements calls vorpal_banderwagon_encode_batch_vartime.
func EncodeElements(pool *Pool, points []Point, encodings [][32]byte) error {
	return pool.use(func(ctx *C.vorpal_ctx) C.vorpal_status {
		return C.vorpal_banderwagon_encode_batch_vartime(ctx, C.size_t(len(points)), limbs(points), first(encodings))
	})
}

// NormaliseElements calls vorpal_banderwagon_normalise_batch_vartime.
func NormaliseElements(pool *Pool, points []Point) error {
	return pool.use(func(ctx *C.vorpal_ctx) C.vorpal_status {
		return C.vorpal_banderwagon_normalise_batch_vartime(ctx, C.size_t(len(points)), limbs(points))
	})
}

// ElementsToScalars calls vorpal_banderwagon_to_scalar_batch_vartime.
func ElementsToScalars(pool *Pool, points []Point, scalars []Scalar) error {
	return pool.use(func(ctx *C.vorpal_ctx) C.vorpal_status {
		return C.vorpal_banderwagon_to_scalar_batch_vartime(ctx, C.size_t(len(points)), limbs(points), limbs(scalars))
	})
}

// SumElements calls vorpal_banderwagon_sum_vartime.
func SumElements(pool *Pool, points []Point, scalars []Scalar, out *Point) error {
	return pool.use(func(ctx *C.vorpal_ctx) C.vorpal_status {
		return C.vorpal_banderwagon_sum_vartime(ctx, C.size_t(len(points)), limbs(points), limbs(scalars),
			limbs(out[:]))
	})
}

// CommitterFromPoints calls vorpal_committer_from_points.
func CommitterFromPoints(pool *Pool, profile int32, generators *[256]Point, q *Point) (Committer, error) {
	return withPool(pool, func(ctx *C.vorpal_ctx) (Committer, error) {
		return newCommitter(func(out **C.vorpal_committer) C.vorpal_status {
			return C.vorpal_committer_from_points(ctx, C.int32_t(profile), limbs(generators[:]), limbs(q[:]), out)
		})
	})
}

// CommitElements calls vorpal_banderwagon_commit_batch_vartime. old may be nil.
func (c Committer) CommitElements(pool *Pool, offsets []uint, indices []byte, scalars []Scalar,
	old, out []Point) error {
	return c.use(pool, func(ctx *C.vorpal_ctx, committer *C.vorpal_committer) C.vorpal_status {
		return C.vorpal_banderwagon_commit_batch_vartime(ctx, committer, C.size_t(len(offsets)-1),
			(*C.size_t)(unsafe.Pointer(first(offsets))), first(indices), limbs(scalars), limbs(old), limbs(out))
	})
}

// Argument is the end of a proof: L and R of eight rounds, and the last scalar.
type Argument struct {
	Points [16]Point
	A      Scalar
}

// Multiproof is D and the argument.
type Multiproof struct {
	D        Point
	Argument Argument
}

// ProveElements calls vorpal_banderwagon_prove_vartime.
func (c Committer) ProveElements(pool *Pool, transcript []byte, commitments []Point, values [][256]Scalar,
	vectors []uint32, points []byte, proof *Multiproof, challenge *Scalar) error {
	return c.use(pool, func(ctx *C.vorpal_ctx, committer *C.vorpal_committer) C.vorpal_status {
		return C.vorpal_banderwagon_prove_vartime(ctx, committer, first(transcript), C.size_t(len(transcript)),
			C.size_t(len(commitments)), limbs(commitments), limbs(values), C.size_t(len(vectors)),
			(*C.uint32_t)(unsafe.Pointer(first(vectors))), first(points), (*C.uint64_t)(unsafe.Pointer(proof)),
			limbs(challenge[:]))
	})
}

// VerifyElements calls vorpal_banderwagon_verify_vartime.
func (c Committer) VerifyElements(pool *Pool, transcript []byte, commitments []Point, opened []uint32, points []byte,
	values []Scalar, proof *Multiproof, challenge *Scalar) (bool, error) {
	var valid C.int32_t
	err := c.use(pool, func(ctx *C.vorpal_ctx, committer *C.vorpal_committer) C.vorpal_status {
		return C.vorpal_banderwagon_verify_vartime(ctx, committer, first(transcript), C.size_t(len(transcript)),
			C.size_t(len(commitments)), limbs(commitments), C.size_t(len(opened)),
			(*C.uint32_t)(unsafe.Pointer(first(opened))), first(points), limbs(values),
			(*C.uint64_t)(unsafe.Pointer(proof)), limbs(challenge[:]), &valid)
	})
	return valid != 0, err
}

// ProveEvaluation calls vorpal_banderwagon_prove_evaluation_vartime.
func (c Committer) ProveEvaluation(pool *Pool, transcript []byte, commitment *Point, values *[256]Scalar,
	point, value *Scalar, proof *Argument, challenge *Scalar) error {
	return c.use(pool, func(ctx *C.vorpal_ctx, committer *C.vorpal_committer) C.vorpal_status {
		return C.vorpal_banderwagon_prove_evaluation_vartime(ctx, committer, first(transcript),
			C.size_t(len(transcript)), limbs(commitment[:]), limbs(values[:]), limbs(point[:]), limbs(value[:]),
			(*C.uint64_t)(unsafe.Pointer(proof)), limbs(challenge[:]))
	})
}

// VerifyEvaluation calls vorpal_banderwagon_verify_evaluation_vartime.
func (c Committer) VerifyEvaluation(pool *Pool, transcript []byte, commitment *Point, point, value *Scalar,
	proof *Argument, challenge *Scalar) (bool, error) {
	var valid C.int32_t
	err := c.use(pool, func(ctx *C.vorpal_ctx, committer *C.vorpal_committer) C.vorpal_status {
		return C.vorpal_banderwagon_verify_evaluation_vartime(ctx, committer, first(transcript),
			C.size_t(len(transcript)), limbs(commitment[:]), limbs(point[:]), limbs(value[:]),
			(*C.uint64_t)(unsafe.Pointer(proof)), limbs(challenge[:]), &valid)
	})
	return valid != 0, err
}
