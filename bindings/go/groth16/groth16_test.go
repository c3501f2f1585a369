//go:build cgo

package groth16_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"vorpal.example/go"
	"vorpal.example/go/groth16"
	"vorpal.example/go/internal/testdata"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// circuit has the files that the tests of all bindings share.
type circuit struct {
	path                              string
	zkey, witness, key, public, proof []byte
}

func circuitOf(curve string) circuit {
	folder := filepath.Join("../../testdata/groth16", curve)
	read := func(name string) []byte { return must(os.ReadFile(filepath.Join(folder, name))) }
	return circuit{filepath.Join(folder, "circuit.zkey"), read("circuit.zkey"), read("witness.wtns"),
		read("verification_key.json"), read("public.json"), read("proof.json")}
}

func onBothCurves(t *testing.T, test func(t *testing.T, c circuit)) {
	for _, curve := range []string{"bn254", "bls12_381"} {
		t.Run(curve, func(t *testing.T) { test(t, circuitOf(curve)) })
	}
}

// fails checks the kind and the text of an error.
func fails(t *testing.T, err, kind error, text string) {
	t.Helper()
	if !errors.Is(err, kind) || !strings.Contains(err.Error(), text) {
		t.Errorf("%v, not %q", err, text)
	}
}

func TestProofsInGoroutines(t *testing.T) {
	onBothCurves(t, func(t *testing.T, c circuit) {
		verifier := must(groth16.NewVerifier(nil, c.key))
		if !must(verifier.Verify(nil, c.proof, c.public)) {
			t.Error("the proof of the file")
		}
		one := must(vorpal.NewPool(1))
		for _, prover := range []*groth16.Prover{
			must(groth16.NewProver(nil, c.zkey, groth16.Points)),
			must(groth16.OpenProver(one, c.path, groth16.Ranges)),
		} {
			first, public, err := prover.Prove(nil, c.witness)
			second, _, err2 := prover.Prove(one, c.witness)
			if err != nil || err2 != nil || bytes.Equal(first, second) || !bytes.Equal(public, c.public) {
				t.Fatal(err, err2)
			}
			for _, proof := range [][]byte{first, second} {
				if !json.Valid(proof) || !must(verifier.Verify(one, proof, public)) {
					t.Error("an own proof")
				}
			}
			if !bytes.Equal(must(prover.VerificationKey()), c.key) {
				t.Error("another verification key")
			}
			wrong := slices.Clone(c.witness)
			wrong[len(wrong)-32] ^= 1
			proof, public, err := prover.Prove(nil, wrong)
			if err != nil || must(verifier.Verify(nil, proof, public)) {
				t.Error("the proof of a wrong witness is valid", err)
			}
			var group sync.WaitGroup
			for range 4 {
				group.Go(func() {
					if proof, public, err := prover.Prove(nil, c.witness); err != nil ||
						!must(verifier.Verify(nil, proof, public)) {
						t.Error(err)
					}
				})
			}
			group.Wait()
			if err := errors.Join(prover.Close(), prover.Close()); err != nil {
				t.Error(err)
			}
			_, _, err = prover.Prove(nil, c.witness)
			fails(t, err, vorpal.ErrArgument, "prover is closed")
			_, err = prover.VerificationKey()
			fails(t, err, vorpal.ErrArgument, "prover is closed")
		}
		if err := errors.Join(verifier.Close(), verifier.Close(), one.Close()); err != nil {
			t.Error(err)
		}
		_, err := verifier.Verify(nil, c.proof, c.public)
		fails(t, err, vorpal.ErrArgument, "verifier is closed")
	})
}

func TestBatches(t *testing.T) {
	onBothCurves(t, func(t *testing.T, c circuit) {
		prover, verifier := must(groth16.NewProver(nil, c.zkey, groth16.Ranges)), must(groth16.NewVerifier(nil, c.key))
		var proofs, publics [][]byte
		for range 6 {
			proof, public, err := prover.Prove(nil, c.witness)
			if err != nil {
				t.Fatal(err)
			}
			proofs, publics = append(proofs, proof), append(publics, public)
		}
		expect := func(wrong ...int) {
			t.Helper()
			if valid := must(verifier.VerifyBatch(nil, proofs, publics)); valid != (len(wrong) == 0) {
				t.Error(valid)
			}
			if found := must(verifier.InvalidProofs(nil, proofs, publics)); !slices.Equal(found, wrong) {
				t.Error(found)
			}
		}
		expect()
		var signals []string
		if err := json.Unmarshal(c.public, &signals); err != nil || len(signals) != 3 {
			t.Fatal(err)
		}
		publics[2] = must(json.Marshal([]string{signals[1], signals[0], signals[2]}))
		expect(2)
		publics[5] = must(json.Marshal(signals[:2]))
		expect(2, 5)
		if must(verifier.VerifyBatch(nil, nil, nil)) || must(verifier.InvalidProofs(nil, nil, nil)) != nil {
			t.Error("no proofs are valid")
		}
		_, err := verifier.VerifyBatch(nil, proofs[:5], publics)
		fails(t, err, vorpal.ErrArgument, "publics: 6 entries; proofs has 5")
		proofs[3] = []byte("{}")
		_, err = verifier.VerifyBatch(nil, proofs, publics)
		fails(t, err, vorpal.ErrInput, "proof 3: ")
		_, err = verifier.InvalidProofs(nil, proofs, publics)
		fails(t, err, vorpal.ErrInput, "proof 3: ")
	})
}

