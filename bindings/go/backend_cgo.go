//go:build cgo

package vorpal

import "vorpal.example/go/internal/lib"

// Backend returns the kernels in use, such as "bmi2+adx, batches avx512-ifma", or "dcrd" without cgo. The environment
// variable VORPAL_BACKEND limits the kernels when the library is first used. With an unknown value, all calls of the
// library fail with ErrArgument.
func Backend() string { return lib.Backend() }

// Version returns the version of the library, or "none" without cgo.
func Version() string { return lib.Version() }
