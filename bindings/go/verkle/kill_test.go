//go:build cgo && unix

package verkle_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	vorpal "vorpal.example/go"
	"vorpal.example/go/verkle"
)

// rounds is the number of killed processes: that of VORPAL_KILLS, or 10.
func rounds() int {
	if count, err := strconv.Atoi(os.Getenv("VORPAL_KILLS")); err == nil {
		return count
	}
	return 10
}

// A process that applies blocks is killed at any moment. The store then contains every block that was reported.
func TestKilledWriter(t *testing.T) {
	if folder := os.Getenv("VORPAL_TEST_WRITER"); folder != "" {
		writeBlocks(t, folder)
		return
	}
	folder := filepath.Join(t.TempDir(), "tree")
	reported := uint64(0)
	for round := range rounds() {
		command := exec.Command(os.Args[0], "-test.run=^TestKilledWriter$")
		command.Env = append(os.Environ(), "VORPAL_TEST_WRITER="+folder)
		output, err := command.StdoutPipe()
		ok(t, err)
		ok(t, command.Start())
		// The first line comes after the start, so the time to the kill counts from there.
		lines := bufio.NewScanner(output)
		timer := (*time.Timer)(nil)
		var root string
		for lines.Scan() {
			// In every other round a block is reported before the kill, also on a slow machine.
			if timer == nil && (round%2 == 0 || strings.HasPrefix(lines.Text(), "block")) {
				delay := time.Duration(round*7%40) * time.Millisecond
				timer = time.AfterFunc(delay, func() { command.Process.Signal(syscall.SIGKILL) })
			}
			var number uint64
			if _, err := fmt.Sscanf(lines.Text(), "block %d %s", &number, &root); err == nil {
				reported = number
			}
		}
		if err := command.Wait(); err == nil {
			t.Fatal("the writer was not killed")
		}
		store, err := verkle.Open(folder, verkle.Existing, options())
		ok(t, err)
		found, err := store.RootAt(reported)
		ok(t, err)
		if root != "" && fmt.Sprintf("%x", found) != root {
			t.Fatalf("round %d: the root after %d blocks is %x, not %s", round, reported, found, root)
		}
		if _, blocks, err := store.Head(); blocks < reported || err != nil {
			t.Fatalf("round %d: %d blocks, but %d were reported: %v", round, blocks, reported, err)
		}
		_, err = store.Check()
		ok(t, err)
		ok(t, store.Close())
	}
	if reported == 0 {
		t.Fatal("no block was reported before a kill")
	}
	t.Logf("%d processes killed, %d blocks reported, none lost", rounds(), reported)
}

// Programs that start while a store is open do not harm it: 100 of them, between and beside its blocks.
func TestProgramsBesideAStore(t *testing.T) {
	if folder := os.Getenv("VORPAL_TEST_CHILD"); folder != "" {
		_, err := verkle.Open(folder, verkle.Existing, options())
		fails(t, err, vorpal.ErrStore, "locked")
		return
	}
	const programs = 100
	folder := filepath.Join(t.TempDir(), "tree")
	store, err := verkle.Open(folder, verkle.Create, options())
	ok(t, err)
	var roots []verkle.Root
	for number := range programs {
		name, environment := "/bin/true", os.Environ()
		if number%25 == 0 {
			// This program, which tries to open the store.
			name, environment = os.Args[0], append(environment, "VORPAL_TEST_CHILD="+folder)
		}
		pid, err := syscall.ForkExec(name, []string{name, "-test.run=^TestProgramsBesideAStore$"},
			&syscall.ProcAttr{Env: environment, Files: []uintptr{0, 1, 2}})
		ok(t, err)
		keys, values := block(uint64(number))
		root, err := store.Apply(keys, values, "", nil)
		ok(t, err)
		roots = append(roots, root)
		var status syscall.WaitStatus
		_, err = syscall.Wait4(pid, &status, 0, nil)
		ok(t, err)
		if status.ExitStatus() != 0 {
			t.Fatalf("program %d: status %d", number, status.ExitStatus())
		}
	}
	ok(t, store.Close())
	store, err = verkle.Open(folder, verkle.Existing, options())
	ok(t, err)
	for number, expected := range roots {
		if root, err := store.RootAt(uint64(number) + 1); root != expected || err != nil {
			t.Fatalf("after %d blocks: %x, not %x: %v", number+1, root, expected, err)
		}
	}
	_, err = store.Check()
	ok(t, err)
	ok(t, store.Close())
}

// writeBlocks applies blocks until the process is killed.
func writeBlocks(t *testing.T, folder string) {
	store, err := verkle.Open(folder, verkle.OpenOrCreate, options())
	ok(t, err)
	_, blocks, err := store.Head()
	ok(t, err)
	fmt.Println("open")
	for number := blocks + 1; ; number++ {
		keys, values := block(number)
		root, err := store.Apply(keys, values, fmt.Sprintf("block %d", number), nil)
		ok(t, err)
		fmt.Printf("block %d %x\n", number, root)
	}
}
