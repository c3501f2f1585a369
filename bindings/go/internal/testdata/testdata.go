// Package testdata finds the real data of the tests.
package testdata

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// Folder returns a folder of the data: that of VORPAL_DATA, or ../shared/data beside the project. Without data, the
// test is skipped; if VORPAL_DATA is set, missing data is a failure.
func Folder(t testing.TB, name string) string {
	t.Helper()
	root, required := os.Getenv("VORPAL_DATA"), true
	if root == "" {
		_, file, _, _ := runtime.Caller(0)
		root, required = filepath.Join(filepath.Dir(file), "../../../../../shared/data"), false
	}
	folder := filepath.Join(root, name)
	if _, err := os.Stat(folder); err != nil {
		if required {
			t.Fatalf("VORPAL_DATA has no %s", name)
		}
		t.Skipf("SKIPPED: %s: no VORPAL_DATA and no ../shared/data", name)
	}
	return folder
}

// Hex decodes digits after 0x, an even or odd number of them, right-aligned in size bytes.
func Hex(t testing.TB, digits string, size int) []byte {
	t.Helper()
	digits = strings.TrimPrefix(digits, "0x")
	if len(digits)%2 == 1 {
		digits = "0" + digits
	}
	bytes, err := hex.DecodeString(digits)
	if err != nil || len(bytes) > size {
		t.Fatalf("%q is not hexadecimal, or has more than %d bytes: %v", digits, size, err)
	}
	return append(make([]byte, size-len(bytes)), bytes...)
}

// Signatures are the columns of the files `N.signatures.csv`.
type Signatures struct {
	Hashes     [][32]byte
	Signatures [][65]byte
	Senders    [][20]byte
}

// ReadSignatures reads all files of signatures in a folder.
func ReadSignatures(t testing.TB, folder string) (all Signatures) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.signatures.csv"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has no files of signatures: %v", folder, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
			fields := strings.Split(line, ",")
			var signature [65]byte
			copy(signature[:32], Hex(t, fields[1], 32))
			copy(signature[32:64], Hex(t, fields[2], 32))
			signature[64] = fields[3][0] - '0'
			all.Hashes = append(all.Hashes, [32]byte(Hex(t, fields[0], 32)))
			all.Signatures = append(all.Signatures, signature)
			all.Senders = append(all.Senders, [20]byte(Hex(t, fields[4], 20)))
		}
	}
	return all
}
