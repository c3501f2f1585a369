//go:build cgo

package verkle_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	vorpal "vorpal.example/go"
	"vorpal.example/go/verkle"
)

// tables is a committer for all tests of this package.
var tables = sync.OnceValue(func() *verkle.Committer {
	committer, err := verkle.NewCommitter(nil, verkle.Small)
	if err != nil {
		panic(err)
	}
	return committer
})

// block returns writes whose stems share bytes: branches at several depths.
func block(number uint64) (keys []verkle.Key, values []verkle.Value) {
	random := rand.NewChaCha8([32]byte{byte(number)})
	keys, values = make([]verkle.Key, 60), make([]verkle.Value, 60)
	for i := range keys {
		random.Read(keys[i][:])
		random.Read(values[i][:])
		keys[i][0], keys[i][1] = byte(i%3), keys[i][1]&1
	}
	return keys, values
}

func memory(t testing.TB) *verkle.Store {
	t.Helper()
	store, err := verkle.InMemory(16, nil, tables())
	if err != nil {
		t.Fatal(err)
	}
	return store
}

func options() verkle.Options {
	return verkle.Options{Committer: tables()}
}

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func fails(t testing.TB, err, kind error, text string) {
	t.Helper()
	if !errors.Is(err, kind) || !strings.Contains(err.Error(), text) {
		t.Fatalf("%v, not a %v with %q", err, kind, text)
	}
}

// history writes five blocks, checks what the store keeps, and returns the roots.
func history(t *testing.T, store *verkle.Store) (roots [6]verkle.Root) {
	root, blocks, err := store.Head()
	ok(t, err)
	if root != (verkle.Root{}) || blocks != 0 {
		t.Fatalf("an empty tree: %x after %d blocks", root, blocks)
	}
	for number := uint64(1); number <= 5; number++ {
		label := fmt.Sprintf("block %d", number)
		keys, values := block(number)
		if number%2 == 1 {
			ok(t, store.Update(keys, values))
			next, err := store.NextRoot()
			ok(t, err)
			roots[number], err = store.Commit(label)
			ok(t, err)
			if next != roots[number] {
				t.Fatal("the next root is another one")
			}
		} else {
			next, err := store.Apply(keys, values, label, &verkle.Root{1})
			fails(t, err, vorpal.ErrRefused, "")
			if head, _, err := store.Head(); head != roots[number-1] || err != nil {
				t.Fatalf("a refused block changed the root: %v", err)
			}
			roots[number], err = store.Apply(keys, values, label, &next)
			ok(t, err)
		}
		found, present, err := store.Get(keys)
		ok(t, err)
		for i := range keys {
			if found[i] != values[i] || !present[i] {
				t.Fatalf("block %d: value %d", number, i)
			}
		}
		if found, err := store.Label(); found != label || err != nil {
			t.Fatalf("label %q: %v", found, err)
		}
	}
	past(t, store, roots)
	return roots
}

// past checks earlier states, rollbacks and discarded writes, and leaves the store after five blocks.
func past(t *testing.T, store *verkle.Store, roots [6]verkle.Root) {
	keys, values := block(2)
	if root, err := store.RootAt(2); root != roots[2] || err != nil {
		t.Fatalf("root %x after two blocks: %v", root, err)
	}
	found, _, err := store.GetAt(2, keys)
	ok(t, err)
	_, before, err := store.GetAt(1, keys)
	ok(t, err)
	for i := range keys {
		if found[i] != values[i] || before[i] {
			t.Fatalf("value %d of the second block", i)
		}
	}
	_, err = store.RootAt(99)
	fails(t, err, vorpal.ErrArgument, "not kept")
	_, others := block(3)
	ok(t, store.Update(keys, others))
	_, err = store.Apply(keys, values, "", nil)
	fails(t, err, vorpal.ErrArgument, "")
	ok(t, store.Rollback(2))
	if root, blocks, err := store.Head(); root != roots[3] || blocks != 3 || err != nil {
		t.Fatalf("after a rollback: %x, %d blocks: %v", root, blocks, err)
	}
	fails(t, store.Rollback(99), vorpal.ErrArgument, "cannot be rolled back")
	for number := uint64(4); number <= 5; number++ {
		keys, values := block(number)
		_, err := store.Apply(keys, values, "", &roots[number])
		ok(t, err)
	}
	ok(t, store.Remove(keys))
	if next, err := store.NextRoot(); next == roots[5] || err != nil {
		t.Fatalf("removed values do not change the root: %v", err)
	}
	ok(t, store.Discard())
	if next, err := store.NextRoot(); next != roots[5] || err != nil {
		t.Fatalf("discarded writes change the root: %v", err)
	}
	if nodes, err := store.Check(); nodes <= 60 || err != nil {
		t.Fatalf("%d nodes: %v", nodes, err)
	}
}

