//go:build cgo

package lib

/*
#include <stdlib.h>
#include <vorpal.h>

// The functions with scalars, which are bytes here. The runtime of Go checks the memory around a void pointer for
// pointers of Go, and ends the program if there are any; it knows that bytes contain none.
static vorpal_status go_msm(const vorpal_ctx *ctx, const vorpal_bases *bases, size_t count, const uint8_t *scalars,
                            int32_t scalar_format, vorpal_progress progress, void *user, int32_t format, uint8_t *out,
                            size_t out_len) {
	return vorpal_msm_vartime(ctx, bases, count, scalars, scalar_format, progress, user, format, out, out_len);
}

static vorpal_status go_msm_by(const vorpal_ctx *ctx, const vorpal_bases *bases, size_t count, const uint8_t *scalars,
                               int32_t scalar_format, int32_t algorithm, vorpal_progress progress, void *user,
                               int32_t format, uint8_t *out, size_t out_len) {
	return vorpal_msm_by_vartime(ctx, bases, count, scalars, scalar_format, algorithm, progress, user, format, out,
	                             out_len);
}

static vorpal_status go_msm_to_montgomery(const vorpal_ctx *ctx, const vorpal_bases *bases, size_t count,
                                          const uint8_t *scalars, int32_t scalar_format, vorpal_progress progress,
                                          void *user, uint64_t *out) {
	return vorpal_msm_to_montgomery_vartime(ctx, bases, count, scalars, scalar_format, progress, user, out);
}

static vorpal_status go_msm_of_points(const vorpal_ctx *ctx, int32_t curve, size_t count, const uint64_t *points,
                                      int32_t trust, const uint8_t *scalars, int32_t scalar_format, uint64_t *out) {
	return vorpal_msm_of_points_vartime(ctx, curve, count, points, trust, scalars, scalar_format, NULL, NULL, out);
}

static vorpal_status go_partial_job(const vorpal_ctx *ctx, const vorpal_bases *bases, size_t count,
                                    const uint8_t *scalars, int32_t scalar_format, uint8_t *out) {
	return vorpal_partial_job(ctx, bases, count, scalars, scalar_format, out);
}

static vorpal_status go_partial(const vorpal_ctx *ctx, const uint8_t *job, uint64_t terms, uint32_t bits,
                                uint64_t first_term, uint32_t first_bit, uint32_t end_bit, const vorpal_bases *bases,
                                size_t count, const uint8_t *scalars, int32_t scalar_format, vorpal_progress progress,
                                void *user, vorpal_partial **out) {
	return vorpal_partial_vartime(ctx, job, terms, bits, first_term, first_bit, end_bit, bases, count, scalars,
	                              scalar_format, progress, user, out);
}
*/
import "C"

import (
	"context"
	"unsafe"

	"vorpal.example/go/internal/status"
)

// Scalars are scalars in memory and their format, a vorpal_scalars.
type Scalars struct {
	pointer *C.uint8_t
	count   int
	format  int32
}

// ScalarsOf describes count scalars. The memory is that of a slice, which must stay alive.
func ScalarsOf[T any](slice []T, count int, format int32) Scalars {
	return Scalars{first(slice), count, format}
}

// Len returns the number of scalars.
func (s Scalars) Len() int { return s.count }

// Bases are points of one curve.
type Bases struct{ handle *Handle }

func newBases(create func(out **C.vorpal_bases) C.vorpal_status) (Bases, error) {
	handle, err := newHandle(
		func(p unsafe.Pointer) { C.vorpal_bases_free((*C.vorpal_bases)(p)) },
		func(out *unsafe.Pointer) C.vorpal_status { return create((**C.vorpal_bases)(unsafe.Pointer(out))) })
	return Bases{handle}, err
}

// withPool creates an object on a pool.
func withPool[T any](pool *Pool, create func(ctx *C.vorpal_ctx) (T, error)) (T, error) {
	var none T
	handle, err := pool.all()
	if err != nil {
		return none, err
	}
	handles := []*Handle{handle}
	if err := acquire(handles, "pool"); err != nil {
		return none, err
	}
	defer release(handles)
	return create((*C.vorpal_ctx)(handle.pointer))
}

// BasesFromBytes calls vorpal_bases_from_bytes.
func BasesFromBytes(pool *Pool, curve, format int32, points []byte, pointLen int, trust int32) (Bases, error) {
	return withPool(pool, func(ctx *C.vorpal_ctx) (Bases, error) {
		return newBases(func(out **C.vorpal_bases) C.vorpal_status {
			return C.vorpal_bases_from_bytes(ctx, C.int32_t(curve), C.int32_t(format), C.size_t(len(points)/pointLen),
				first(points), C.size_t(pointLen), C.int32_t(trust), out)
		})
	})
}

