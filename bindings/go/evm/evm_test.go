//go:build cgo

package evm_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"vorpal.example/go"
	"vorpal.example/go/evm"
	"vorpal.example/go/internal/testdata"
)

func at(t testing.TB, number uint16, fork evm.Fork) evm.Contract {
	t.Helper()
	contract, ok := evm.At([20]byte{18: byte(number >> 8), 19: byte(number)}, fork)
	if !ok {
		t.Fatalf("no contract %d", number)
	}
	return contract
}

func ExampleContract() {
	add, _ := evm.At([20]byte{19: 6}, evm.Osaka)
	// Missing bytes are zeros: the sum of infinity and infinity.
	sum, err := add.Run(nil)
	fmt.Println(add.Name(), add.RequiredGas(nil), len(sum), err)
	_, err = add.Run(bytes.Repeat([]byte{1}, 64))
	fmt.Println(err)
	var failure *evm.Failure
	fmt.Println(errors.As(err, &failure) && failure.Reason == evm.NotOnCurve)
	// Output:
	// BN254_ADD 150 64 <nil>
	// point is not on curve
	// true
}

// The vectors of go-ethereum: outputs, gas, and the texts of failures.
func TestVectors(t *testing.T) {
	folder := testdata.Folder(t, "evm/precompiles")
	count := 0
	for _, set := range []struct {
		file   string
		number uint16
		fork   evm.Fork
		count  int
	}{
		{"blake2F", 0x09, evm.Istanbul, 5},
		{"blsG1Add", 0x0b, evm.Prague, 112},
		{"blsG1Mul", 0x0c, evm.Prague, 11},
		{"blsG1MultiExp", 0x0c, evm.Prague, 154},
		{"blsG2Add", 0x0d, evm.Prague, 112},
		{"blsG2Mul", 0x0e, evm.Prague, 11},
		{"blsG2MultiExp", 0x0e, evm.Prague, 153},
		{"blsMapG1", 0x10, evm.Prague, 105},
		{"blsMapG2", 0x11, evm.Prague, 105},
		{"blsPairing", 0x0f, evm.Prague, 106},
		{"bn256Add", 0x06, evm.Istanbul, 16},
		{"bn256Pairing", 0x08, evm.Istanbul, 14},
		{"bn256ScalarMul", 0x07, evm.Istanbul, 19},
		{"ecRecover", 0x01, evm.Istanbul, 5},
		{"fail-blake2f", 0x09, evm.Osaka, 4},
		{"fail-blsG1Add", 0x0b, evm.Osaka, 6},
		{"fail-blsG1Mul", 0x0c, evm.Osaka, 7},
		{"fail-blsG1MultiExp", 0x0c, evm.Osaka, 7},
		{"fail-blsG2Add", 0x0d, evm.Osaka, 6},
		{"fail-blsG2Mul", 0x0e, evm.Osaka, 7},
		{"fail-blsG2MultiExp", 0x0e, evm.Osaka, 7},
		{"fail-blsMapG1", 0x10, evm.Osaka, 5},
		{"fail-blsMapG2", 0x11, evm.Osaka, 5},
		{"fail-blsPairing", 0x0f, evm.Osaka, 9},
		{"modexp", 0x05, evm.Istanbul, 17},
		{"modexp_eip2565", 0x05, evm.Berlin, 47},
		{"modexp_eip7883", 0x05, evm.Osaka, 45},
		{"p256Verify", 0x100, evm.Osaka, 782},
		{"pointEvaluation", 0x0a, evm.Cancun, 1},
	} {
		var vectors []struct {
			Input, Expected, ExpectedError, Name string
			Gas                                  uint64
		}
		text, err := os.ReadFile(filepath.Join(folder, set.file+".json"))
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &vectors); err != nil {
			t.Fatal(err)
		}
		if len(vectors) != set.count {
			t.Errorf("%s has %d vectors", set.file, len(vectors))
		}
		contract := at(t, set.number, set.fork)
		for _, vector := range vectors {
			input, err := hex.DecodeString(vector.Input)
			if err != nil {
				t.Fatal(err)
			}
			before := bytes.Clone(input)
			output, err := contract.Run(input)
			if vector.ExpectedError != "" {
				if err == nil || err.Error() != vector.ExpectedError || output != nil {
					t.Errorf("%s: %s: %v, not %q", set.file, vector.Name, err, vector.ExpectedError)
				}
				if !errors.Is(err, vorpal.ErrInput) {
					t.Errorf("%s: %s: %v does not wrap the error of the library", set.file, vector.Name, err)
				}
				continue
			}
			if err != nil || hex.EncodeToString(output) != vector.Expected {
				t.Errorf("%s: %s: %x, %v", set.file, vector.Name, output, err)
			}
			if gas := contract.RequiredGas(input); gas != vector.Gas {
				t.Errorf("%s: %s: %d gas, not %d", set.file, vector.Name, gas, vector.Gas)
			}
			if !bytes.Equal(input, before) {
				t.Errorf("%s: %s: the input has changed", set.file, vector.Name)
			}
			count++
		}
	}
	t.Logf("%d vectors with outputs", count)
}