func TestStores(t *testing.T) {
	inMemory := memory(t)
	defer inMemory.Close()
	roots := history(t, inMemory)
	folder := filepath.Join(t.TempDir(), "tree")
	_, err := verkle.Open(folder, verkle.Existing, options())
	fails(t, err, vorpal.ErrStore, "")
	store, err := verkle.Open(folder, verkle.Create, options())
	ok(t, err)
	_, err = verkle.Open(folder, verkle.Create, options())
	fails(t, err, vorpal.ErrStore, "")
	if history(t, store) != roots {
		t.Fatal("other roots on disk than in memory")
	}
	waiting := options()
	waiting.Wait = time.Millisecond
	_, err = verkle.Open(folder, verkle.Existing, waiting)
	fails(t, err, vorpal.ErrStore, "")
	ok(t, errors.Join(store.Close(), store.Close()))
	store, err = verkle.Open(folder, verkle.OpenOrCreate, options())
	ok(t, err)
	if root, blocks, err := store.Head(); root != roots[5] || blocks != 5 || err != nil {
		t.Fatalf("reopened: %x, %d blocks: %v", root, blocks, err)
	}
	ok(t, store.Close())
}

// The zero value of Options is a store with history and a check at opening; both can be switched off.
func TestZeroOptions(t *testing.T) {
	keys, values := block(1)
	for window, possible := range map[uint64]bool{0: true, 1: true, verkle.NoWindow: false} {
		folder := filepath.Join(t.TempDir(), "tree")
		store, err := verkle.Open(folder, verkle.Create, verkle.Options{Committer: tables(), Window: window})
		ok(t, err)
		for range 100 {
			_, err = store.Apply(keys, values, "", nil)
			ok(t, err)
		}
		if err := store.Rollback(1); (err == nil) != possible {
			t.Errorf("window %d: a rollback of one block: %v", window, err)
		}
		if err := store.Rollback(50); (err == nil) != (window == 0) {
			t.Errorf("window %d: a rollback of 50 blocks: %v", window, err)
		}
		ok(t, store.Close())
		if window != 0 {
			continue
		}
		// One byte of a node in the file differs.
		file := filepath.Join(folder, "state.redb")
		bytes, err := os.ReadFile(file)
		ok(t, err)
		at := slices.Index(bytes, values[0][0])
		for at >= 0 && string(bytes[at:min(at+32, len(bytes))]) != string(values[0][:]) {
			next := slices.Index(bytes[at+1:], values[0][0])
			if next < 0 {
				t.Fatal("the file has no value")
			}
			at += 1 + next
		}
		bytes[at] ^= 1
		ok(t, os.WriteFile(file, bytes, 0o600))
		_, err = verkle.Open(folder, verkle.Existing, verkle.Options{Committer: tables()})
		fails(t, err, vorpal.ErrStore, "damaged")
		store, err = verkle.Open(folder, verkle.Existing, verkle.Options{Committer: tables(), NoCheck: true})
		ok(t, err)
		ok(t, store.Close())
	}
}

