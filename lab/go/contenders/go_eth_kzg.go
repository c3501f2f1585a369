package contenders

import (
	"errors"
	"sync"
	"time"

	kzg "github.com/crate-crypto/go-eth-kzg"

	"vorpal/lab/go/lab"
)

// kzgColumn is the column of `kzg.verify_cells.one` and `kzg.verify_cells.column48`.
const kzgColumn = 5

// wrongProof is the text of the only error of a verification with valid encodings. The library does not export it.
const wrongProof = "can't verify opening proof"

// kzgContext is the library's context for the ceremony of Ethereum, and the nanoseconds that its creation took.
type kzgContext struct {
	*kzg.Context
	setup float64
}

var kzgOnce = sync.OnceValues(func() (kzgContext, error) {
	start := time.Now()
	context, err := kzg.NewContext4096Secure()
	return kzgContext{context, float64(time.Since(start).Nanoseconds())}, err
})

func init() {
	lab.Register("go-eth-kzg", []string{"github.com/crate-crypto/go-eth-kzg", "github.com/consensys/gnark-crypto"},
		func(c *lab.Contender) {
			registerBlobs(c)
			registerCells(c)
			registerKZGOperations(c)
		})
}

// offerBlobs offers a workload whose input is a column of blobs.
func offerBlobs(c *lab.Contender, workload, path string,
	prepare func(context *kzg.Context, blobs []*kzg.Blob, threads int) (*lab.Prepared, error),
) {
	c.Offer(workload, path, func(in *lab.Input) (*lab.Prepared, error) {
		context, err := kzgOnce()
		if err != nil {
			return nil, err
		}
		blobs, err := lab.Decode(in, 0, "a blob", decodeBlob)
		if err != nil {
			return nil, err
		}
		prepared, err := prepare(context.Context, blobs, in.Threads)
		if err == nil {
			prepared.Facts = map[string]float64{"setup_ns": context.setup}
		}
		return prepared, err
	})
}

func decodeBlob(bytes []byte) (*kzg.Blob, bool) {
	blob := new(kzg.Blob)
	return blob, copy(blob[:], bytes) == len(blob) && len(bytes) == len(blob)
}

func decodeCell(bytes []byte) (*kzg.Cell, bool) {
	cell := new(kzg.Cell)
	return cell, copy(cell[:], bytes) == len(cell) && len(bytes) == len(cell)
}

// cellsAndProofs are the cells of a blob and their proofs, or an error.
type cellsAndProofs struct {
	cells  [kzg.CellsPerExtBlob]*kzg.Cell
	proofs [kzg.CellsPerExtBlob]kzg.KZGProof
	err    error
}

func (both cellsAndProofs) strings() [][]byte {
	var strings [][]byte
	for _, cell := range both.cells {
		strings = append(strings, cell[:])
	}
	for _, proof := range both.proofs {
		strings = append(strings, proof[:])
	}
	return strings
}

// joined is the encoding of a result; none for an error.
func joined(strings [][]byte, err error) []byte {
	if err != nil {
		return nil
	}
	var all []byte
	for _, string := range strings {
		all = append(all, string...)
	}
	return all
}

func allCells(both cellsAndProofs) []byte {
	if both.err != nil {
		return nil
	}
	return joined(both.strings()[:kzg.CellsPerExtBlob], nil)
}

func registerBlobs(c *lab.Contender) {
	type commitment struct {
		bytes kzg.KZGCommitment
		err   error
	}
	offerBlobs(c, "kzg.commit", "Context.BlobToKZGCommitment",
		func(context *kzg.Context, blobs []*kzg.Blob, threads int) (*lab.Prepared, error) {
			return lab.Single(blobs, func(blob **kzg.Blob) commitment {
				bytes, err := context.BlobToKZGCommitment(*blob, threads)
				return commitment{bytes, err}
			}, func(found commitment) []byte { return joined([][]byte{found.bytes[:]}, found.err) })
		})
	for workload, path := range map[string]string{
		"kzg.verify_blob.1":       "Context.VerifyBlobKZGProof",
		"kzg.verify_blob.batch16": "Context.VerifyBlobKZGProofBatch",
	} {
		offerBlobs(c, workload, path,
			func(context *kzg.Context, blobs []*kzg.Blob, threads int) (*lab.Prepared, error) {
				var commitments []kzg.KZGCommitment
				var proofs []kzg.KZGProof
				for _, blob := range blobs {
					commitment, err := context.BlobToKZGCommitment(blob, threads)
					if err != nil {
						return nil, err
					}
					proof, err := context.ComputeBlobKZGProof(blob, commitment, threads)
					if err != nil {
						return nil, err
					}
					commitments, proofs = append(commitments, commitment), append(proofs, proof)
				}
				verify := func(proofs []kzg.KZGProof) error {
					if len(blobs) == 1 {
						return context.VerifyBlobKZGProof(blobs[0], commitments[0], proofs[0])
					}
					return context.VerifyBlobKZGProofBatch(blobs, commitments, proofs)
				}
				wrong := append([]kzg.KZGProof{kzg.KZGProof(commitments[0])}, proofs[1:]...)
				result := [][]byte{kzgVerdict(verify(proofs)), kzgVerdict(verify(wrong))}
				return lab.Repeat(len(blobs), result, func() {
					if err := verify(proofs); err != nil {
						panic(err)
					}
				}), nil
			})
	}
}

