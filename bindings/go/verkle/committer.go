//go:build cgo

package verkle

import (
	"fmt"
	"sync"

	"vorpal.example/go/internal/lib"
	"vorpal.example/go/internal/status"
)

// Pool is a pool of threads: see the type of the same name in the module's first package. Nil stands for all cores.
type Pool = lib.Pool

// Profile is the size of a committer's tables.
type Profile int32

// The sizes of tables.
const (
	Small  Profile = 0 // At most 32 MiB.
	Medium Profile = 1 // At most 128 MiB.
	Large  Profile = 2 // At most 340 MiB.
)

// Commitment is a point of Banderwagon, compressed.
type Commitment = [32]byte

// Committer has tables for commitments with the basis of Verkle trees (the seed eth_verkle_oct_2021). Several
// goroutines may use it at the same time. A nil Committer stands for a shared one of the profile Medium, which the
// first use creates.
type Committer struct{ committer lib.Committer }

// NewCommitter creates a committer. The threads of the pool share the work, which grows with the tables.
func NewCommitter(pool *Pool, profile Profile) (*Committer, error) {
	committer, err := lib.NewCommitter(pool, int32(profile))
	if err != nil {
		return nil, err
	}
	return &Committer{committer}, nil
}

// LoadCommitter loads a committer from a file of Save. The checksum and the generators are checked; who can write the
// file can choose commitments.
func LoadCommitter(pool *Pool, file string) (*Committer, error) {
	committer, err := lib.LoadCommitter(pool, file)
	if err != nil {
		return nil, err
	}
	return &Committer{committer}, nil
}

var shared = sync.OnceValues(func() (*Committer, error) { return NewCommitter(nil, Medium) })

func (c *Committer) get() (lib.Committer, error) {
	if c == nil {
		var err error
		if c, err = shared(); err != nil {
			return lib.Committer{}, err
		}
	}
	return c.committer, nil
}

// Save writes the tables to a file. An existing file is replaced once the new one is complete.
func (c *Committer) Save(file string) error {
	committer, err := c.get()
	if err != nil {
		return err
	}
	return committer.Save(file)
}

// Close frees the tables.
func (c *Committer) Close() error {
	if c == nil {
		return nil
	}
	return c.committer.Close()
}

// Commit returns the sum of values[i] G_i over at most 256 values: 32 bytes each, little-endian, below the order.
func (c *Committer) Commit(values [][32]byte) (commitment Commitment, err error) {
	committer, err := c.get()
	if err != nil {
		return commitment, err
	}
	err = committer.Commit(values, commitment[:])
	return commitment, err
}

// Vector is a sparse vector: Values[i], 32 bytes little-endian below the order, is at position Indices[i].
type Vector struct {
	Indices []byte
	Values  [][32]byte
}

// checkCount reports a slice of another length than expected.
func checkCount(name string, found, expected int) error {
	if found != expected {
		return status.New(status.Argument, fmt.Sprintf("%s has %d items and not %d", name, found, expected))
	}
	return nil
}

// flatten puts the terms of all vectors one after the other.
func flatten(vectors []Vector, name string) (offsets []uint, indices []byte, values [][32]byte, err error) {
	offsets = make([]uint, len(vectors)+1)
	for i, vector := range vectors {
		if len(vector.Indices) != len(vector.Values) {
			return nil, nil, nil, status.New(status.Argument, fmt.Sprintf(
				"%s: number %d has %d indices and %d values", name, i, len(vector.Indices), len(vector.Values)))
		}
		offsets[i+1] = offsets[i] + uint(len(vector.Indices))
	}
	indices = make([]byte, 0, offsets[len(vectors)])
	values = make([][32]byte, 0, offsets[len(vectors)])
	for _, vector := range vectors {
		indices, values = append(indices, vector.Indices...), append(values, vector.Values...)
	}
	return offsets, indices, values, nil
}

// CommitBatch returns the commitments to sparse vectors.
func (c *Committer) CommitBatch(pool *Pool, vectors []Vector) ([]Commitment, error) {
	committer, err := c.get()
	if err != nil {
		return nil, err
	}
	offsets, indices, values, err := flatten(vectors, "vectors")
	if err != nil {
		return nil, err
	}
	out := make([]byte, 32*len(vectors))
	if err := committer.CommitBatch(pool, offsets, indices, values, out, 32); err != nil {
		return nil, err
	}
	return points(out), nil
}

// CommitDeltaBatch returns old[i] plus the commitment to deltas[i], whose values are the differences between new and
// old ones. With trusted, the old commitments are not checked to be in the group.
func (c *Committer) CommitDeltaBatch(pool *Pool, old []Commitment, trusted bool, deltas []Vector) (
	[]Commitment, error) {
	committer, err := c.get()
	if err != nil {
		return nil, err
	}
	if err := checkCount("deltas", len(deltas), len(old)); err != nil {
		return nil, err
	}
	offsets, indices, values, err := flatten(deltas, "deltas")
	if err != nil {
		return nil, err
	}
	out := make([]byte, 32*len(old))
	err = committer.CommitDeltaBatch(pool, bytesOf(old), trusted, offsets, indices, values, out, 32)
	if err != nil {
		return nil, err
	}
	return points(out), nil
}

func points(bytes []byte) []Commitment {
	points := make([]Commitment, len(bytes)/32)
	for i := range points {
		points[i] = Commitment(bytes[32*i:])
	}
	return points
}

func bytesOf(points []Commitment) []byte {
	bytes := make([]byte, 0, 32*len(points))
	for i := range points {
		bytes = append(bytes, points[i][:]...)
	}
	return bytes
}

// MapToScalarBatch returns the scalar that each commitment maps to (x / y, which Verkle trees use as a hash): 32 bytes,
// little-endian. With trusted, the commitments are not checked to be in the group.
func MapToScalarBatch(pool *Pool, commitments []Commitment, trusted bool) ([][32]byte, error) {
	out := make([][32]byte, len(commitments))
	if err := lib.MapToScalarBatch(pool, len(commitments), bytesOf(commitments), 32, trusted, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ProofSize is the length of a multiproof in bytes.
const ProofSize = 576

// Opening is a value of a committed vector: that at position Point of vector number Vector.
type Opening struct {
	Vector uint32
	Point  byte
}

func split(openings []Opening) (vectors []uint32, points []byte) {
	for _, opening := range openings {
		vectors, points = append(vectors, opening.Vector), append(points, opening.Point)
	}
	return vectors, points
}

// Prove creates a multiproof of openings. values are the vectors of the commitments, 256 values each. label separates
// protocols: "vt" for Verkle trees.
func (c *Committer) Prove(pool *Pool, label string, commitments []Commitment, values [][256][32]byte,
	openings []Opening) (proof [ProofSize]byte, err error) {
	committer, err := c.get()
	if err != nil {
		return proof, err
	}
	if err := checkCount("values", len(values), len(commitments)); err != nil {
		return proof, err
	}
	vectors, points := split(openings)
	err = committer.CreateMultiproof(pool, label, commitments, values, vectors, points, &proof)
	return proof, err
}

// Verify reports whether a multiproof proves that opening i has the value values[i]. Malformed input is an error.
func (c *Committer) Verify(pool *Pool, label string, commitments []Commitment, openings []Opening, values [][32]byte,
	proof [ProofSize]byte) (bool, error) {
	committer, err := c.get()
	if err != nil {
		return false, err
	}
	if err := checkCount("values", len(values), len(openings)); err != nil {
		return false, err
	}
	vectors, points := split(openings)
	return committer.VerifyMultiproof(pool, label, commitments, vectors, points, values, &proof)
}
