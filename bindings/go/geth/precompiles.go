//go:build cgo

package geth

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/params"

	"vorpal.example/go/evm"
)

// Precompiles returns the contracts of go-ethereum for these rules, with those of package evm in their place. Before
// Istanbul, where prices were others, they are go-ethereum's.
func Precompiles(rules params.Rules) vm.PrecompiledContracts {
	contracts := vm.ActivePrecompiledContracts(rules)
	switch {
	case rules.IsOsaka || rules.IsBogota:
		replace(contracts, evm.Osaka)
	case rules.IsPrague:
		replace(contracts, evm.Prague)
	case rules.IsCancun:
		replace(contracts, evm.Cancun)
	case rules.IsBerlin:
		replace(contracts, evm.Berlin)
	case rules.IsIstanbul:
		replace(contracts, evm.Istanbul)
	}
	return contracts
}

// InstallPrecompiles puts the contracts of package evm into go-ethereum, for all machines of the program: those of the
// forks from Istanbul on. Call it before the first machine runs; it changes variables of package vm.
func InstallPrecompiles() {
	replace(vm.PrecompiledContractsIstanbul, evm.Istanbul)
	replace(vm.PrecompiledContractsBerlin, evm.Berlin)
	replace(vm.PrecompiledContractsCancun, evm.Cancun)
	replace(vm.PrecompiledContractsPrague, evm.Prague)
	replace(vm.PrecompiledContractsOsaka, evm.Osaka)
	replace(vm.PrecompiledContractsP256Verify, evm.Osaka)
}

// replace puts the contracts of a fork in the place of those at the same addresses.
func replace(contracts vm.PrecompiledContracts, fork evm.Fork) {
	for _, contract := range evm.Contracts(fork) {
		if _, ok := contracts[common.Address(contract.Address())]; ok {
			contracts[common.Address(contract.Address())] = contract
		}
	}
}
