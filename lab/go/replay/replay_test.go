package replay

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vorpal/lab/go/eip6800"
)

const line = `{"address":"0x00000000000000000000000000000000000000aa","nonce":3,"balance":"0x10",` +
	`"code_hash":"0x77","storage":{"0x1":"0x2","0x100":"0x3"}}`

func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestRootsAreCompared(t *testing.T) {
	other := strings.Replace(line, "aa", "bb", 1)
	files := map[string]string{"2.jsonl": line + "\n", "10.jsonl": other + "\n" + line + "\n"}
	var out strings.Builder
	if err := Run(folder(t, files), &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Fields(out.String())
	if len(lines) != 6 || lines[0] != "2.jsonl" || lines[1] != "4" || lines[3] != "10.jsonl" || lines[4] != "8" {
		t.Fatal(out.String())
	}
	roots := `[{"file":"2.jsonl","root":"%s"},{"file":"10.jsonl","root":"%s"}]`
	files["roots.json"] = fmt.Sprintf(roots, lines[2], lines[5])
	out.Reset()
	if err := Run(folder(t, files), &out); err != nil || !strings.HasSuffix(out.String(), "2 of 2 roots agree\n") {
		t.Error(err, out.String())
	}
	files["roots.json"] = fmt.Sprintf(roots, lines[2], lines[2])
	out.Reset()
	err := Run(folder(t, files), &out)
	if !errors.Is(err, ErrDifferent) || !strings.HasSuffix(out.String(), "1 of 2 roots agree\n") {
		t.Error(err, out.String())
	}
	files["roots.json"] = `[]`
	if err := Run(folder(t, files), &out); err == nil || !strings.Contains(err.Error(), "no entry for 2.jsonl") {
		t.Error(err)
	}
}

// The code pushes 32 bytes from its byte 30 on, so all of the second chunk but the last byte is an operand.
func TestCodeIsWrittenInChunks(t *testing.T) {
	code := append(bytes.Repeat([]byte{0x5b}, 30), bytes.Repeat([]byte{0x7f}, 34)...)
	hash := hex.EncodeToString(keccak256(code))
	withCode := func(code []byte, hash string) string {
		fields := fmt.Sprintf(`"code":"0x%x","code_hash":"0x%s"`, code, hash)
		return strings.Replace(line, `"code_hash":"0x77"`, fields, 1)
	}
	var out strings.Builder
	if err := Run(folder(t, map[string]string{"1.jsonl": withCode(code, hash)}), &out); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Fields(out.String()); lines[1] != "7" {
		t.Error("4 values and 3 chunks:", out.String())
	}
	leading := []byte{0, 31, 1}
	for i, chunk := range eip6800.Chunks(code) {
		rest := code[31*i : min(31*i+31, len(code))]
		if chunk[0] != leading[i] || !bytes.HasPrefix(chunk[1:], rest) {
			t.Errorf("chunk %d: %x", i, chunk)
		}
	}
	for content, want := range map[string]string{
		withCode(code[1:], hash): "the code has the hash",
		strings.Replace(withCode(code, hash), `"nonce"`, `"code_size":63,"nonce"`, 1): "64 bytes, not code_size: 63",
		strings.Replace(withCode(code, hash), `"code":"0x5`, `"code":"0x`, 1):         "code: encoding/hex",
	} {
		err := Run(folder(t, map[string]string{"1.jsonl": content}), &out)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", content, err)
		}
	}
}

func TestErrorsNameTheInvalidInput(t *testing.T) {
	for content, want := range map[string]string{
		"{":         "1.jsonl: line 1: unexpected EOF",
		line + "{}": "1.jsonl: line 1: more than one object",
		strings.Replace(line, "nonce", "nonse", 1): "unknown field",
		line + "\n{}":                        "1.jsonl: line 2: not an address",
		strings.Replace(line, "0x77", "", 1): `not a hexadecimal number: ""`,
		strings.Replace(line, "0x10", "0x1"+strings.Repeat("0", 32), 1): "more than 16 bytes",
	} {
		var out strings.Builder
		err := Run(folder(t, map[string]string{"1.jsonl": content}), &out)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", content, err)
		}
	}
	for name, want := range map[string]string{"x.jsonl": "the name is not a number", "x": "no files N.jsonl"} {
		var out strings.Builder
		err := Run(folder(t, map[string]string{name: line}), &out)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