func TestMalformed(t *testing.T) {
	onBothCurves(t, func(t *testing.T, c circuit) {
		for _, wrong := range [][]byte{nil, c.zkey[:len(c.zkey)-1], c.zkey[1:], c.witness} {
			_, err := groth16.NewProver(nil, wrong, groth16.Ranges)
			fails(t, err, vorpal.ErrInput, "zkey: ")
		}
		prover, verifier := must(groth16.NewProver(nil, c.zkey, groth16.Ranges)), must(groth16.NewVerifier(nil, c.key))
		large := append(slices.Clone(c.witness[:len(c.witness)-32]), bytes.Repeat([]byte{0xff}, 32)...)
		for _, wrong := range [][]byte{nil, c.witness[1:], c.zkey, large} {
			proof, public, err := prover.Prove(nil, wrong)
			fails(t, err, vorpal.ErrInput, "wtns: ")
			if proof != nil || public != nil {
				t.Error("a proof beside an error")
			}
		}
		for _, wrong := range []string{"", "{}", string(c.proof[1:])} {
			_, err := verifier.Verify(nil, []byte(wrong), c.public)
			fails(t, err, vorpal.ErrInput, "proof: ")
			_, err = groth16.NewVerifier(nil, []byte(wrong))
			fails(t, err, vorpal.ErrInput, "key: ")
		}
		_, err := verifier.Verify(nil, c.proof, []byte(`["1"]`))
		fails(t, err, vorpal.ErrInput, "1 public signals instead of 3")
		_, err = groth16.OpenProver(nil, "missing.zkey", groth16.Points)
		fails(t, err, vorpal.ErrStore, "missing.zkey")
		_, err = groth16.OpenProver(nil, "zero\x00", groth16.Points)
		fails(t, err, vorpal.ErrArgument, "file contains a zero byte")

		// A point of H that is not on the curve is found by the check alone.
		zkey := slices.Clone(c.zkey)
		place := 12
		for binary.LittleEndian.Uint32(zkey[place:]) != 9 {
			place += 12 + int(binary.LittleEndian.Uint64(zkey[place+4:]))
		}
		zkey[place+12] ^= 1
		if _, err := groth16.NewProver(nil, zkey, groth16.Ranges); err != nil {
			t.Error(err)
		}
		_, err = groth16.NewProver(nil, zkey, groth16.Points)
		fails(t, err, vorpal.ErrInput, "section 9, point 0")
	})
}

// With the delta of a key that nobody contributed to, which is gamma, everybody can forge proofs.
func TestDevelopment(t *testing.T) {
	onBothCurves(t, func(t *testing.T, c circuit) {
		key := map[string]any{}
		if err := json.Unmarshal(c.key, &key); err != nil {
			t.Fatal(err)
		}
		key["vk_delta_2"] = key["vk_gamma_2"]
		text := must(json.Marshal(key))
		_, err := groth16.NewVerifier(nil, text)
		fails(t, err, vorpal.ErrInput, "nobody contributed")
		if must(must(groth16.NewVerifierForDevelopment(nil, text)).Verify(nil, c.proof, c.public)) {
			t.Error("the proof of another key is valid")
		}
	})
}

func TestNil(t *testing.T) {
	var prover *groth16.Prover
	var verifier *groth16.Verifier
	_, _, err := prover.Prove(nil, nil)
	fails(t, err, vorpal.ErrArgument, "prover is nil")
	_, err = prover.VerificationKey()
	fails(t, err, vorpal.ErrArgument, "prover is nil")
	_, err = verifier.Verify(nil, nil, nil)
	fails(t, err, vorpal.ErrArgument, "verifier is nil")
	_, err = verifier.VerifyBatch(nil, nil, nil)
	fails(t, err, vorpal.ErrArgument, "verifier is nil")
	_, err = verifier.InvalidProofs(nil, nil, nil)
	fails(t, err, vorpal.ErrArgument, "verifier is nil")
	if err := errors.Join(prover.Close(), verifier.Close()); err != nil {
		t.Error(err)
	}
}

// The proofs of snarkjs, and own proofs of its keys.
func TestFilesOfOthers(t *testing.T) {
	found := 0
	for _, path := range must(filepath.Glob(filepath.Join(testdata.Folder(t, "groth16"), "*/*"))) {
		key, err := os.ReadFile(filepath.Join(path, "verification_key.json"))
		if err != nil {
			continue
		}
		verifier := must(groth16.NewVerifierForDevelopment(nil, key))
		if proof, err := os.ReadFile(filepath.Join(path, "circom.proof")); err == nil {
			public := must(os.ReadFile(filepath.Join(path, "public.json")))
			if !must(verifier.Verify(nil, proof, public)) {
				t.Error(path)
			}
			found++
		}
		keys := must(filepath.Glob(filepath.Join(path, "*.zkey")))
		witness, err := os.ReadFile(filepath.Join(path, "witness.wtns"))
		if len(keys) == 0 || err != nil {
			continue
		}
		proof, public, err := must(groth16.OpenProver(nil, keys[0], groth16.Points)).Prove(nil, witness)
		if err != nil || !must(verifier.Verify(nil, proof, public)) {
			t.Error(path, err)
		}
		found++
	}
	if found < 7 {
		t.Errorf("%d files", found)
	}
}
