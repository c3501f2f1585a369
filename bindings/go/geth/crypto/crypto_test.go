package crypto_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/crypto"

	vorpal "vorpal.example/go"
	ours "vorpal.example/go/geth/crypto"
)

// The functions have go-ethereum's signatures.
func TestSignaturesOfFunctions(t *testing.T) {
	for _, pair := range [][2]any{
		{ours.Ecrecover, crypto.Ecrecover}, {ours.SigToPub, crypto.SigToPub}, {ours.Sign, crypto.Sign},
		{ours.VerifySignature, crypto.VerifySignature}, {ours.DecompressPubkey, crypto.DecompressPubkey},
		{ours.CompressPubkey, crypto.CompressPubkey},
	} {
		if reflect.TypeOf(pair[0]) != reflect.TypeOf(pair[1]) {
			t.Errorf("%T, not %T", pair[0], pair[1])
		}
	}
}

// exported are the exported names of a package, without methods.
func exported(t *testing.T, path string) []string {
	t.Helper()
	// With cgo, go-ethereum has more names.
	context := build.Default
	context.CgoEnabled = true
	found, err := context.Import(path, ".", 0)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, file := range append(found.GoFiles, found.CgoFiles...) {
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(found.Dir, file), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, declaration := range parsed.Decls {
			switch d := declaration.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					names[d.Name.Name] = true
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch s := spec.(type) {
					case *ast.TypeSpec:
						names[s.Name.Name] = true
					case *ast.ValueSpec:
						for _, name := range s.Names {
							names[name.Name] = true
						}
					}
				}
			}
		}
	}
	maps.DeleteFunc(names, func(name string, _ bool) bool { return !ast.IsExported(name) })
	return slices.Sorted(maps.Keys(names))
}

// The packages have all names of go-ethereum's, and no others.
func TestNames(t *testing.T) {
	for _, path := range []string{"crypto", "crypto/secp256k1"} {
		expected := exported(t, "github.com/ethereum/go-ethereum/"+path)
		if found := exported(t, "vorpal.example/go/geth/"+path); len(found) < 10 || !slices.Equal(found, expected) {
			t.Errorf("%s: %v, not %v", path, found, expected)
		}
	}
}

// Keys, signatures and errors are go-ethereum's.
func TestAgainstGoEthereum(t *testing.T) {
	for i := range 40 {
		key, err := ours.GenerateKey()
		if err != nil {
			t.Fatal(err)
		}
		hash := ours.Keccak256([]byte{byte(i)})
		signature, err := ours.Sign(hash, key)
		if expected, _ := crypto.Sign(hash, key); err != nil || !bytes.Equal(signature, expected) {
			t.Fatalf("%x, not %x: %v", signature, expected, err)
		}
		recovered, err := ours.SigToPub(hash, signature)
		if err != nil || !reflect.DeepEqual(*recovered, key.PublicKey) {
			t.Fatalf("%v: %v", recovered, err)
		}
		compressed := ours.CompressPubkey(recovered)
		decompressed, err := ours.DecompressPubkey(compressed)
		if err != nil || !reflect.DeepEqual(*decompressed, key.PublicKey) {
			t.Fatalf("%x: %v", compressed, err)
		}
		if !ours.VerifySignature(compressed, hash, signature[:64]) {
			t.Fatal("verification")
		}
		// Without cgo, go-ethereum has other errors, those of dcrd.
		if vorpal.Backend() == "dcrd" {
			continue
		}
		signature[64] += 4
		_, err = ours.SigToPub(hash, signature)
		_, expected := crypto.SigToPub(hash, signature)
		same(t, err, expected)
		_, err = ours.DecompressPubkey(compressed[:32])
		_, expected = crypto.DecompressPubkey(compressed[:32])
		same(t, err, expected)
		_, err = ours.Sign(hash[:31], key)
		_, expected = crypto.Sign(hash[:31], key)
		same(t, err, expected)
	}
}

func same(t *testing.T, found, expected error) {
	t.Helper()
	if found == nil || fmt.Sprint(found) != fmt.Sprint(expected) {
		t.Errorf("%v, not %v", found, expected)
	}
}
