//go:build !go_verkle_2023_02

package main

import verkle "github.com/gballet/go-verkle"

// saving is the function that encodes the nodes.
const saving = "BatchSerialize"

// encode encodes all nodes; they share an inversion.
func encode(tree *verkle.InternalNode) {
	if _, err := tree.BatchSerialize(); err != nil {
		panic(err)
	}
}