// kzgVerdict is one byte: 1 if valid, 0 if not; none for an error.
func kzgVerdict(err error) []byte {
	switch {
	case err == nil:
		return []byte{1}
	case err.Error() == wrongProof:
		return []byte{0}
	default:
		return nil
	}
}

func registerCells(c *lab.Contender) {
	offerBlobs(c, "kzg.cells", "Context.ComputeCells",
		func(context *kzg.Context, blobs []*kzg.Blob, threads int) (*lab.Prepared, error) {
			return lab.Single(blobs, func(blob **kzg.Blob) (both cellsAndProofs) {
				both.cells, both.err = context.ComputeCells(*blob, threads)
				return both
			}, allCells)
		})
	offerBlobs(c, "kzg.cells_and_proofs", "Context.ComputeCellsAndKZGProofs",
		func(context *kzg.Context, blobs []*kzg.Blob, threads int) (*lab.Prepared, error) {
			return lab.Single(blobs, func(blob **kzg.Blob) (both cellsAndProofs) {
				both.cells, both.proofs, both.err = context.ComputeCellsAndKZGProofs(*blob, threads)
				return both
			}, func(both cellsAndProofs) []byte {
				if both.err != nil {
					return nil
				}
				return joined(both.strings(), nil)
			})
		})
	offerBlobs(c, "kzg.recover_cells", "Context.RecoverCells",
		func(context *kzg.Context, blobs []*kzg.Blob, threads int) (*lab.Prepared, error) {
			var odd []uint64
			for i := uint64(1); i < kzg.CellsPerExtBlob; i += 2 {
				odd = append(odd, i)
			}
			halves := make([][]*kzg.Cell, len(blobs))
			for i, blob := range blobs {
				cells, err := context.ComputeCells(blob, threads)
				if err != nil {
					return nil, err
				}
				for _, index := range odd {
					halves[i] = append(halves[i], cells[index])
				}
			}
			return lab.Single(halves, func(half *[]*kzg.Cell) (both cellsAndProofs) {
				both.cells, both.err = context.RecoverCells(odd, *half, threads)
				return both
			}, allCells)
		})
	for workload, columns := range map[string][2]uint64{
		"kzg.verify_cells.one":      {kzgColumn, kzgColumn + 1},
		"kzg.verify_cells.column48": {kzgColumn, kzgColumn + 1},
		"kzg.verify_cells.block":    {0, kzg.CellsPerExtBlob},
	} {
		offerBlobs(c, workload, "Context.VerifyCellKZGProofBatch",
			func(context *kzg.Context, blobs []*kzg.Blob, threads int) (*lab.Prepared, error) {
				return prepareCells(context, blobs, columns, threads)
			})
	}
}

// cellClaims are cells with their commitments and proofs.
type cellClaims struct {
	commitments []kzg.KZGCommitment
	indices     []uint64
	cells       []*kzg.Cell
	proofs      []kzg.KZGProof
}

func prepareCells(context *kzg.Context, blobs []*kzg.Blob, columns [2]uint64, threads int) (*lab.Prepared, error) {
	var claims cellClaims
	for _, blob := range blobs {
		commitment, err := context.BlobToKZGCommitment(blob, threads)
		if err != nil {
			return nil, err
		}
		cells, proofs, err := context.ComputeCellsAndKZGProofs(blob, threads)
		if err != nil {
			return nil, err
		}
		for index := columns[0]; index < columns[1]; index++ {
			claims.commitments = append(claims.commitments, commitment)
			claims.indices = append(claims.indices, index)
			claims.cells = append(claims.cells, cells[index])
			claims.proofs = append(claims.proofs, proofs[index])
		}
	}
	verify := func(proofs []kzg.KZGProof) error {
		return context.VerifyCellKZGProofBatch(claims.commitments, claims.indices, claims.cells, proofs)
	}
	wrong := append([]kzg.KZGProof{}, claims.proofs...)
	wrong[len(wrong)-1] = kzg.KZGProof(claims.commitments[0])
	result := [][]byte{kzgVerdict(verify(claims.proofs)), kzgVerdict(verify(wrong))}
	return lab.Repeat(len(claims.cells), result, func() {
		if err := verify(claims.proofs); err != nil {
			panic(err)
		}
	}), nil
}

