// Package lib calls the C interface of Vorpal. It is the only package of this module that imports "C": slices
// come in, their lengths are checked by the caller, and errors go out.
//
// Without cgo it has the type Pool alone.
package lib
