//go:build cgo

package verkle

import (
	"math"
	"time"

	"vorpal.example/go/internal/lib"
	"vorpal.example/go/internal/status"
)

type (
	// Key is a key of the tree: a stem of 31 bytes and a suffix.
	Key = [32]byte
	// Value is a value of the tree.
	Value = [32]byte
	// Root is the root of a tree: its commitment, compressed. The root of the empty tree is zero.
	Root = [32]byte
)

// Mode says how Open treats existing and missing stores.
type Mode int32

// The modes.
const (
	Existing     Mode = 0 // An existing store.
	Create       Mode = 1 // A new store; an existing one is an error.
	OpenOrCreate Mode = 2 // An existing store, or a new one if there is none.
)

// Options are the options of a store on disk. The zero value has the defaults.
type Options struct {
	// Pool has the threads. Nil stands for all cores.
	Pool *Pool
	// Committer has the tables. Nil stands for a shared one of the profile Medium.
	Committer *Committer
	// Window is the number of blocks that can be rolled back. It is fixed at creation. 0 stands for 128; NoWindow is a
	// store without rollback.
	Window uint64
	// CacheBytes is the size of the cache. 0 stands for 64 MiB.
	CacheBytes uint64
	// Wait is how long opening waits for a lock of another process.
	Wait time.Duration
	// NoCheck makes opening faster: it does not read the whole file to compare checksums.
	NoCheck bool
}

// NoWindow is the Window of a store that keeps no earlier states.
const NoWindow = math.MaxUint64

// withDefaults are the options for the library.
func (o Options) withDefaults() (lib.TreeOptions, error) {
	options, err := lib.DefaultTreeOptions()
	switch o.Window {
	case 0:
	case NoWindow:
		options.Window = 0
	default:
		options.Window = o.Window
	}
	if o.CacheBytes != 0 {
		options.Cache = o.CacheBytes
	}
	options.WaitMilliseconds = uint64(math.Ceil(float64(o.Wait) / float64(time.Millisecond)))
	options.Check = !o.NoCheck
	return options, err
}

// Store is a state tree with its history. Several goroutines may read at the same time; a writer waits for them, and
// they for it.
//
// A store on disk belongs to the process that opened it. Programs that this process starts (os/exec, syscall.ForkExec)
// do not harm it: they inherit neither its file nor its lock.
type Store struct {
	tree      lib.Tree
	pool      *Pool
	committer *Committer
}

// Open opens or creates the store in a directory.
func Open(directory string, mode Mode, options Options) (*Store, error) {
	if options.Wait < 0 {
		return nil, status.New(status.Argument, "Wait is negative")
	}
	all, err := options.withDefaults()
	if err != nil {
		return nil, err
	}
	tree, err := lib.OpenTree(directory, int32(mode), all)
	if err != nil {
		return nil, err
	}
	return &Store{tree, options.Pool, options.Committer}, nil
}

// InMemory creates an empty tree in memory that can roll back window blocks. A nil pool or committer stands for the
// shared one.
func InMemory(window uint64, pool *Pool, committer *Committer) (*Store, error) {
	tree, err := lib.TreeInMemory(window)
	if err != nil {
		return nil, err
	}
	return &Store{tree, pool, committer}, nil
}

var errNilStore = status.New(status.Argument, "store is nil")

// Close ends the use of the store: later calls fail, and it is closed with the calls that run. Writes since the last
// commit are dropped.
func (s *Store) Close() error {
	if s == nil {
		return nil
	}
	return s.tree.Close()
}

// Head returns the root of the last commit and the number of blocks.
func (s *Store) Head() (Root, uint64, error) {
	if s == nil {
		return Root{}, 0, errNilStore
	}
	return s.tree.Head()
}

// Label returns the label of the last block.
func (s *Store) Label() (string, error) {
	if s == nil {
		return "", errNilStore
	}
	return s.tree.Label()
}

// RootAt returns the root after so many blocks, as far as the store keeps them.
func (s *Store) RootAt(blocks uint64) (Root, error) {
	if s == nil {
		return Root{}, errNilStore
	}
	return s.tree.RootAt(blocks)
}

