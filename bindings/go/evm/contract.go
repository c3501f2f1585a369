//go:build cgo

package evm

import (
	"math"

	"vorpal.example/go/internal/lib"
)

// Fork decides which contracts there are, and the gas of modular exponentiation. Later forks are greater.
type Fork int32

// The forks that changed contracts. Earlier ones had other prices of BN254.
const (
	Istanbul Fork = iota // 2019
	Berlin               // 2021: EIP-2565
	Cancun               // 2024: EIP-4844
	Prague               // 2025: EIP-2537
	Osaka                // 2025: EIP-7823, EIP-7883, EIP-7951
)

// kind is what contracts differ in.
type kind struct {
	// address is the last two bytes of the address. The others are zero.
	address uint16
	since   Fork
	// name is that of go-ethereum.
	name string
	// longest is the length of the longest output, or -1 if the library computes it from the input.
	longest int
}

// identity is the address of the contract whose output is its input.
const identity = 0x04

var kinds = []kind{
	{0x01, Istanbul, "ECREC", 32},
	{0x02, Istanbul, "SHA256", 32},
	{0x03, Istanbul, "RIPEMD160", 32},
	{identity, Istanbul, "ID", -1},
	{0x05, Istanbul, "MODEXP", -1},
	{0x06, Istanbul, "BN254_ADD", 64},
	{0x07, Istanbul, "BN254_MUL", 64},
	{0x08, Istanbul, "BN254_PAIRING", 32},
	{0x09, Istanbul, "BLAKE2F", 64},
	{0x0a, Cancun, "KZG_POINT_EVALUATION", 64},
	{0x0b, Prague, "BLS12_G1ADD", 128},
	{0x0c, Prague, "BLS12_G1MSM", 128},
	{0x0d, Prague, "BLS12_G2ADD", 256},
	{0x0e, Prague, "BLS12_G2MSM", 256},
	{0x0f, Prague, "BLS12_PAIRING_CHECK", 32},
	{0x10, Prague, "BLS12_MAP_FP_TO_G1", 128},
	{0x11, Prague, "BLS12_MAP_FP2_TO_G2", 256},
	{0x100, Osaka, "P256VERIFY", 32},
}

// Contract is a precompiled contract by the rules of a fork. Its pointer and its value are comparable, and implement
// vm.PrecompiledContract of go-ethereum.
type Contract struct {
	kind *kind
	fork Fork
}

// Contracts returns the contracts of a fork, by address; none for a fork that is no constant of this package.
func Contracts(fork Fork) []Contract {
	var all []Contract
	if fork < Istanbul || fork > Osaka {
		return nil
	}
	for i := range kinds {
		if kinds[i].since <= fork {
			all = append(all, Contract{&kinds[i], fork})
		}
	}
	return all
}

// At returns the contract of a fork at an address, and whether there is one.
func At(address [20]byte, fork Fork) (Contract, bool) {
	for _, contract := range Contracts(fork) {
		if contract.Address() == address {
			return contract, true
		}
	}
	return Contract{}, false
}

// Address returns the address.
func (c Contract) Address() (address [20]byte) {
	address[18], address[19] = byte(c.kind.address>>8), byte(c.kind.address)
	return address
}

// Name returns the name that go-ethereum has for the contract.
func (c Contract) Name() string { return c.kind.name }

// Cacheable reports whether go-ethereum may keep outputs: for all contracts but the one that returns its input.
func (c Contract) Cacheable() bool { return c.kind.name != "ID" }

// RequiredGas returns the gas of a call, or 2^64 - 1 if it is more.
func (c Contract) RequiredGas(input []byte) uint64 {
	gas, err := lib.ContractGas(int32(c.kind.address), int32(c.fork), input)
	if err != nil {
		return math.MaxUint64
	}
	return gas
}

// Run returns the output of a call; charge RequiredGas first, which limits the time and the memory. A signature without
// a key or an invalid one is no failure, but an empty output. The error of a failed contract is a *Failure. Sums of
// multiples run on all cores, the others on the calling thread.
func (c Contract) Run(input []byte) ([]byte, error) {
	longest := c.kind.longest
	if c.kind.address == identity {
		longest = len(input)
	}
	output, reason, err := lib.RunContract(nil, int32(c.kind.address), int32(c.fork), input, longest)
	if lib.IsContractFailure(err) {
		return nil, &Failure{Contract: c, Reason: Reason(reason), err: err}
	}
	return output, err
}
