package main

// static void nothing(void) {}
import "C"

import (
	"errors"

	"github.com/ethereum/go-ethereum/common"

	"vorpal.example/go/evm"
)

// calls measures the way from Go to the library and back: the contract that returns its input, without input. The last
// side is a call of a function of C that does nothing.
func calls(rounds int) error {
	const count = 1000
	identity, found := evm.At(common.BytesToAddress([]byte{4}), evm.Osaka)
	if !found {
		return errors.New("no contract of identity")
	}
	return compare("a call", count, 10*rounds,
		timed("evm, identity", func() error {
			for range count {
				if _, err := identity.Run(nil); err != nil {
					return err
				}
			}
			return nil
		}),
		timed("cgo", func() error {
			for range count {
				C.nothing()
			}
			return nil
		}))
}
