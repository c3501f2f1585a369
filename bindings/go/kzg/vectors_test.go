//go:build cgo

package kzg_test

import (
	"encoding"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"vorpal.example/go"
	"vorpal.example/go/internal/testdata"
	"vorpal.example/go/kzg"
)

// errLength stands for a value that no array of the package has.
var errLength = errors.New("another length")

// list decodes the values of a key.
func list[T any, P interface {
	*T
	encoding.TextUnmarshaler
}](vector testdata.Vector, key string) ([]T, error) {
	values := make([]T, len(vector.Values[key]))
	for i, text := range vector.Values[key] {
		if P(&values[i]).UnmarshalText([]byte(text)) != nil {
			return nil, errLength
		}
	}
	return values, nil
}

// scalars decodes values of 32 bytes.
func scalars(vector testdata.Vector, key string) ([][32]byte, error) {
	values := make([][32]byte, len(vector.Values[key]))
	for i, text := range vector.Values[key] {
		if len(text) != 66 {
			return nil, errLength
		}
		bytes, err := testdata.Hex(text, 32)
		if err != nil {
			return nil, err
		}
		values[i] = [32]byte(bytes)
	}
	return values, nil
}

// texts returns what the output of a vector has for these values.
func texts[T any, P interface {
	*T
	encoding.TextMarshaler
}](values []T) []string {
	all := make([]string, len(values))
	for i := range values {
		text, err := P(&values[i]).MarshalText()
		if err != nil {
			panic(err)
		}
		all[i] = string(text)
	}
	return all
}

