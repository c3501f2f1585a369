//go:build go_verkle_2023_02

package main

import "vorpal/lab/go/lab"

// The version before inverses and conversions were shared.
func init() {
	lab.Register("go-verkle-2023-02", modules, register)
}
