//go:build cgo && vorpal_prebuilt

package lib

// The library is installed already, and pkg-config finds it.

/*
#cgo pkg-config: vorpal
*/
import "C"
