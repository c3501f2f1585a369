//go:build go_verkle_2023_03

package main

import "vorpal/lab/go/lab"

// The version after inverses and conversions were shared.
func init() {
	lab.Register("go-verkle-2023-03", modules, register)
}
