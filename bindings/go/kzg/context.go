//go:build cgo

package kzg

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"vorpal.example/go/internal/status"
)

// Names of go-eth-kzg.
const (
	ScalarsPerBlob       = 4096
	CompressedG1Size     = 48
	CompressedG2Size     = 96
	SerializedScalarSize = 32
	BytesPerCell         = 2048
	CellsPerExtBlob      = CellsPerBlob
)

// Names of go-eth-kzg.
type (
	KZGCommitment      = Commitment
	KZGProof           = Proof
	Scalar             [32]byte
	G1CompressedHexStr = string
	G2CompressedHexStr = string
)

// Errors of the methods of Context, with the names and texts of go-eth-kzg. A wrong proof is ErrInvalidProof. Malformed
// bytes are the errors of this module: errors.Is with vorpal.ErrInput.
var (
	ErrBatchLengthCheck                = errors.New("all designated elements in the batch should have the same size")
	ErrInvalidCellID                   = errors.New("cell ID should be less than CellsPerExtBlob")
	ErrDeserializeNilInput             = errors.New("cannot not deserialize nil input")
	ErrNumCellIDsNotEqualNumCells      = errors.New("number of cell IDs should be equal to the number of cells")
	ErrCellIDsNotOrdered               = errors.New("cell IDs are not ordered (ascending)")
	ErrFoundInvalidCellID              = errors.New("cell ID should be less than CellsPerExtBlob")
	ErrNotEnoughCellsForReconstruction = errors.New("not enough cells to perform reconstruction")
)

// JSONTrustedSetup is a trusted setup in hexadecimal digits, with the names of its JSON.
type JSONTrustedSetup struct {
	SetupG2         []G2CompressedHexStr               `json:"g2_monomial"`
	SetupG1Lagrange [ScalarsPerBlob]G1CompressedHexStr `json:"g1_lagrange"`
	SetupG1Monomial [ScalarsPerBlob]G1CompressedHexStr `json:"g1_monomial"`
}

// Context has the methods of go-eth-kzg's type on a setup. Several goroutines may use it at the same time. The
// arguments numGoRoutines have no effect: calls run on all cores.
type Context struct{ setup *Setup }

// NewContext4096Secure returns a context with the setup of Ethereum's ceremony and tables of TableMemory.
func NewContext4096Secure() (*Context, error) {
	if _, err := prover(); err != nil {
		return nil, err
	}
	return &Context{nil}, nil
}

// NewContext4096 returns a context with a setup, whose points are checked, and tables of TableMemory.
func NewContext4096(trustedSetup *JSONTrustedSetup) (*Context, error) {
	setup, err := trustedSetup.load(TableMemory)
	if err != nil {
		return nil, err
	}
	return &Context{setup}, nil
}

// CheckTrustedSetupIsWellFormed checks all points of a setup, and that they belong together.
func CheckTrustedSetupIsWellFormed(trustedSetup *JSONTrustedSetup) error {
	setup, err := trustedSetup.load(0)
	if err != nil {
		return err
	}
	return setup.Close()
}

func (j *JSONTrustedSetup) load(memory int) (*Setup, error) {
	if err := notNil("trustedSetup", j); err != nil {
		return nil, err
	}
	lagrange, powers, powersG2 := new([4096][48]byte), new([4096][48]byte), new([65][96]byte)
	if err := checkCount("SetupG2", len(j.SetupG2), len(powersG2)); err != nil {
		return nil, err
	}
	for i := range lagrange {
		if err := point("SetupG1Lagrange", i, j.SetupG1Lagrange[i], lagrange[i][:]); err != nil {
			return nil, err
		}
		if err := point("SetupG1Monomial", i, j.SetupG1Monomial[i], powers[i][:]); err != nil {
			return nil, err
		}
	}
	for i := range powersG2 {
		if err := point("SetupG2", i, j.SetupG2[i], powersG2[i][:]); err != nil {
			return nil, err
		}
	}
	return SetupOfPoints(nil, lagrange, powers, powersG2, memory)
}