func TestForks(t *testing.T) {
	for fork, want := range map[evm.Fork]int{
		-1: 0, evm.Istanbul: 9, evm.Berlin: 9, evm.Cancun: 10, evm.Prague: 17, evm.Osaka: 18, evm.Osaka + 1: 0,
	} {
		contracts := evm.Contracts(fork)
		if len(contracts) != want {
			t.Errorf("fork %d has %d contracts", fork, len(contracts))
		}
		for i, contract := range contracts {
			if found, ok := evm.At(contract.Address(), fork); !ok || found != contract {
				t.Errorf("fork %d: contract %d is not at its address", fork, i)
			}
			if contract.Cacheable() != (contract.Name() != "ID") {
				t.Errorf("%s is cacheable: %v", contract.Name(), contract.Cacheable())
			}
		}
	}
	for _, address := range [][20]byte{{}, {19: 18}, {0: 1, 19: 1}, {18: 1, 19: 1}} {
		if _, ok := evm.At(address, evm.Osaka); ok {
			t.Errorf("%x is a contract", address)
		}
	}
	if _, ok := evm.At([20]byte{18: 1}, evm.Prague); ok {
		t.Error("P256VERIFY is in Prague")
	}
}

// Outputs of lengths that depend on the input, empty outputs, and the gas that no block has.
func TestLengths(t *testing.T) {
	identity, modexp := at(t, 4, evm.Osaka), at(t, 5, evm.Osaka)
	for _, length := range []int{0, 1, 31, 33, 100_000} {
		input := bytes.Repeat([]byte{7}, length)
		output, err := identity.Run(input)
		if err != nil || !bytes.Equal(output, input) {
			t.Errorf("%d bytes become %d: %v", length, len(output), err)
		}
	}
	// 3^5 mod 100, and a modulus of 1024 bytes.
	lengths := func(base, exponent, modulus uint16) []byte {
		input := make([]byte, 96)
		for i, length := range []uint16{base, exponent, modulus} {
			input[32*i+30], input[32*i+31] = byte(length>>8), byte(length)
		}
		return input
	}
	power := append(lengths(1, 1, 2), 3, 5, 0, 100)
	if output, err := modexp.Run(power); err != nil || !bytes.Equal(output, []byte{0, 43}) {
		t.Errorf("%x, %v", output, err)
	}
	if output, err := modexp.Run(lengths(0, 0, 1024)); err != nil || len(output) != 1024 {
		t.Errorf("%d bytes, %v", len(output), err)
	}
	if output, err := modexp.Run(nil); err != nil || output != nil {
		t.Errorf("%x, %v", output, err)
	}
	var failure *evm.Failure
	if _, err := modexp.Run(lengths(0, 0, 1025)); !errors.As(err, &failure) || failure.Reason != evm.OperandLength {
		t.Errorf("%v", err)
	}
	if output, err := at(t, 1, evm.Osaka).Run(nil); err != nil || output != nil {
		t.Errorf("%x, %v", output, err)
	}
	huge := bytes.Repeat([]byte{0xff}, 96)
	if gas := modexp.RequiredGas(huge); gas != math.MaxUint64 {
		t.Errorf("%d gas", gas)
	}
}

// The text and the index of a failure.
func TestFailures(t *testing.T) {
	input := make([]byte, 192)
	_, err := at(t, 0x0a, evm.Cancun).Run(input)
	var failure *evm.Failure
	if !errors.As(err, &failure) || failure.Reason != evm.VersionedHash || err.Error() != "mismatched versioned hash" {
		t.Errorf("%v", err)
	}
	points := make([]byte, 128)
	points[127] = 1
	_, err = at(t, 6, evm.Istanbul).Run(points)
	var detail *vorpal.Error
	if !errors.As(err, &detail) || detail.Message != "input: item 1: the point of G1 is not on the curve" {
		t.Errorf("%v", detail)
	}
}

func TestGoroutines(t *testing.T) {
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for _, contract := range evm.Contracts(evm.Osaka) {
				input := make([]byte, 384)
				first, firstErr := contract.Run(input)
				second, secondErr := contract.Run(input)
				if !bytes.Equal(first, second) || fmt.Sprint(firstErr) != fmt.Sprint(secondErr) {
					t.Errorf("%s: %x %v, %x %v", contract.Name(), first, firstErr, second, secondErr)
				}
			}
		})
	}
	group.Wait()
}
