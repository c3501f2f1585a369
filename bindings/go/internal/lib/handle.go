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

// Handle owns an object of the library. It is freed by Close, or once it is unreachable. Calls and Close may happen at
// the same time: Close waits, and later calls fail.
type Handle struct {
	mutex   sync.RWMutex
	pointer unsafe.Pointer
	free    func(unsafe.Pointer)
	cleanup runtime.Cleanup
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

// Close frees the object. Closing twice does nothing.
func (h *Handle) Close() error {
	if h == nil {
		return nil
	}
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.pointer != nil {
		h.cleanup.Stop()
		h.free(h.pointer)
		h.pointer = nil
	}
	return nil
}

// acquire keeps the objects of all handles from being freed until release. names are those of the errors.
func acquire(handles []*Handle, names ...string) error {
	for i, handle := range handles {
		if handle == nil {
			release(handles[:i])
			return status.New(status.Argument, names[i]+" is nil")
		}
		handle.mutex.RLock()
		if handle.pointer == nil {
			release(handles[:i+1])
			return status.New(status.Argument, names[i]+" is closed")
		}
	}
	return nil
}

func release(handles []*Handle) {
	for _, handle := range handles {
		handle.mutex.RUnlock()
	}
}