// Readers of several goroutines beside a writer see states between blocks.
func TestReadersInGoroutines(t *testing.T) {
	store := memory(t)
	defer store.Close()
	keys, _ := block(1)
	write := func(number byte) {
		values := make([]verkle.Value, len(keys))
		for i := range values {
			values[i][0] = number
		}
		if _, err := store.Apply(keys, values, "", nil); err != nil {
			t.Error(err)
		}
	}
	write(1)
	done := make(chan struct{})
	var group sync.WaitGroup
	for range 6 {
		group.Go(func() {
			for {
				values, present, err := store.Get(keys)
				if err != nil {
					t.Error(err)
					return
				}
				for i := range values {
					if values[i] != values[0] || !present[i] {
						t.Error("a reader sees half of a block")
						return
					}
				}
				select {
				case <-done:
					return
				default:
				}
			}
		})
	}
	for number := byte(2); number < 20; number++ {
		write(number)
	}
	close(done)
	group.Wait()
}

// Many calls that each use all threads, on one store and one pool, beside a Close.
func TestCallsInGoroutines(t *testing.T) {
	pool, err := vorpal.NewPool(2)
	ok(t, err)
	store, err := verkle.InMemory(16, pool, tables())
	ok(t, err)
	var group sync.WaitGroup
	for thread := range 6 {
		group.Go(func() {
			for round := range 5 {
				keys, values := block(uint64(100*thread + round))
				_, apply := store.Apply(keys, values, "", nil)
				witness, prove := store.Prove(keys, verkle.Plain)
				_, check := store.Check()
				if err := errors.Join(apply, prove, check, witness.Close()); err != nil {
					if !errors.Is(err, vorpal.ErrArgument) || thread != 0 {
						t.Error(err)
					}
					return
				}
			}
		})
	}
	group.Wait()
	// Witnesses and partial trees that several goroutines use and close in opposite orders.
	keys, _ := block(0)
	root, _, err := store.Head()
	ok(t, err)
	for range 30 {
		witness, err := store.Prove(keys, verkle.Plain)
		ok(t, err)
		tree, err := witness.Verify(pool, tables(), root, verkle.Plain)
		ok(t, err)
		for _, work := range []func(){
			func() { _, _ = tree.RootAfter(pool, tables(), witness) },
			func() { _, _ = witness.Verify(pool, tables(), root, verkle.Plain) },
			func() { ok(t, witness.Close()) },
			func() { ok(t, tree.Close()) },
		} {
			group.Go(work)
		}
		group.Wait()
	}
	ok(t, errors.Join(store.Close(), pool.Close()))
	_, err = store.Check()
	fails(t, err, vorpal.ErrArgument, "closed")
}

func TestMisuse(t *testing.T) {
	store := memory(t)
	keys, values := block(1)
	fails(t, store.Update(keys, values[:59]), vorpal.ErrArgument, "values has 59 items and not 60")
	_, err := store.Apply(keys[:1], values, "", nil)
	fails(t, err, vorpal.ErrArgument, "values")
	for _, label := range []string{"two\nlines", "a\x00b", "\xff"} {
		_, err = store.Commit(label)
		fails(t, err, vorpal.ErrArgument, "label")
	}
	_, err = verkle.Open("a\x00b", verkle.Create, options())
	fails(t, err, vorpal.ErrArgument, "directory")
	_, err = verkle.Open(t.TempDir(), 3, options())
	fails(t, err, vorpal.ErrArgument, "mode is 3")
	negative := options()
	negative.Wait = -1
	_, err = verkle.Open(t.TempDir(), verkle.Create, negative)
	fails(t, err, vorpal.ErrArgument, "Wait")
	ok(t, store.Close())
	for _, store := range []*verkle.Store{store, nil} {
		_, _, head := store.Head()
		_, label := store.Label()
		_, at := store.RootAt(0)
		_, _, get := store.Get(keys)
		_, _, getAt := store.GetAt(0, keys)
		_, next := store.NextRoot()
		_, commit := store.Commit("")
		_, apply := store.Apply(keys, values, "", nil)
		_, check := store.Check()
		_, prove := store.Prove(keys, verkle.Plain)
		update, remove, discard := store.Update(keys, values), store.Remove(keys), store.Discard()
		for i, err := range []error{
			head, label, at, get, getAt, next, commit, apply, check, prove, update, remove, discard, store.Rollback(1),
		} {
			if !errors.Is(err, vorpal.ErrArgument) {
				t.Errorf("function %d: %v", i, err)
			}
		}
		ok(t, store.Close())
	}
}
