//go:build go_verkle_2023_02

package main

import verkle "github.com/gballet/go-verkle"

// saving is the function that encodes the nodes.
const saving = "Flush, Serialize"

// encode encodes all nodes, each with inversions of its own. The tree cannot be used afterwards.
func encode(tree *verkle.InternalNode) {
	tree.Flush(func(node verkle.VerkleNode) {
		if _, err := node.Serialize(); err != nil {
			panic(err)
		}
	})
}
