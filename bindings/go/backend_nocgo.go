//go:build !cgo

package vorpal

// Backend returns the kernels in use, such as "bmi2+adx, batches avx512-ifma", or "dcrd" without cgo. The environment
// variable VORPAL_BACKEND limits the kernels when the library is first used.
func Backend() string { return "dcrd" }

// Version returns the version of the library, or "none" without cgo.
func Version() string { return "none" }
