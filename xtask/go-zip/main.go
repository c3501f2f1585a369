// Command go-zip writes a module of Go as module proxies have it, by the library of Go's own tools.
//
//	go-zip FOLDER MODULE VERSION OUT
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

func run(folder, path, version, out string) error {
	escaped, err := module.EscapePath(path)
	if err != nil {
		return err
	}
	parent := filepath.Join(out, filepath.FromSlash(escaped), "@v")
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return err
	}
	file, err := os.Create(filepath.Join(parent, version+".zip"))
	if err != nil {
		return err
	}
	defer file.Close()
	if err := zip.CreateFromDir(file, module.Version{Path: path, Version: version}, folder); err != nil {
		return err
	}
	manifest, err := os.ReadFile(filepath.Join(folder, "go.mod"))
	if err != nil {
		return err
	}
	for name, contents := range map[string]string{
		version + ".mod":  string(manifest),
		version + ".info": fmt.Sprintf("{\"Version\":%q}\n", version),
		"list":            version + "\n",
	} {
		if err := os.WriteFile(filepath.Join(parent, name), []byte(contents), 0o644); err != nil {
			return err
		}
	}
	return file.Close()
}

func main() {
	if len(os.Args) != 5 {
		fmt.Fprintln(os.Stderr, "usage: go-zip FOLDER MODULE VERSION OUT")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3], os.Args[4]); err != nil {
		fmt.Fprintln(os.Stderr, strings.TrimSpace(err.Error()))
		os.Exit(1)
	}
}
