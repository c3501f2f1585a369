// Package evm has Ethereum's precompiled contracts, by go-ethereum's interface vm.PrecompiledContract.
//
//   - Contract has RequiredGas, Run and Name, by the rules of a Fork.
//   - Contracts has all contracts of a fork, and At the one at an address.
//   - A failed contract returns a *Failure with go-ethereum's text and a Reason.
//
// Package geth, a module of its own, puts them into go-ethereum.
//
// All input is public, and everything takes variable time. The package requires cgo, and is empty without it.
package evm
