// Package banderwagon has the group Banderwagon under the names of go-ipa: elements, their encodings, the map to
// scalars, and sums. A program changes the import of github.com/crate-crypto/go-ipa/banderwagon.
//
// The library decodes, encodes and maps elements, in batches by one call, and computes sums. Coordinates are numbers of
// gnark-crypto, and scalars those of go-ipa; nothing is copied where a function takes a slice of elements. Single
// additions and doublings are gnark-crypto's.
//
// Two points of the curve, (x, y) and (-x, -y), represent an element. MSMPrecomp gives the same one as go-ipa, and so
// the same uncompressed bytes. MultiExp and ScalarMul may give the other one.
//
// Everything takes variable time. The package requires cgo, and is empty without it.
package banderwagon
