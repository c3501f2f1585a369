//go:build cgo

package geth_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/params"

	"vorpal.example/go/evm"
	"vorpal.example/go/geth"
	"vorpal.example/go/internal/testdata"
)

// unpayable is more gas than any block has.
const unpayable = 1 << 50

var forks = []struct {
	name  string
	fork  evm.Fork
	rules params.Rules
}{
	{"Istanbul", evm.Istanbul, params.Rules{IsIstanbul: true}},
	{"Berlin", evm.Berlin, params.Rules{IsIstanbul: true, IsBerlin: true}},
	{"Cancun", evm.Cancun, params.Rules{IsIstanbul: true, IsBerlin: true, IsCancun: true}},
	{"Prague", evm.Prague, params.Rules{IsIstanbul: true, IsBerlin: true, IsCancun: true, IsPrague: true}},
	{"Osaka", evm.Osaka,
		params.Rules{IsIstanbul: true, IsBerlin: true, IsCancun: true, IsPrague: true, IsOsaka: true}},
}

// inputs returns the inputs of all vectors, and of each some with wrong bytes and lengths.
func inputs(t *testing.T) [][]byte {
	files, err := filepath.Glob(filepath.Join(testdata.Folder(t, "evm/precompiles"), "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatal("no vectors", err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	var all [][]byte
	for _, file := range files {
		var vectors []struct{ Input string }
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &vectors); err != nil {
			t.Fatal(err)
		}
		// Some of each file: go-ethereum's side takes most of the time.
		for i := 0; i < len(vectors); i += 1 + len(vectors)/3 {
			input, err := hex.DecodeString(vectors[i].Input)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, input)
			if len(input) > 0 {
				wrong := bytes.Clone(input)
				wrong[random.IntN(len(wrong))] ^= 1 << random.IntN(8)
				all = append(all, wrong, input[:random.IntN(len(input))])
			}
		}
	}
	return all
}

// Every contract gives the gas, the output and the failure of go-ethereum's, on the inputs of all contracts.
func TestPrecompiles(t *testing.T) {
	all := inputs(t)
	for _, fork := range forks {
		theirs, ours := vm.ActivePrecompiledContracts(fork.rules), geth.Precompiles(fork.rules)
		if len(theirs) != len(ours) || len(ours) != len(evm.Contracts(fork.fork)) {
			t.Fatalf("%s: %d contracts, not %d", fork.name, len(ours), len(theirs))
		}
		for address, their := range theirs {
			our := ours[address]
			if _, ok := our.(evm.Contract); !ok || our.Name() != their.Name() {
				t.Fatalf("%s: %T %s in the place of %s", fork.name, our, our.Name(), their.Name())
			}
			// What does not change between forks is compared once.
			if fork.fork != evm.Osaka && their.Name() != "MODEXP" {
				continue
			}
			for _, input := range all {
				gas, found := their.RequiredGas(input), our.RequiredGas(input)
				// Of lengths that no block pays for, go-ethereum computes other prices that no block pays.
				if min(gas, unpayable) != min(found, unpayable) {
					t.Errorf("%s: %s(%x): %d gas, not %d", fork.name, our.Name(), input, found, gas)
				}
				if gas > 200_000 {
					continue
				}
				output, err := their.Run(input)
				ourOutput, ourErr := our.Run(input)
				if !bytes.Equal(output, ourOutput) || (err == nil) != (ourErr == nil) {
					t.Errorf("%s: %s(%x): %x, %v, not %x, %v", fork.name, our.Name(), input, ourOutput, ourErr, output, err)
				}
			}
		}
	}
}

// A machine runs the contracts that InstallPrecompiles puts into package vm.
func TestInstallPrecompiles(t *testing.T) {
	saved := map[*vm.PrecompiledContracts]vm.PrecompiledContracts{}
	for _, contracts := range []*vm.PrecompiledContracts{
		&vm.PrecompiledContractsIstanbul, &vm.PrecompiledContractsBerlin, &vm.PrecompiledContractsCancun,
		&vm.PrecompiledContractsPrague, &vm.PrecompiledContractsOsaka, &vm.PrecompiledContractsP256Verify,
	} {
		saved[contracts] = maps.Clone(*contracts)
	}
	defer func() {
		for contracts, old := range saved {
			maps.Copy(*contracts, old)
		}
	}()
	geth.InstallPrecompiles()
	for _, fork := range forks {
		for address, contract := range vm.ActivePrecompiledContracts(fork.rules) {
			if found, ok := contract.(evm.Contract); !ok || common.Address(found.Address()) != address {
				t.Errorf("%s: %x is %T", fork.name, address, contract)
			}
		}
	}
	// The machine's call of the contract 6: the double of the generator.
	input := make([]byte, 128)
	input[31], input[63], input[95], input[127] = 1, 2, 1, 2
	address := common.BytesToAddress([]byte{6})
	rules := forks[len(forks)-1].rules
	contract := vm.ActivePrecompiledContracts(rules)[address]
	output, _, err := vm.RunPrecompiledContract(nil, contract, address, input, vm.NewGasBudget(150, 0), nil, rules, nil)
	double := "030644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd3" +
		"15ed738c0e0a7c92e7845f96b2ae9c0a68a6a449e3538fc7ff3ebf7a5a18a2c4"
	if err != nil || hex.EncodeToString(output) != double {
		t.Errorf("%x, %v", output, err)
	}
	_, _, err = vm.RunPrecompiledContract(nil, contract, address, input, vm.NewGasBudget(149, 0), nil, rules, nil)
	if !errors.Is(err, vm.ErrOutOfGas) {
		t.Error(err)
	}
}