// BasesFromMontgomery calls vorpal_bases_from_montgomery.
func BasesFromMontgomery(pool *Pool, curve int32, points []uint64, count int, trust int32) (Bases, error) {
	return withPool(pool, func(ctx *C.vorpal_ctx) (Bases, error) {
		return newBases(func(out **C.vorpal_bases) C.vorpal_status {
			return C.vorpal_bases_from_montgomery(ctx, C.int32_t(curve), C.size_t(count), words(points), C.int32_t(trust), out)
		})
	})
}

// OpenBases calls vorpal_bases_open.
func OpenBases(pool *Pool, curve int32, file string) (Bases, error) {
	path, free, err := text(file, "file")
	if err != nil {
		return Bases{}, err
	}
	defer free()
	return withPool(pool, func(ctx *C.vorpal_ctx) (Bases, error) {
		return newBases(func(out **C.vorpal_bases) C.vorpal_status {
			return C.vorpal_bases_open(ctx, C.int32_t(curve), path, out)
		})
	})
}

// text is a string for C. A string with a zero byte is an error.
func text(value, name string) (*C.char, func(), error) {
	for i := range len(value) {
		if value[i] == 0 {
			return nil, nil, status.New(status.Argument, name+" contains a zero byte")
		}
	}
	copied := C.CString(value)
	return copied, func() { C.free(unsafe.Pointer(copied)) }, nil
}

func (b Bases) use(f func(bases *C.vorpal_bases) error) error {
	handles := []*Handle{b.handle}
	if err := acquire(handles, "bases"); err != nil {
		return err
	}
	defer release(handles)
	return f((*C.vorpal_bases)(b.handle.pointer))
}

// Prepare calls vorpal_bases_prepare.
func (b Bases) Prepare(pool *Pool, memory uint) (prepared Bases, err error) {
	err = b.use(func(bases *C.vorpal_bases) error {
		prepared, err = withPool(pool, func(ctx *C.vorpal_ctx) (Bases, error) {
			return newBases(func(out **C.vorpal_bases) C.vorpal_status {
				return C.vorpal_bases_prepare(ctx, bases, C.size_t(memory), out)
			})
		})
		return err
	})
	return prepared, err
}

// Save calls vorpal_bases_save.
func (b Bases) Save(file string) error {
	path, free, err := text(file, "file")
	if err != nil {
		return err
	}
	defer free()
	return b.use(func(bases *C.vorpal_bases) error {
		return call(func() C.vorpal_status { return C.vorpal_bases_save(bases, path) })
	})
}

// Count calls vorpal_bases_count.
func (b Bases) Count() (int, error) {
	var count C.size_t
	err := b.use(func(bases *C.vorpal_bases) error {
		return call(func() C.vorpal_status { return C.vorpal_bases_count(bases, &count) })
	})
	return int(count), err
}

// Close frees the bases.
func (b Bases) Close() error { return b.handle.Close() }

// MSM calls vorpal_msm_vartime.
func (b Bases) MSM(ctx context.Context, pool *Pool, scalars Scalars, report Progress, format int32, out []byte) error {
	return b.use(func(bases *C.vorpal_bases) error {
		return watched(ctx, report, func(callback C.vorpal_progress, user unsafe.Pointer) error {
			return pool.use(func(threads *C.vorpal_ctx) C.vorpal_status {
				return C.go_msm(threads, bases, C.size_t(scalars.count), scalars.pointer,
					C.int32_t(scalars.format), callback, user, C.int32_t(format), first(out), C.size_t(len(out)))
			})
		})
	})
}

// MSMBy calls vorpal_msm_by_vartime.
func (b Bases) MSMBy(ctx context.Context, pool *Pool, scalars Scalars, algorithm int32, report Progress, format int32,
	out []byte) error {
	return b.use(func(bases *C.vorpal_bases) error {
		return watched(ctx, report, func(callback C.vorpal_progress, user unsafe.Pointer) error {
			return pool.use(func(threads *C.vorpal_ctx) C.vorpal_status {
				return C.go_msm_by(threads, bases, C.size_t(scalars.count), scalars.pointer, C.int32_t(scalars.format),
					C.int32_t(algorithm), callback, user, C.int32_t(format), first(out), C.size_t(len(out)))
			})
		})
	})
}

// MSMToMontgomery calls vorpal_msm_to_montgomery_vartime.
func (b Bases) MSMToMontgomery(ctx context.Context, pool *Pool, scalars Scalars, report Progress, out []uint64) error {
	return b.use(func(bases *C.vorpal_bases) error {
		return watched(ctx, report, func(callback C.vorpal_progress, user unsafe.Pointer) error {
			return pool.use(func(threads *C.vorpal_ctx) C.vorpal_status {
				return C.go_msm_to_montgomery(threads, bases, C.size_t(scalars.count), scalars.pointer,
					C.int32_t(scalars.format), callback, user, words(out))
			})
		})
	})
}

