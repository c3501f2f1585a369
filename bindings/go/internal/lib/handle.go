//go:build cgo

package lib

/*
#include <vorpal.h>
*/
import "C"

import (
	"runtime"
	"sync"
	"unsafe"

	"vorpal.example/go/internal/status"
)

// Handle owns an object of the library. Close ends its use: later calls fail, and the object is freed once the calls
// that run have ended. An unreachable handle is freed as well.
type Handle struct {
	mutex   sync.Mutex
	pointer unsafe.Pointer
	free    func(unsafe.Pointer)
	cleanup runtime.Cleanup
	// The number of calls that use the object.
	uses   int
	closed bool
}

// newHandle owns the object that create makes.
func newHandle(free func(unsafe.Pointer), create func(out *unsafe.Pointer) C.vorpal_status) (*Handle, error) {
	var pointer unsafe.Pointer
	if err := call(func() C.vorpal_status { return create(&pointer) }); err != nil {
		return nil, err
	}
	handle := &Handle{pointer: pointer, free: free}
	handle.cleanup = runtime.AddCleanup(handle, free, handle.pointer)
	return handle, nil
}

// Close ends the use of the object. Closing twice does nothing.
func (h *Handle) Close() error {
	if h == nil {
		return nil
	}
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if !h.closed {
		h.closed = true
		h.freeUnused()
	}
	return nil
}

// freeUnused frees a closed object that no call uses. The mutex is held.
func (h *Handle) freeUnused() {
	if h.closed && h.uses == 0 {
		h.cleanup.Stop()
		h.free(h.pointer)
		h.pointer = nil
	}
}

// acquire keeps the objects of all handles from being freed until release. names are those of the errors. No call waits
// here, so the order of handles is arbitrary.
func acquire(handles []*Handle, names ...string) error {
	for i, handle := range handles {
		if err := handle.begin(names[i]); err != nil {
			release(handles[:i])
			return err
		}
	}
	return nil
}

func (h *Handle) begin(name string) error {
	if h == nil {
		return status.New(status.Argument, name+" is nil")
	}
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.closed {
		return status.New(status.Argument, name+" is closed")
	}
	h.uses++
	return nil
}

func release(handles []*Handle) {
	for _, handle := range handles {
		handle.mutex.Lock()
		handle.uses--
		handle.freeUnused()
		handle.mutex.Unlock()
	}
}
