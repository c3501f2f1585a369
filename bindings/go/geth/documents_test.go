package geth_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The programs in Go of all documents of the repository, by their place. A block is a whole program.
func programs(t *testing.T) map[string]string {
	t.Helper()
	root, block := "../../..", regexp.MustCompile("(?ms)^( *)```go\n(.*?)^ *```$")
	found := map[string]string{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		isHidden := strings.HasPrefix(name, ".") && path != root
		if entry.IsDir() && (isHidden || name == "target" || name == "node_modules") {
			return filepath.SkipDir
		}
		if entry.IsDir() || !strings.HasSuffix(name, ".md") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, at := range block.FindAllStringSubmatchIndex(string(text), -1) {
			line := strings.Count(string(text[:at[0]]), "\n") + 1
			found[strings.TrimPrefix(path, root+"/")+":"+strconv.Itoa(line)] = string(text[at[4]:at[5]])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// Every program in Go of the documents is formatted, passes vet, and prints the lines of its comments "prints".
func TestProgramsOfDocuments(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	printed := regexp.MustCompile("// prints (.*)")
	found := programs(t)
	if len(found) == 0 {
		t.Fatal("no document has a program")
	}
	for place, source := range found {
		// In the module, so that Go finds its dependencies.
		folder, err := os.MkdirTemp(".", "_document-")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(folder)
		file := filepath.Join(folder, "main.go")
		if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
		if list, err := exec.Command("gofmt", "-l", file).CombinedOutput(); err != nil || len(list) != 0 {
			t.Errorf("%s is not formatted: %s %v", place, list, err)
		}
		if message, err := exec.Command("go", "vet", "./"+folder).CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", place, err, message)
			continue
		}
		output, err := exec.Command("go", "run", "./"+folder).CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v: %s", place, err, output)
			continue
		}
		var expected strings.Builder
		for _, match := range printed.FindAllStringSubmatch(source, -1) {
			expected.WriteString(match[1] + "\n")
		}
		if expected.String() != string(output) {
			t.Errorf("%s prints %q, not %q", place, output, expected.String())
		}
	}
}