// MSMOfPoints calls vorpal_msm_of_points_vartime. P is a point in Montgomery form, as is out.
func MSMOfPoints[P any](pool *Pool, curve int32, points []P, trust int32, scalars Scalars, out *P) error {
	return pool.use(func(ctx *C.vorpal_ctx) C.vorpal_status {
		return C.go_msm_of_points(ctx, C.int32_t(curve), C.size_t(len(points)),
			(*C.uint64_t)(unsafe.Pointer(first(points))), C.int32_t(trust), scalars.pointer, C.int32_t(scalars.format),
			(*C.uint64_t)(unsafe.Pointer(out)))
	})
}

// Job calls vorpal_partial_job.
func (b Bases) Job(pool *Pool, scalars Scalars, out *[32]byte) error {
	return b.use(func(bases *C.vorpal_bases) error {
		return pool.use(func(ctx *C.vorpal_ctx) C.vorpal_status {
			return C.go_partial_job(ctx, bases, C.size_t(scalars.count), scalars.pointer, C.int32_t(scalars.format),
				only(out))
		})
	})
}

// Partial is a part of a sum.
type Partial struct{ handle *Handle }

func newPartial(create func(out **C.vorpal_partial) C.vorpal_status) (Partial, error) {
	handle, err := newHandle(
		func(p unsafe.Pointer) { C.vorpal_partial_free((*C.vorpal_partial)(p)) },
		func(out *unsafe.Pointer) C.vorpal_status { return create((**C.vorpal_partial)(unsafe.Pointer(out))) })
	return Partial{handle}, err
}

// PartOf says which part of a sum to compute.
type PartOf struct {
	Job              [32]byte
	Terms, FirstTerm uint64
	Bits             uint32
	FirstBit, EndBit uint32
}

// Partial calls vorpal_partial_vartime.
func (b Bases) Partial(ctx context.Context, pool *Pool, part PartOf, scalars Scalars, report Progress) (
	result Partial, err error) {
	err = b.use(func(bases *C.vorpal_bases) error {
		return watched(ctx, report, func(callback C.vorpal_progress, user unsafe.Pointer) error {
			result, err = withPool(pool, func(threads *C.vorpal_ctx) (Partial, error) {
				return newPartial(func(out **C.vorpal_partial) C.vorpal_status {
					return C.go_partial(threads, only(&part.Job), C.uint64_t(part.Terms), C.uint32_t(part.Bits),
						C.uint64_t(part.FirstTerm), C.uint32_t(part.FirstBit), C.uint32_t(part.EndBit), bases,
						C.size_t(scalars.count), scalars.pointer, C.int32_t(scalars.format), callback, user, out)
				})
			})
			return err
		})
	})
	return result, err
}

// PartialFromBytes calls vorpal_partial_from_bytes.
func PartialFromBytes(curve int32, bytes []byte) (Partial, error) {
	return newPartial(func(out **C.vorpal_partial) C.vorpal_status {
		return C.vorpal_partial_from_bytes(C.int32_t(curve), first(bytes), C.size_t(len(bytes)), out)
	})
}

func (p Partial) use(f func(partial *C.vorpal_partial) error) error {
	handles := []*Handle{p.handle}
	if err := acquire(handles, "part"); err != nil {
		return err
	}
	defer release(handles)
	return f((*C.vorpal_partial)(p.handle.pointer))
}

// Bytes calls vorpal_partial_to_bytes.
func (p Partial) Bytes() (bytes []byte, err error) {
	err = p.use(func(partial *C.vorpal_partial) error {
		bytes, err = sized(func(buffer *C.uint8_t, length *C.size_t) C.vorpal_status {
			return C.vorpal_partial_to_bytes(partial, buffer, length)
		})
		return err
	})
	return bytes, err
}

// Merge calls vorpal_partial_merge.
func (p Partial) Merge(other Partial) (merged Partial, err error) {
	if p.handle == other.handle {
		return Partial{}, status.New(status.Argument, "other is the same part")
	}
	handles := []*Handle{p.handle, other.handle}
	if err := acquire(handles, "part", "other"); err != nil {
		return Partial{}, err
	}
	defer release(handles)
	return newPartial(func(out **C.vorpal_partial) C.vorpal_status {
		return C.vorpal_partial_merge((*C.vorpal_partial)(p.handle.pointer), (*C.vorpal_partial)(other.handle.pointer), out)
	})
}

// Finish calls vorpal_partial_finish.
func (p Partial) Finish(format int32, out []byte) error {
	return p.use(func(partial *C.vorpal_partial) error {
		return call(func() C.vorpal_status {
			return C.vorpal_partial_finish(partial, C.int32_t(format), first(out), C.size_t(len(out)))
		})
	})
}

// Close frees the part.
func (p Partial) Close() error { return p.handle.Close() }
