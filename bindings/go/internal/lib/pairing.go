//go:build cgo

package lib

/*
#include <vorpal.h>
*/
import "C"

import "unsafe"

// limbs returns the address of values in the stored form, or nil for none.
func limbs[T any](slice []T) *C.uint64_t { return (*C.uint64_t)(unsafe.Pointer(first(slice))) }

// PairingProduct calls vorpal_pairing_product_of_points. The slices have the same length, and T is an element of the
// target group in the stored form.
func PairingProduct[P, Q, T any](curve int32, g1 []P, g2 []Q, trust int32, out *T) error {
	return call(func() C.vorpal_status {
		return C.vorpal_pairing_product_of_points(C.int32_t(curve), C.size_t(len(g1)), limbs(g1), limbs(g2),
			C.int32_t(trust), (*C.uint64_t)(unsafe.Pointer(out)))
	})
}

// PairingIsOne calls vorpal_pairing_is_one_of_points. The slices have the same length.
func PairingIsOne[P, Q any](curve int32, g1 []P, g2 []Q, trust int32) (bool, error) {
	var valid C.int32_t
	err := call(func() C.vorpal_status {
		return C.vorpal_pairing_is_one_of_points(C.int32_t(curve), C.size_t(len(g1)), limbs(g1), limbs(g2),
			C.int32_t(trust), &valid)
	})
	return err == nil && valid != 0, err
}

// Lines are prepared points of G2.
type Lines struct{ handle *Handle }

// NewLines calls vorpal_g2_lines_from_montgomery.
func NewLines[Q any](curve int32, points []Q) (Lines, error) {
	handle, err := newHandle(
		func(p unsafe.Pointer) { C.vorpal_g2_lines_free((*C.vorpal_g2_lines)(p)) },
		func(out *unsafe.Pointer) C.vorpal_status {
			return C.vorpal_g2_lines_from_montgomery(C.int32_t(curve), C.size_t(len(points)), limbs(points),
				(**C.vorpal_g2_lines)(unsafe.Pointer(out)))
		})
	return Lines{handle}, err
}

// Close frees the points.
func (l Lines) Close() error { return l.handle.Close() }

// PairingWithLinesIsOne calls vorpal_pairing_prepared_is_one_of_points. There is a point in fixed for each prepared
// point, and the other slices have the same length.
func PairingWithLinesIsOne[P, Q any](lines Lines, fixed, g1 []P, g2 []Q, trust int32) (bool, error) {
	handles := []*Handle{lines.handle}
	if err := acquire(handles, "lines"); err != nil {
		return false, err
	}
	defer release(handles)
	var valid C.int32_t
	err := call(func() C.vorpal_status {
		return C.vorpal_pairing_prepared_is_one_of_points((*C.vorpal_g2_lines)(lines.handle.pointer), limbs(fixed),
			C.size_t(len(g1)), limbs(g1), limbs(g2), C.int32_t(trust), &valid)
	})
	return err == nil && valid != 0, err
}
