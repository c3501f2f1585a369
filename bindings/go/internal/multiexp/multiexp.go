//go:build cgo

// Package multiexp has what the drop-ins for gnark-crypto share: pools by number of tasks, the checks of arguments, and
// the check that gnark-crypto stores numbers as Vorpal does.
package multiexp

import (
	"errors"
	"runtime"
	"sync"
	"unsafe"

	"vorpal.example/go/internal/lib"
	"vorpal.example/go/internal/status"
)

// maxPools is the number of pools that stay for later calls.
const maxPools = 4

var (
	mutex sync.Mutex
	pools = map[int]*lib.Pool{}
)

// PoolOf returns a pool for a number of tasks, at most the number of cores, and a function to call after its use. Nil
// stands for all cores.
func PoolOf(tasks int) (*lib.Pool, func() error, error) {
	keep := func() error { return nil }
	if tasks <= 0 || tasks >= runtime.NumCPU() && tasks > 1 {
		return nil, keep, nil
	}
	mutex.Lock()
	defer mutex.Unlock()
	if found := pools[tasks]; found != nil {
		return found, keep, nil
	}
	created, err := lib.NewPool(tasks)
	if err != nil {
		return nil, nil, err
	}
	if len(pools) == maxPools {
		return created, created.Close, nil
	}
	pools[tasks] = created
	return created, keep, nil
}

// Sum is MultiExp of gnark-crypto for points of type P and scalars of type S, in Montgomery form. trust is a
// vorpal_trust. The errors of arguments have gnark-crypto's texts.
func Sum[P any, S any](curve, trust int32, out *P, points []P, scalars []S, tasks int) error {
	if len(points) != len(scalars) {
		return errors.New("len(points) != len(scalars)")
	}
	if tasks > 1024 {
		return errors.New("invalid config: config.NbTasks > 1024")
	}
	threads, done, err := PoolOf(tasks)
	if err != nil {
		return err
	}
	var sum P
	err = lib.MSMOfPoints(threads, curve, points, trust, lib.ScalarsOf(scalars, len(scalars), 2), &sum)
	if err := errors.Join(err, done()); err != nil {
		return err
	}
	*out = sum
	return nil
}

// CheckLayout reports whether points and scalars of gnark-crypto have the layout that this module relies on: one is the
// first field element and one the scalar 1, both stored as 2^(64 N) modulo the prime, least significant limb first, and
// a point is x followed by y.
func CheckLayout[P, F, S any](point *P, x, y *F, one F, expectedOne []uint64, scalar S, expectedScalar []uint64) error {
	base, size := uintptr(unsafe.Pointer(point)), unsafe.Sizeof(one)
	switch {
	case uintptr(unsafe.Pointer(x)) != base || uintptr(unsafe.Pointer(y)) != base+size || unsafe.Sizeof(*point) != 2*size:
		return status.New(status.NotPossible, "this version of gnark-crypto stores points in another order")
	case !equal(one, expectedOne) || !equal(scalar, expectedScalar):
		return status.New(status.NotPossible, "this version of gnark-crypto stores numbers in another form")
	}
	return nil
}

func equal[T any](value T, limbs []uint64) bool {
	if unsafe.Sizeof(value) != uintptr(8*len(limbs)) {
		return false
	}
	stored := unsafe.Slice((*uint64)(unsafe.Pointer(&value)), len(limbs))
	for i, limb := range limbs {
		if stored[i] != limb {
			return false
		}
	}
	return true
}
