//go:build cgo

package kzg

import (
	"fmt"
	"sync"

	"vorpal.example/go/internal/lib"
	"vorpal.example/go/internal/status"
)

// TableMemory is the memory of the tables of the shared setup: 48 MiB.
const TableMemory = 48 << 20

// Setup has the points of a trusted setup, and tables. Several goroutines may use it at the same time. A nil Setup
// stands for a shared one of Ethereum's ceremony: the first commitment or proof computes tables of TableMemory for it.
// Verification needs no tables, and does not wait for them.
type Setup struct{ setup lib.Setup }

func wrap(setup lib.Setup, err error) (*Setup, error) {
	if err != nil {
		return nil, err
	}
	return &Setup{setup}, nil
}

// NewSetup creates the setup of Ethereum's ceremony, whose points are part of the library. memory is the most bytes of
// tables for commitments and proofs: 0 for none, or at least 1,572,864.
func NewSetup(pool *Pool, memory int) (*Setup, error) { return wrap(lib.NewSetup(pool, memory)) }

// ParseSetup creates the setup of a text in the format of c-kzg's file trusted_setup.txt. All points are checked, and
// that they belong together. memory is that of NewSetup.
func ParseSetup(pool *Pool, text []byte, memory int) (*Setup, error) {
	return wrap(lib.SetupFromText(pool, text, memory))
}

// SetupOfPoints creates the setup of compressed points, each list in natural order: the Lagrange basis and the powers
// in G1, and the powers in G2. The points are checked as those of ParseSetup. memory is that of NewSetup.
func SetupOfPoints(pool *Pool, lagrange, powers *[4096][48]byte, powersG2 *[65][96]byte, memory int) (*Setup, error) {
	return wrap(lib.SetupFromPoints(pool, lagrange, powers, powersG2, memory))
}

var (
	verifier = sync.OnceValues(func() (*Setup, error) { return NewSetup(nil, 0) })
	prover   = sync.OnceValues(func() (*Setup, error) { return NewSetup(nil, TableMemory) })
)

// get returns the setup, or a shared one.
func (s *Setup) get(shared func() (*Setup, error)) (lib.Setup, error) {
	if s == nil {
		var err error
		if s, err = shared(); err != nil {
			return lib.Setup{}, err
		}
	}
	return s.setup, nil
}

// Close frees the setup. Later calls with it are errors.
func (s *Setup) Close() error {
	if s == nil {
		return nil
	}
	return s.setup.Close()
}

// SaveTables writes the tables to a file, for LoadTables. An existing file is replaced once the new one is complete. A
// setup without tables is an error: errors.Is with vorpal.ErrNotPossible.
func (s *Setup) SaveTables(file string) error {
	setup, err := s.get(prover)
	if err != nil {
		return err
	}
	return setup.SaveTables(file)
}

// LoadTables returns a setup with the points of this one and the tables of a file of SaveTables. The checksums, the
// points and the range of coordinates are checked; who can write the file can choose commitments and proofs.
func (s *Setup) LoadTables(pool *Pool, file string) (*Setup, error) {
	setup, err := s.get(verifier)
	if err != nil {
		return nil, err
	}
	return wrap(setup.LoadTables(pool, file))
}

// Memory returns the size of the tables in bytes. Without tables, it is that of the smallest tables for proofs of
// cells, which the first such proof computes.
func (s *Setup) Memory() (int, error) {
	setup, err := s.get(prover)
	if err != nil {
		return 0, err
	}
	return setup.Memory()
}

func checkCount(name string, found, expected int) error {
	if found != expected {
		return status.New(status.Argument, fmt.Sprintf("%s: %d, not %d", name, found, expected))
	}
	return nil
}

func notNil[T any](name string, value *T) error {
	if value == nil {
		return status.New(status.Argument, name+" is nil")
	}
	return nil
}

// invalid returns the indices of the items that are not valid.
func invalid(items []byte) []int {
	var indices []int
	for i, item := range items {
		if item != 0 {
			indices = append(indices, i)
		}
	}
	return indices
}
