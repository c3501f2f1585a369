// Package verkle has the Verkle trees of go-verkle, under its names: nodes that a program inserts into, commits,
// serializes and parses, and proofs of their values. A program changes the import of github.com/ethereum/go-verkle.
//
// Nodes are values of Go, with the behaviour and the serialization of go-verkle's. The library computes commitments:
// Commit of an internal node takes three calls for all leaves that changed, and two for each level above them. Between
// commits, inserting into an internal node leaves the commitments of leaves for later, and any method that needs one
// computes it.
//
// VerkleProof, StateDiff and their parts are the types of package vorpal.example/go/verkle, which has whole trees on
// disk. Bytes that ParseNode refuses are an error, where go-verkle may panic; so are keys that are too short. Values of
// a parsed leaf are parts of its serialization.
//
// Everything takes variable time. The package requires cgo, and is empty without it.
package verkle
