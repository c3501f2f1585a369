// Package verkle has Verkle trees as go-verkle computes them, in memory and on disk: the same roots, proofs and JSON.
//
//   - Store is a state tree with its history. It offers whole blocks, not nodes.
//   - Witness proves values of a tree. Verify has go-verkle's signature; VerkleProof and StateDiff have the fields and
//     the JSON of its types, and are types of their own. That format does not prove absence.
//   - Committer commits to vectors of 256 values in the group Banderwagon, and proves openings.
//   - Keys, BasicData and CodeChunks map accounts to keys and values (EIP-6800).
//
// Everything takes variable time. The package requires cgo, and is empty without it.
package verkle
