package lab

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestWrittenColumnsAreReadBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "input")
	columns := []Column{
		NewColumn([]byte{1, 2, 3}, []byte{4, 5, 6}),
		NewColumn([]byte{9}),
	}
	if err := WriteColumns(path, append(columns, Column{})); err != nil {
		t.Fatal(err)
	}
	read, err := ReadColumns(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(read) != 3 || !reflect.DeepEqual(read[:2], columns) || read[2].Len() != 0 {
		t.Fatalf("read %v", read)
	}
	if got := read[0].Row(1); !bytes.Equal(got, []byte{4, 5, 6}) {
		t.Fatalf("row 1 is %v", got)
	}
}

func TestEveryTruncationIsAnError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "input")
	if err := WriteColumns(path, []Column{NewColumn([]byte("abcde"), []byte("fghij"))}); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for length := 1; length < len(whole); length++ {
		if err := os.WriteFile(path, whole[:length], 0o600); err != nil {
			t.Fatal(err)
		}
		what := "its head of rows and width needs 16 bytes from byte 0"
		if length >= 16 {
			what = "its content of 2 rows of 5 bytes needs 10 bytes from byte 16"
		}
		want := fmt.Sprintf("%s: column 0: %s on, the file ends at byte %d", path, what, length)
		if _, err := ReadColumns(path); err == nil || err.Error() != want {
			t.Errorf("%d bytes: %v", length, err)
		}
	}
}

func TestAnExcessiveLengthAllocatesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "input")
	if err := os.WriteFile(path, bytes.Repeat([]byte{0xff}, 24), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadColumns(path); err == nil || !strings.Contains(err.Error(), "column 0: its content") {
		t.Fatal(err)
	}
}

func TestTheErrorNamesAMissingFile(t *testing.T) {
	if _, err := ReadColumns("/no/such/file"); err == nil || !strings.Contains(err.Error(), "/no/such/file") {
		t.Fatal(err)
	}
}
