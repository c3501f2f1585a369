// Package testdata reads the real data of tests and measurements.
package testdata

import (
	"encoding/hex"
	"fmt"
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
func Hex(digits string, size int) ([]byte, error) {
	digits = strings.TrimPrefix(digits, "0x")
	if len(digits)%2 == 1 {
		digits = "0" + digits
	}
	bytes, err := hex.DecodeString(digits)
	if err != nil || len(bytes) > size {
		return nil, fmt.Errorf("%.80q is not hexadecimal, or has more than %d bytes", digits, size)
	}
	return append(make([]byte, size-len(bytes)), bytes...), nil
}

// fill decodes digits into all of a slice.
func fill(out []byte, digits string) error {
	bytes, err := Hex(digits, len(out))
	copy(out, bytes)
	return err
}

// Signatures are the columns of the files `N.signatures.csv`.
type Signatures struct {
	Hashes     [][32]byte
	Signatures [][65]byte
	Senders    [][20]byte
}

// ReadSignatures reads all files of signatures in a folder.
func ReadSignatures(folder string) (all Signatures, err error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.signatures.csv"))
	if err != nil || len(files) == 0 {
		return all, fmt.Errorf("%s has no files of signatures: %v", folder, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return all, err
		}
		for number, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
			if err := all.add(strings.Split(line, ",")); err != nil {
				return all, fmt.Errorf("%s: line %d: %w", file, number+2, err)
			}
		}
	}
	return all, nil
}

func (s *Signatures) add(fields []string) error {
	var hash [32]byte
	var signature [65]byte
	var sender [20]byte
	if len(fields) < 5 {
		return fmt.Errorf("%d fields", len(fields))
	}
	for _, field := range []struct {
		out  []byte
		text string
	}{
		{hash[:], fields[0]}, {signature[:32], fields[1]}, {signature[32:64], fields[2]}, {signature[64:], fields[3]},
		{sender[:], fields[4]},
	} {
		if err := fill(field.out, field.text); err != nil {
			return err
		}
	}
	s.Hashes, s.Signatures = append(s.Hashes, hash), append(s.Signatures, signature)
	s.Senders = append(s.Senders, sender)
	return nil
}