// point decodes hexadecimal digits, with or without 0x.
func point(name string, index int, text string, out []byte) error {
	bytes, err := hex.DecodeString(strings.TrimPrefix(text, "0x"))
	if err != nil || len(bytes) != len(out) {
		return status.New(status.Input, fmt.Sprintf("%s: point %d: no %d hexadecimal digits", name, index, 2*len(out)))
	}
	copy(out, bytes)
	return nil
}

// BlobToKZGCommitment returns the commitment to a blob.
func (c *Context) BlobToKZGCommitment(blob *Blob, numGoRoutines int) (KZGCommitment, error) {
	if blob == nil {
		return KZGCommitment{}, ErrDeserializeNilInput
	}
	commitments, err := c.setup.Commit(nil, []Blob{*blob})
	if err != nil {
		return KZGCommitment{}, err
	}
	return commitments[0], nil
}

// ComputeBlobKZGProof returns the proof that a blob has a commitment, which is not compared with the blob.
func (c *Context) ComputeBlobKZGProof(blob *Blob, blobCommitment KZGCommitment, numGoRoutines int) (KZGProof, error) {
	if blob == nil {
		return KZGProof{}, ErrDeserializeNilInput
	}
	return c.setup.ProveBlob(nil, blob, blobCommitment)
}

// ComputeKZGProof returns the proof and the value of the polynomial of a blob at a point.
func (c *Context) ComputeKZGProof(blob *Blob, inputPointBytes Scalar, numGoRoutines int) (KZGProof, Scalar, error) {
	if blob == nil {
		return KZGProof{}, Scalar{}, ErrDeserializeNilInput
	}
	proof, y, err := c.setup.Prove(nil, blob, Point(inputPointBytes))
	return proof, Scalar(y), err
}

// VerifyKZGProof returns nil if the polynomial with a commitment has this value at the point.
func (c *Context) VerifyKZGProof(blobCommitment KZGCommitment, inputPointBytes, claimedValueBytes Scalar,
	kzgProof KZGProof) error {
	return verdict(c.setup.Verify(nil, blobCommitment, Point(inputPointBytes), Claim(claimedValueBytes), kzgProof))
}

// VerifyBlobKZGProof returns nil if a blob has a commitment.
func (c *Context) VerifyBlobKZGProof(blob *Blob, blobCommitment KZGCommitment, kzgProof KZGProof) error {
	if blob == nil {
		return ErrDeserializeNilInput
	}
	return verdict(c.setup.VerifyBlob(nil, blob, blobCommitment, kzgProof))
}

// VerifyBlobKZGProofBatch returns nil if all blobs have their commitments.
func (c *Context) VerifyBlobKZGProofBatch(blobs []*Blob, polynomialCommitments []KZGCommitment,
	kzgProofs []KZGProof) error {
	if len(blobs) != len(polynomialCommitments) || len(blobs) != len(kzgProofs) {
		return ErrBatchLengthCheck
	}
	flat, err := copies(blobs)
	if err != nil {
		return err
	}
	return verdict(c.setup.VerifyBlobs(nil, flat, polynomialCommitments, kzgProofs))
}

// VerifyBlobKZGProofBatchPar is VerifyBlobKZGProofBatch.
func (c *Context) VerifyBlobKZGProofBatchPar(blobs []*Blob, commitments []KZGCommitment, proofs []KZGProof) error {
	return c.VerifyBlobKZGProofBatch(blobs, commitments, proofs)
}

// ComputeCells returns the cells of a blob.
func (c *Context) ComputeCells(blob *Blob, numGoRoutines int) ([CellsPerExtBlob]*Cell, error) {
	if blob == nil {
		return [CellsPerExtBlob]*Cell{}, ErrDeserializeNilInput
	}
	cells, err := c.setup.Cells(nil, []Blob{*blob})
	if err != nil {
		return [CellsPerExtBlob]*Cell{}, err
	}
	return pointers(cells), nil
}

