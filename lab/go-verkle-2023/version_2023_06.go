//go:build !go_verkle_2023_02 && !go_verkle_2023_03

package main

import "vorpal/lab/go/lab"

// The version on the proxy for modules.
func init() {
	lab.Register("go-verkle-2023-06", modules, register)
}
