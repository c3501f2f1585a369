//go:build cgo

package bls_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vorpal.example/go/bls"
	"vorpal.example/go/bls/blst"
	"vorpal.example/go/internal/testdata"
)

// vectorInput is the input of any function; aggregate has a list of signatures alone.
type vectorInput struct {
	PrivKey, PubKey, Message, Msg, Signature string
	PubKeys, Messages, Signatures            []string
}

func digits(t *testing.T, text string) []byte {
	t.Helper()
	out, err := hex.DecodeString(strings.TrimPrefix(text, "0x"))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func allDigits(t *testing.T, texts []string) [][]byte {
	t.Helper()
	all := make([][]byte, len(texts))
	for i, text := range texts {
		all[i] = digits(t, text)
	}
	return all
}

func hash(b []byte) (out [32]byte) {
	copy(out[:], b)
	return out
}

// decodedKeys returns keys, or false if one is malformed.
func decodedKeys(encodings [][]byte) ([]bls.PublicKey, bool) {
	keys := make([]bls.PublicKey, len(encodings))
	for i, encoding := range encodings {
		var err error
		if keys[i], err = bls.PublicKeyFromBytes(encoding); err != nil {
			return nil, false
		}
	}
	return keys, true
}

// functions compute the output of a vector: a bool, bytes, or nil for an error.
var functions = map[string]func(t *testing.T, in vectorInput, list []string) any{
	"aggregate": func(t *testing.T, _ vectorInput, list []string) any {
		sum, err := bls.AggregateCompressedSignatures(allDigits(t, list))
		if err != nil || len(list) == 0 {
			return nil
		}
		return sum.Marshal()
	},
	"aggregate_verify": func(t *testing.T, in vectorInput, _ []string) any {
		keys, ok := decodedKeys(allDigits(t, in.PubKeys))
		sig, err := bls.SignatureFromBytes(digits(t, in.Signature))
		var messages [][32]byte
		for _, message := range allDigits(t, in.Messages) {
			messages = append(messages, hash(message))
		}
		return ok && err == nil && sig.AggregateVerify(keys, messages)
	},
	"batch_verify": func(t *testing.T, in vectorInput, _ []string) any {
		keys, ok := decodedKeys(allDigits(t, in.PubKeys))
		var messages [][32]byte
		for _, message := range allDigits(t, in.Messages) {
			messages = append(messages, hash(message))
		}
		valid, err := bls.VerifyMultipleSignatures(allDigits(t, in.Signatures), messages, keys)
		return ok && err == nil && valid
	},
	"deserialization_G1": func(t *testing.T, in vectorInput, _ []string) any {
		// Infinity and points of the group; the package has no infinite keys, but the drop-in does.
		point := new(blst.P1Affine).Uncompress(digits(t, in.PubKey))
		return point != nil && point.InG1()
	},
	"deserialization_G2": func(t *testing.T, in vectorInput, _ []string) any {
		_, err := bls.SignatureFromBytes(digits(t, in.Signature))
		return err == nil
	},
	"fast_aggregate_verify": func(t *testing.T, in vectorInput, _ []string) any {
		keys, ok := decodedKeys(allDigits(t, in.PubKeys))
		sig, err := bls.SignatureFromBytes(digits(t, in.Signature))
		return ok && err == nil && sig.FastAggregateVerify(keys, hash(digits(t, in.Message)))
	},
	"sign": func(t *testing.T, in vectorInput, _ []string) any {
		key, err := bls.SecretKeyFromBytes(digits(t, in.PrivKey))
		if err != nil {
			return nil
		}
		return key.Sign(digits(t, in.Message)).Marshal()
	},
	"verify": func(t *testing.T, in vectorInput, _ []string) any {
		key, err := bls.PublicKeyFromBytes(digits(t, in.PubKey))
		if err != nil {
			return false
		}
		sig, err := bls.SignatureFromBytes(digits(t, in.Signature))
		return err == nil && sig.Verify(key, digits(t, in.Message))
	},
}

// hashToG2 compares the coordinates of a vector, which has the first component of each first.
func hashToG2(t *testing.T, in vectorInput, output json.RawMessage) {
	var expected struct{ X, Y string }
	if err := json.Unmarshal(output, &expected); err != nil {
		t.Fatal(err)
	}
	var point []byte
	for _, coordinate := range []string{expected.X, expected.Y} {
		first, second, _ := strings.Cut(coordinate, ",")
		point = append(append(point, digits(t, second)...), digits(t, first)...)
	}
	found := blst.HashToG2([]byte(in.Msg), []byte("QUUX-V01-CS02-with-BLS12381G2_XMD:SHA-256_SSWU_RO_"))
	if !bytes.Equal(found.Serialize(), point) {
		t.Errorf("%x", found.Serialize())
	}
}

func TestVectors(t *testing.T) {
	folder := testdata.Folder(t, "bls")
	files, err := filepath.Glob(filepath.Join(folder, "*", "*.json"))
	if err != nil || len(files) != 96 {
		t.Fatalf("%d vectors: %v", len(files), err)
	}
	for _, file := range files {
		function := filepath.Base(filepath.Dir(file))
		t.Run(function+"/"+filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var vector struct{ Input, Output json.RawMessage }
			if err := json.Unmarshal(text, &vector); err != nil {
				t.Fatal(err)
			}
			var in vectorInput
			var list []string
			if function == "aggregate" {
				err = json.Unmarshal(vector.Input, &list)
			} else {
				err = json.Unmarshal(vector.Input, &in)
			}
			if err != nil {
				t.Fatal(err)
			}
			if function == "hash_to_G2" {
				hashToG2(t, in, vector.Output)
				return
			}
			var expected any
			if err := json.Unmarshal(vector.Output, &expected); err != nil {
				t.Fatal(err)
			}
			found := functions[function](t, in, list)
			if text, ok := expected.(string); ok {
				sum, ok := found.([]byte)
				if !ok || !bytes.Equal(sum, digits(t, text)) {
					t.Errorf("%x", found)
				}
			} else if found != expected {
				t.Errorf("%v", found)
			}
		})
	}
}