func pointers[T any](values []T) []*T {
	all := make([]*T, len(values))
	for i := range values {
		all[i] = &values[i]
	}
	return all
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// input has the decoded values of a vector.
type input struct {
	blobs       []kzg.Blob
	commitments []kzg.Commitment
	proofs      []kzg.Proof
	cells       []kzg.Cell
	indices     []uint64
	z, y        [][32]byte
}

func decode(vector testdata.Vector) (in input, err error) {
	all := []error{}
	keep := func(err error) { all = append(all, err) }
	for _, key := range []string{"blob", "blobs"} {
		blobs, err := list[kzg.Blob](vector, key)
		in.blobs = append(in.blobs, blobs...)
		keep(err)
	}
	for _, key := range []string{"commitment", "commitments"} {
		commitments, err := list[kzg.Commitment](vector, key)
		in.commitments = append(in.commitments, commitments...)
		keep(err)
	}
	for _, key := range []string{"proof", "proofs"} {
		proofs, err := list[kzg.Proof](vector, key)
		in.proofs = append(in.proofs, proofs...)
		keep(err)
	}
	var one error
	in.cells, one = list[kzg.Cell](vector, "cells")
	keep(one)
	in.z, one = scalars(vector, "z")
	keep(one)
	in.y, one = scalars(vector, "y")
	keep(one)
	in.indices = must(vector.Numbers("cell_indices"))
	return in, errors.Join(all...)
}

// verdict is the output of a verification.
func verdict(valid bool, err error) ([]string, error) {
	return []string{strconv.FormatBool(valid)}, err
}

// ofError is the output of a verification that returns an error for a wrong proof.
func ofError(err error) ([]string, error) {
	if errors.Is(err, kzg.ErrInvalidProof) {
		return verdict(false, nil)
	}
	return verdict(true, err)
}

// ofItems is the output of a verification that names what is wrong.
func ofItems(wrong []int, err error) ([]string, error) { return verdict(len(wrong) == 0, err) }

func claim(y [32]byte) string { return fmt.Sprintf("0x%x", y) }

// results are the outputs of all functions of the package for a vector, each with its name.
func results(setup *kzg.Setup, context *kzg.Context, function string, in input) map[string]func() ([]string, error) {
	all := map[string]func() ([]string, error){}
	switch function {
	case "blob_to_kzg_commitment":
		all["Commit"] = func() ([]string, error) {
			found, err := setup.Commit(nil, in.blobs)
			return texts(found), err
		}
		all["BlobToCommitment"] = func() ([]string, error) {
			found, err := kzg.BlobToCommitment(&in.blobs[0])
			return texts([]kzg.Commitment{found}), err
		}
		all["BlobToKZGCommitment"] = func() ([]string, error) {
			found, err := context.BlobToKZGCommitment(&in.blobs[0], 0)
			return texts([]kzg.Commitment{found}), err
		}
	case "compute_kzg_proof":
		all["Prove"] = func() ([]string, error) {
			proof, y, err := setup.Prove(nil, &in.blobs[0], in.z[0])
			return append(texts([]kzg.Proof{proof}), claim(y)), err
		}
		all["ComputeProof"] = func() ([]string, error) {
			proof, y, err := kzg.ComputeProof(&in.blobs[0], in.z[0])
			return append(texts([]kzg.Proof{proof}), claim(y)), err
		}
		all["ComputeKZGProof"] = func() ([]string, error) {
			proof, y, err := context.ComputeKZGProof(&in.blobs[0], in.z[0], 0)
			return append(texts([]kzg.Proof{proof}), claim(y)), err
		}
	case "compute_blob_kzg_proof":
		prove := func(f func() (kzg.Proof, error)) func() ([]string, error) {
			return func() ([]string, error) {
				proof, err := f()
				return texts([]kzg.Proof{proof}), err
			}
		}
		all["ProveBlob"] = prove(func() (kzg.Proof, error) { return setup.ProveBlob(nil, &in.blobs[0], in.commitments[0]) })
		all["ComputeBlobProof"] = prove(func() (kzg.Proof, error) {
			return kzg.ComputeBlobProof(&in.blobs[0], in.commitments[0])
		})
		all["ComputeBlobKZGProof"] = prove(func() (kzg.Proof, error) {
			return context.ComputeBlobKZGProof(&in.blobs[0], in.commitments[0], 0)
		})
	case "verify_kzg_proof":
		all["Verify"] = func() ([]string, error) {
			return verdict(setup.Verify(nil, in.commitments[0], in.z[0], in.y[0], in.proofs[0]))
		}
		all["VerifyProof"] = func() ([]string, error) {
			return ofError(kzg.VerifyProof(in.commitments[0], in.z[0], in.y[0], in.proofs[0]))
		}
		all["VerifyKZGProof"] = func() ([]string, error) {
			return ofError(context.VerifyKZGProof(in.commitments[0], in.z[0], in.y[0], in.proofs[0]))
		}
	case "verify_blob_kzg_proof":
		all["VerifyBlob"] = func() ([]string, error) {
			return verdict(setup.VerifyBlob(nil, &in.blobs[0], in.commitments[0], in.proofs[0]))
		}
		all["VerifyBlobProof"] = func() ([]string, error) {
			return ofError(kzg.VerifyBlobProof(&in.blobs[0], in.commitments[0], in.proofs[0]))
		}
		all["VerifyBlobKZGProof"] = func() ([]string, error) {
			return ofError(context.VerifyBlobKZGProof(&in.blobs[0], in.commitments[0], in.proofs[0]))
		}
	case "verify_blob_kzg_proof_batch":
		all["VerifyBlobs"] = func() ([]string, error) {
			return verdict(setup.VerifyBlobs(nil, in.blobs, in.commitments, in.proofs))
		}
		all["InvalidBlobs"] = func() ([]string, error) {
			return ofItems(setup.InvalidBlobs(nil, in.blobs, in.commitments, in.proofs))
		}
		all["VerifyBlobKZGProofBatch"] = func() ([]string, error) {
			return ofError(context.VerifyBlobKZGProofBatch(pointers(in.blobs), in.commitments, in.proofs))
		}
		all["VerifyBlobKZGProofBatchPar"] = func() ([]string, error) {
			return ofError(context.VerifyBlobKZGProofBatchPar(pointers(in.blobs), in.commitments, in.proofs))
		}
	case "compute_cells":
		all["Cells"] = func() ([]string, error) {
			cells, err := setup.Cells(nil, in.blobs)
			return texts(cells), err
		}
		all["ComputeCells"] = func() ([]string, error) {
			cells, err := kzg.ComputeCells(in.blobs)
			return texts(cells), err
		}
		all["Context.ComputeCells"] = func() ([]string, error) {
			cells, err := context.ComputeCells(&in.blobs[0], 0)
			if err != nil {
				return nil, err
			}
			return ofPointers(cells[:]), nil
		}
	case "compute_cells_and_kzg_proofs":
		all["CellsAndProofs"] = func() ([]string, error) {
			cells, proofs, err := setup.CellsAndProofs(nil, in.blobs)
			return append(texts(cells), texts(proofs)...), err
		}
		all["CellProofs"] = func() ([]string, error) {
			cells, err := setup.Cells(nil, in.blobs)
			if err != nil {
				return nil, err
			}
			proofs, err := setup.CellProofs(nil, in.blobs)
			return append(texts(cells), texts(proofs)...), err
		}
		all["ComputeCellProofs"] = func() ([]string, error) {
			cells, err := kzg.ComputeCells(in.blobs)
			if err != nil {
				return nil, err
			}
			proofs, err := kzg.ComputeCellProofs(&in.blobs[0])
			return append(texts(cells), texts(proofs)...), err
		}
		all["ComputeCellsAndKZGProofs"] = func() ([]string, error) {
			cells, proofs, err := context.ComputeCellsAndKZGProofs(&in.blobs[0], 0)
			if err != nil {
				return nil, err
			}
			return append(ofPointers(cells[:]), texts(proofs[:])...), nil
		}
	case "recover_cells_and_kzg_proofs":
		all["RecoverWithProofs"] = func() ([]string, error) {
			if len(in.indices) != len(in.cells) {
				return nil, errLength // Here it would be other numbers of blobs.
			}
			cells, proofs, err := setup.RecoverWithProofs(nil, in.indices, in.cells)
			return append(texts(cells), texts(proofs)...), err
		}
		all["RecoverCellsAndComputeKZGProofs"] = func() ([]string, error) {
			cells, proofs, err := context.RecoverCellsAndComputeKZGProofs(in.indices, pointers(in.cells), 0)
			if err != nil {
				return nil, err
			}
			return append(ofPointers(cells[:]), texts(proofs[:])...), nil
		}
	case "verify_cell_kzg_proof_batch":
		all["VerifyCells"] = func() ([]string, error) {
			return verdict(setup.VerifyCells(nil, in.commitments, in.indices, in.cells, in.proofs))
		}
		all["InvalidCells"] = func() ([]string, error) {
			return ofItems(setup.InvalidCells(nil, in.commitments, in.indices, in.cells, in.proofs))
		}
		all["VerifyCellKZGProofBatch"] = func() ([]string, error) {
			return ofError(context.VerifyCellKZGProofBatch(in.commitments, in.indices, pointers(in.cells), in.proofs))
		}
	}
	return all
}

func ofPointers(cells []*kzg.Cell) (all []string) {
	for _, cell := range cells {
		all = append(all, texts([]kzg.Cell{*cell})...)
	}
	return all
}

// The functions of the package, and the number of their vectors. Those of challenges are not functions here.
var functions = map[string]int{
	"blob_to_kzg_commitment": 11, "compute_kzg_proof": 52, "compute_blob_kzg_proof": 15, "verify_kzg_proof": 122,
	"verify_blob_kzg_proof": 29, "verify_blob_kzg_proof_batch": 24, "compute_cells": 11,
	"compute_cells_and_kzg_proofs": 11, "recover_cells_and_kzg_proofs": 18, "verify_cell_kzg_proof_batch": 32,
}

func TestVectors(t *testing.T) {
	folder := testdata.Folder(t, "kzg")
	setup := must(kzg.NewSetup(nil, 0))
	context := must(kzg.NewContext4096Secure())
	for function, count := range functions {
		t.Run(function, func(t *testing.T) {
			vectors := must(testdata.ReadVectors(folder, function))
			if len(vectors) != count {
				t.Fatalf("%d vectors, not %d", len(vectors), count)
			}
			inexpressible := 0
			for _, vector := range vectors {
				expected, succeeds := vector.Values["output"]
				in, err := decode(vector)
				if err != nil {
					if succeeds {
						t.Fatalf("%s: %v", vector.Name, err)
					}
					inexpressible++
					continue
				}
				for name, f := range results(setup, context, function, in) {
					found, err := f()
					if (err == nil) != succeeds || (succeeds && !reflect.DeepEqual(found, expected)) {
						t.Errorf("%s: %s: error %v, success is expected: %v", vector.Name, name, err, succeeds)
					}
				}
			}
			t.Logf("%d vectors, %d of them with lengths that no call can have", len(vectors), inexpressible)
		})
	}
}

// The setup of the ceremony's file is that of the library.
func TestSetupOfText(t *testing.T) {
	text := readSetup(t)
	setup := must(kzg.ParseSetup(nil, text, 0))
	blobs := someBlobs(1, 9)
	own, shared := must(setup.Commit(nil, blobs)), must(kzg.BlobToCommitment(&blobs[0]))
	if own[0] != shared {
		t.Error("another commitment")
	}
	if _, err := kzg.ParseSetup(nil, text[:100000], 0); !errors.Is(err, vorpal.ErrInput) {
		t.Error(err)
	}

	context := must(kzg.NewContext4096(jsonSetup(t, text)))
	if found, err := context.BlobToKZGCommitment(&blobs[0], 0); err != nil || found != shared {
		t.Error(found, err)
	}
	damaged := jsonSetup(t, text)
	damaged.SetupG1Lagrange[7], damaged.SetupG1Lagrange[8] = damaged.SetupG1Lagrange[8], damaged.SetupG1Lagrange[7]
	if err := kzg.CheckTrustedSetupIsWellFormed(damaged); !errors.Is(err, vorpal.ErrInput) {
		t.Error(err)
	}
	damaged.SetupG1Lagrange[7] = "0x12"
	if _, err := kzg.NewContext4096(damaged); !errors.Is(err, vorpal.ErrInput) {
		t.Error(err)
	}
	damaged.SetupG2 = damaged.SetupG2[1:]
	if _, err := kzg.NewContext4096(damaged); !errors.Is(err, vorpal.ErrArgument) {
		t.Error(err)
	}
	if _, err := kzg.NewContext4096(nil); !errors.Is(err, vorpal.ErrArgument) {
		t.Error(err)
	}
}

func readSetup(t *testing.T) []byte {
	return must(os.ReadFile(filepath.Join(testdata.Folder(t, "evm/kzg"), "trusted_setup.txt")))
}

// jsonSetup has the points of a text.
func jsonSetup(t *testing.T, text []byte) *kzg.JSONTrustedSetup {
	lines := strings.Fields(string(text))
	if len(lines) != 2+4096+65+4096 {
		t.Fatalf("%d lines", len(lines))
	}
	setup := &kzg.JSONTrustedSetup{SetupG2: lines[2+4096 : 2+4096+65]}
	for i := range setup.SetupG1Lagrange {
		setup.SetupG1Lagrange[i], setup.SetupG1Monomial[i] = "0x"+lines[2+i], lines[2+4096+65+i]
	}
	return setup
}