// Get returns the values of keys, writes since the last commit included. present[i] is false where keys[i] is absent;
// its value is then zero.
func (s *Store) Get(keys []Key) (values []Value, present []bool, err error) {
	if s == nil {
		return nil, nil, errNilStore
	}
	values, present = make([]Value, len(keys)), make([]bool, len(keys))
	if err = s.tree.Get(keys, values, present); err != nil {
		return nil, nil, err
	}
	return values, present, nil
}

// GetAt is Get after so many blocks, as far as the store keeps them.
func (s *Store) GetAt(blocks uint64, keys []Key) (values []Value, present []bool, err error) {
	if s == nil {
		return nil, nil, errNilStore
	}
	values, present = make([]Value, len(keys)), make([]bool, len(keys))
	if err = s.tree.GetAt(blocks, keys, values, present); err != nil {
		return nil, nil, err
	}
	return values, present, nil
}

// Update writes values. They count from the next commit on; of several values for a key the last one counts. After an
// error nothing was written.
func (s *Store) Update(keys []Key, values []Value) error {
	if s == nil {
		return errNilStore
	}
	if err := checkCount("values", len(values), len(keys)); err != nil {
		return err
	}
	return s.tree.Update(s.pool, keys, values)
}

// Remove removes the values of keys. After an error nothing was removed.
func (s *Store) Remove(keys []Key) error {
	if s == nil {
		return errNilStore
	}
	return s.tree.Remove(s.pool, keys)
}

// NextRoot returns the root that the next commit will have. It saves nothing.
func (s *Store) NextRoot() (Root, error) {
	if s == nil {
		return Root{}, errNilStore
	}
	committer, err := s.committer.get()
	if err != nil {
		return Root{}, err
	}
	return s.tree.NextRoot(s.pool, committer)
}

// Commit commits all writes as a block with a label of printable text on one line, and returns the new root. On disk
// the block is durable when the call returns. After ErrStore on disk, the file may or may not contain the block: open
// the store again, and its head shows which.
func (s *Store) Commit(label string) (Root, error) {
	if s == nil {
		return Root{}, errNilStore
	}
	committer, err := s.committer.get()
	if err != nil {
		return Root{}, err
	}
	return s.tree.Commit(s.pool, committer, label)
}

// Apply applies a block: writes, and a commit if the root is the expected one; nil accepts any root. Otherwise the
// error is ErrRefused, the result is the root that the block has, and the store is as before. Writes of earlier calls
// without a commit are an error if they change the root; otherwise they are part of the block. ErrStore means the same
// as for Commit.
func (s *Store) Apply(keys []Key, values []Value, label string, expected *Root) (Root, error) {
	if s == nil {
		return Root{}, errNilStore
	}
	if err := checkCount("values", len(values), len(keys)); err != nil {
		return Root{}, err
	}
	committer, err := s.committer.get()
	if err != nil {
		return Root{}, err
	}
	return s.tree.Apply(s.pool, committer, keys, values, label, expected)
}

// Discard drops all writes since the last commit.
func (s *Store) Discard() error {
	if s == nil {
		return errNilStore
	}
	return s.tree.Discard(s.pool)
}

// Rollback reverts the last blocks and drops all writes since the last commit. More blocks than the store keeps are
// ErrArgument. After an error nothing was reverted, with the exception that Commit has.
func (s *Store) Rollback(blocks uint64) error {
	if s == nil {
		return errNilStore
	}
	return s.tree.Rollback(s.pool, blocks)
}

// Check reads the whole tree, checks every node, of earlier states too, and returns the number of nodes of the current
// state. Writes since the last commit are left out.
func (s *Store) Check() (nodes uint64, err error) {
	if s == nil {
		return 0, errNilStore
	}
	committer, err := s.committer.get()
	if err != nil {
		return 0, err
	}
	return s.tree.Check(s.pool, committer)
}

// Prove returns a witness of the values of keys, present or absent. Writes since the last commit are an error.
func (s *Store) Prove(keys []Key, version Version) (*Witness, error) {
	if s == nil {
		return nil, errNilStore
	}
	committer, err := s.committer.get()
	if err != nil {
		return nil, err
	}
	witness, err := s.tree.Prove(s.pool, committer, keys, int32(version))
	if err != nil {
		return nil, err
	}
	return &Witness{witness}, nil
}
