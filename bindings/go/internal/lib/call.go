//go:build cgo

package lib

/*
#include <vorpal.h>
*/
import "C"

import (
	"runtime"
	"unsafe"

	"vorpal.example/go/internal/status"
)

// call runs a function of the library and fetches the message of a failure, which belongs to the thread.
func call(f func() C.vorpal_status) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if result := f(); result != C.VORPAL_OK {
		return status.New(status.Status(result), C.GoString(C.vorpal_last_error()))
	}
	return nil
}

// first returns the address of the first byte of a slice, or nil for an empty slice.
func first[T any](slice []T) *C.uint8_t {
	if len(slice) == 0 {
		return nil
	}
	return (*C.uint8_t)(unsafe.Pointer(unsafe.SliceData(slice)))
}

// only returns the address of an array, or nil for none.
func only[T any](array *T) *C.uint8_t { return (*C.uint8_t)(unsafe.Pointer(array)) }

func words(slice []uint64) *C.uint64_t { return (*C.uint64_t)(unsafe.Pointer(first(slice))) }

func flag(value bool) C.int32_t {
	if value {
		return 1
	}
	return 0
}

// sized asks for the length of an output, then for its bytes.
func sized(f func(buffer *C.uint8_t, length *C.size_t) C.vorpal_status) ([]byte, error) {
	for length := C.size_t(0); ; {
		if err := call(func() C.vorpal_status { return f(nil, &length) }); err != nil {
			return nil, err
		}
		if length == 0 {
			return nil, nil
		}
		bytes := make([]byte, length)
		err := call(func() C.vorpal_status { return f(first(bytes), &length) })
		if e, ok := err.(*status.Error); ok && e.Status == status.Buffer {
			continue // The output grew between the calls.
		}
		if err != nil {
			return nil, err
		}
		return bytes[:length], nil
	}
}

// Version returns the version of the library.
func Version() string { return C.GoString(C.vorpal_version()) }

// Backend returns the kernels in use.
func Backend() string { return C.GoString(C.vorpal_backend()) }

func init() {
	if have, want := uint32(C.vorpal_abi_version()), uint32(C.VORPAL_ABI_VERSION); have != want {
		panic("vorpal: the library's interface differs from its header; build both from the same sources")
	}
}