// ComputeCellsAndKZGProofs returns the cells of a blob and their proofs.
func (c *Context) ComputeCellsAndKZGProofs(blob *Blob, numGoRoutines int) ([CellsPerExtBlob]*Cell,
	[CellsPerExtBlob]KZGProof, error) {
	if blob == nil {
		return [CellsPerExtBlob]*Cell{}, [CellsPerExtBlob]KZGProof{}, ErrDeserializeNilInput
	}
	cells, proofs, err := c.setup.CellsAndProofs(nil, []Blob{*blob})
	if err != nil {
		return [CellsPerExtBlob]*Cell{}, [CellsPerExtBlob]KZGProof{}, err
	}
	return pointers(cells), [CellsPerExtBlob]KZGProof(proofs), nil
}

// RecoverCells returns all cells of a blob from at least 64 of them. More that are not those of one blob are an error.
func (c *Context) RecoverCells(cellIDs []uint64, cells []*Cell, numGoRoutines int) ([CellsPerExtBlob]*Cell, error) {
	flat, err := recoverable(cellIDs, cells)
	if err != nil {
		return [CellsPerExtBlob]*Cell{}, err
	}
	recovered, err := c.setup.Recover(nil, cellIDs, flat)
	if err != nil {
		return [CellsPerExtBlob]*Cell{}, err
	}
	return pointers(recovered), nil
}

// RecoverCellsAndComputeKZGProofs returns the cells of RecoverCells and their proofs.
func (c *Context) RecoverCellsAndComputeKZGProofs(cellIDs []uint64, cells []*Cell, numGoRoutines int) (
	[CellsPerExtBlob]*Cell, [CellsPerExtBlob]KZGProof, error) {
	flat, err := recoverable(cellIDs, cells)
	if err != nil {
		return [CellsPerExtBlob]*Cell{}, [CellsPerExtBlob]KZGProof{}, err
	}
	recovered, proofs, err := c.setup.RecoverWithProofs(nil, cellIDs, flat)
	if err != nil {
		return [CellsPerExtBlob]*Cell{}, [CellsPerExtBlob]KZGProof{}, err
	}
	return pointers(recovered), [CellsPerExtBlob]KZGProof(proofs), nil
}

// VerifyCellKZGProofBatch returns nil if all cells are those of their commitments.
func (c *Context) VerifyCellKZGProofBatch(commitments []KZGCommitment, cellIndices []uint64, cells []*Cell,
	proofs []KZGProof) error {
	if len(commitments) != len(cellIndices) || len(commitments) != len(cells) || len(commitments) != len(proofs) {
		return ErrBatchLengthCheck
	}
	for _, index := range cellIndices {
		if index >= CellsPerExtBlob {
			return ErrInvalidCellID
		}
	}
	flat, err := copies(cells)
	if err != nil {
		return err
	}
	return verdict(c.setup.VerifyCells(nil, commitments, cellIndices, flat, proofs))
}

// copies returns the values in flat memory.
func copies[T any](values []*T) ([]T, error) {
	flat := make([]T, len(values))
	for i, value := range values {
		if value == nil {
			return nil, ErrDeserializeNilInput
		}
		flat[i] = *value
	}
	return flat, nil
}

func pointers(cells []Cell) (all [CellsPerExtBlob]*Cell) {
	for i := range all {
		all[i] = &cells[i]
	}
	return all
}

// recoverable has the checks of go-eth-kzg in its order, and returns the cells in flat memory.
func recoverable(indices []uint64, cells []*Cell) ([]Cell, error) {
	if len(indices) != len(cells) {
		return nil, ErrNumCellIDsNotEqualNumCells
	}
	for i, index := range indices {
		if i > 0 && index <= indices[i-1] {
			return nil, ErrCellIDsNotOrdered
		}
	}
	for _, index := range indices {
		if index >= CellsPerExtBlob {
			return nil, ErrFoundInvalidCellID
		}
	}
	if len(cells) < DataPerBlob {
		return nil, ErrNotEnoughCellsForReconstruction
	}
	return copies(cells)
}
