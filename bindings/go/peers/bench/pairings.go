package main

import (
	"bytes"
	"errors"
	"math/big"

	"github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/vm"

	"vorpal.example/go/evm"
	onbls "vorpal.example/go/pairing/bls12381"
	onbn "vorpal.example/go/pairing/bn254"
)

// The factors of two pairs whose product is one: e(a P, b Q) e(-a b P, Q).
var (
	factorA, _ = new(big.Int).SetString("123456789abcdef123456789abcdef123456789abcdef123456789abcdef", 16)
	factorB, _ = new(big.Int).SetString("fedcba987654321fedcba987654321fedcba987654321fedcba987654321", 16)
	product    = new(big.Int).Neg(new(big.Int).Mul(factorA, factorB))
)

// padded appends numbers in fields of width bytes.
func padded(input []byte, width int, numbers ...[]byte) []byte {
	for _, number := range numbers {
		input = append(input, common.LeftPadBytes(number, width)...)
	}
	return input
}

// contract is the measurement of a precompiled contract on an input whose result is one.
func contract(title string, address common.Address, input []byte, rounds int) error {
	ours, found := evm.At(address, evm.Osaka)
	theirs := vm.PrecompiledContractsOsaka[address]
	if !found || theirs == nil {
		return errors.New(title + ": no such contract")
	}
	one := common.LeftPadBytes([]byte{1}, 32)
	side := func(name string, run func([]byte) ([]byte, error)) side {
		return timed(name, func() error {
			output, err := run(input)
			if err == nil && !bytes.Equal(output, one) {
				err = errors.New("the product is not one")
			}
			return err
		})
	}
	return compare(title, 1, 10*rounds, side("evm", ours.Run), side("go-ethereum core/vm", theirs.Run))
}

// check is the measurement of two functions that return whether a product of pairings is one.
func check(title, name string, rounds int, ours, theirs func() (bool, error)) error {
	verdict := func(run func() (bool, error)) func() error {
		return func() error {
			isOne, err := run()
			if err == nil && !isOne {
				err = errors.New("the product is not one")
			}
			return err
		}
	}
	return compare(title, 1, 10*rounds, timed(name, verdict(ours)),
		timed("gnark-crypto PairingCheck", verdict(theirs)))
}

// pairingsOnBN254 checks products of two pairs, from bytes and of points.
func pairingsOnBN254(rounds int) error {
	_, _, generator, twisted := bn254.Generators()
	points, lines := make([]bn254.G1Affine, 2), make([]bn254.G2Affine, 2)
	points[0].ScalarMultiplication(&generator, factorA)
	points[1].ScalarMultiplication(&generator, product)
	lines[0].ScalarMultiplication(&twisted, factorB)
	lines[1] = twisted
	var input []byte
	for i := range points {
		p, q := &points[i], &lines[i]
		input = padded(input, 32, p.X.Marshal(), p.Y.Marshal())
		input = padded(input, 32, q.X.A1.Marshal(), q.X.A0.Marshal(), q.Y.A1.Marshal(), q.Y.A0.Marshal())
	}
	return errors.Join(
		contract("pairing of 2 pairs, BN254, EIP-197", common.BytesToAddress([]byte{8}), input, rounds),
		check("pairing of 2 pairs, BN254, points of the subgroups", "pairing/bn254 PairingCheck", rounds,
			func() (bool, error) { return onbn.PairingCheck(points, lines) },
			func() (bool, error) { return bn254.PairingCheck(points, lines) }))
}

// pairingsOnBLS12381 checks products of two pairs, from bytes and of points.
func pairingsOnBLS12381(rounds int) error {
	_, _, generator, twisted := bls12381.Generators()
	points, lines := make([]bls12381.G1Affine, 2), make([]bls12381.G2Affine, 2)
	points[0].ScalarMultiplication(&generator, factorA)
	points[1].ScalarMultiplication(&generator, product)
	lines[0].ScalarMultiplication(&twisted, factorB)
	lines[1] = twisted
	var input []byte
	for i := range points {
		p, q := &points[i], &lines[i]
		input = padded(input, 64, p.X.Marshal(), p.Y.Marshal())
		input = padded(input, 64, q.X.A0.Marshal(), q.X.A1.Marshal(), q.Y.A0.Marshal(), q.Y.A1.Marshal())
	}
	return errors.Join(
		contract("pairing of 2 pairs, BLS12-381, EIP-2537", common.BytesToAddress([]byte{15}), input, rounds),
		check("pairing of 2 pairs, BLS12-381, points of the subgroups", "pairing/bls12381 PairingCheck", rounds,
			func() (bool, error) { return onbls.PairingCheck(points, lines) },
			func() (bool, error) { return bls12381.PairingCheck(points, lines) }))
}
