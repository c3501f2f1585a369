//go:build cgo

package lib

/*
#include <vorpal.h>
*/
import "C"

import "unsafe"

// Domain is a domain of transforms.
type Domain struct{ handle *Handle }

// NewDomain calls vorpal_ntt_domain_new. root and shift are four limbs in Montgomery form each.
func NewDomain[E any](field int32, logSize int, root, shift *E) (Domain, error) {
	handle, err := newHandle(
		func(p unsafe.Pointer) { C.vorpal_ntt_domain_free((*C.vorpal_ntt_domain)(p)) },
		func(out *unsafe.Pointer) C.vorpal_status {
			return C.vorpal_ntt_domain_new(C.int32_t(field), C.uint32_t(logSize),
				(*C.uint64_t)(unsafe.Pointer(root)), (*C.uint64_t)(unsafe.Pointer(shift)),
				(**C.vorpal_ntt_domain)(unsafe.Pointer(out)))
		})
	return Domain{handle}, err
}

// Transform calls vorpal_ntt_evaluate, or for the inverse vorpal_ntt_interpolate, in place. The slice has the domain's
// size.
func Transform[E any](pool *Pool, d Domain, values []E, order int32, inverse bool) error {
	handles := []*Handle{d.handle}
	if err := acquire(handles, "domain"); err != nil {
		return err
	}
	defer release(handles)
	domain := (*C.vorpal_ntt_domain)(d.handle.pointer)
	return pool.use(func(ctx *C.vorpal_ctx) C.vorpal_status {
		if inverse {
			return C.vorpal_ntt_interpolate(ctx, domain, 1, limbs(values), C.int32_t(order))
		}
		return C.vorpal_ntt_evaluate(ctx, domain, 1, limbs(values), C.int32_t(order))
	})
}