func registerKZGOperations(c *lab.Contender) {
	withBlob := func(name string,
		compute func(context *kzg.Context, blob *kzg.Blob, commitment kzg.KZGCommitment) ([][]byte, error),
	) {
		c.Operations(name, func(arguments [][]byte) ([][]byte, bool) {
			context, err := kzgOnce()
			blob, ok := lab.Argument(arguments, 0, decodeBlob)
			if err != nil || !ok || len(arguments) != 1 {
				return nil, false
			}
			commitment, err := context.BlobToKZGCommitment(blob, 1)
			if err != nil {
				return nil, false
			}
			results, err := compute(context.Context, blob, commitment)
			return append([][]byte{commitment[:]}, results...), err == nil
		})
	}
	withBlob("kzg.commit", func(*kzg.Context, *kzg.Blob, kzg.KZGCommitment) ([][]byte, error) { return nil, nil })
	withBlob("kzg.blob_proof",
		func(context *kzg.Context, blob *kzg.Blob, commitment kzg.KZGCommitment) ([][]byte, error) {
			proof, err := context.ComputeBlobKZGProof(blob, commitment, 1)
			return [][]byte{proof[:]}, err
		})
	withBlob("kzg.cells_and_proofs",
		func(context *kzg.Context, blob *kzg.Blob, _ kzg.KZGCommitment) ([][]byte, error) {
			var both cellsAndProofs
			both.cells, both.proofs, both.err = context.ComputeCellsAndKZGProofs(blob, 1)
			if both.err != nil {
				return nil, both.err
			}
			alone, err := context.ComputeCells(blob, 1)
			if err == nil && string(allCells(cellsAndProofs{cells: alone})) != string(allCells(both)) {
				panic("cells alone differ from those with proofs")
			}
			return both.strings(), err
		})
	c.Operations("kzg.recover", func(arguments [][]byte) ([][]byte, bool) {
		context, err := kzgOnce()
		if err != nil || len(arguments) == 0 {
			return nil, false
		}
		var cells []*kzg.Cell
		for i := range arguments[1:] {
			cell, ok := lab.Argument(arguments, 1+i, decodeCell)
			if !ok {
				return nil, false
			}
			cells = append(cells, cell)
		}
		indices := indicesOf(arguments[0])
		var both, alone cellsAndProofs
		both.cells, both.proofs, both.err = context.RecoverCellsAndComputeKZGProofs(indices, cells, 1)
		alone.cells, alone.err = context.RecoverCells(indices, cells, 1)
		if string(allCells(alone)) != string(allCells(both)) {
			panic("cells alone differ from those with proofs")
		}
		if both.err != nil {
			return nil, false
		}
		return both.strings(), true
	})
	c.Operation("kzg.verify_cells", func(arguments [][]byte) ([]byte, bool) {
		context, err := kzgOnce()
		if err != nil || len(arguments)%3 != 1 {
			return nil, false
		}
		claims := cellClaims{indices: indicesOf(arguments[0])}
		for rest := arguments[1:]; len(rest) > 0; rest = rest[3:] {
			cell, ok := decodeCell(rest[1])
			if !ok || len(rest[0]) != kzg.CompressedG1Size || len(rest[2]) != kzg.CompressedG1Size {
				return nil, false
			}
			claims.commitments = append(claims.commitments, kzg.KZGCommitment(rest[0]))
			claims.cells = append(claims.cells, cell)
			claims.proofs = append(claims.proofs, kzg.KZGProof(rest[2]))
		}
		valid := kzgVerdict(context.VerifyCellKZGProofBatch(claims.commitments, claims.indices, claims.cells, claims.proofs))
		return valid, valid != nil
	})
	c.Operation("kzg.verify_blobs", func(arguments [][]byte) ([]byte, bool) {
		context, err := kzgOnce()
		if err != nil || len(arguments)%3 != 0 {
			return nil, false
		}
		var blobs []*kzg.Blob
		var commitments []kzg.KZGCommitment
		var proofs []kzg.KZGProof
		for rest := arguments; len(rest) > 0; rest = rest[3:] {
			blob, ok := decodeBlob(rest[0])
			if !ok || len(rest[1]) != kzg.CompressedG1Size || len(rest[2]) != kzg.CompressedG1Size {
				return nil, false
			}
			blobs = append(blobs, blob)
			commitments, proofs = append(commitments, kzg.KZGCommitment(rest[1])), append(proofs, kzg.KZGProof(rest[2]))
		}
		together := context.VerifyBlobKZGProofBatch(blobs, commitments, proofs)
		if len(blobs) == 1 {
			alone := context.VerifyBlobKZGProof(blobs[0], commitments[0], proofs[0])
			if (alone == nil) != (together == nil) {
				panic(errors.Join(errors.New("one blob alone, and in a batch"), alone, together))
			}
		}
		valid := kzgVerdict(together)
		return valid, valid != nil
	})
}

// indicesOf returns the indices of cells, one byte each.
func indicesOf(bytes []byte) []uint64 {
	indices := make([]uint64, len(bytes))
	for i, index := range bytes {
		indices[i] = uint64(index)
	}
	return indices
}
