package account

import (
	"fmt"

	"vorpal/lab/go/lab"
)

// Write is a write whose key has not been derived yet.
type Write struct {
	Address [20]byte
	Kind    Kind
	Slot    [32]byte
	Value   []byte
}

// ReadBlocks decodes the writes of all blocks.
func ReadBlocks(in *lab.Input) ([][]Write, error) {
	counts, err := in.Numbers(0)
	if err != nil {
		return nil, err
	}
	var columns [4][][]byte
	for i, width := range []int{20, 1, 32, 32} {
		if columns[i], err = in.Bytes(i+1, width); err != nil {
			return nil, err
		}
		if len(columns[i]) != len(columns[0]) {
			return nil, fmt.Errorf("column 1 has %d rows, column %d has %d", len(columns[0]), i+1, len(columns[i]))
		}
	}
	writes := make([]Write, len(columns[0]))
	for i := range writes {
		writes[i] = Write{
			Address: [20]byte(columns[0][i]),
			Kind:    Kind(columns[1][i][0]),
			Slot:    [32]byte(columns[2][i]),
			Value:   columns[3][i],
		}
	}
	var blocks [][]Write
	for i, count := range counts {
		if count > uint64(len(writes)) {
			return nil, fmt.Errorf("column 0, row %d: %d writes, only %d are left", i, count, len(writes))
		}
		blocks = append(blocks, writes[:count])
		writes = writes[count:]
	}
	if len(writes) > 0 {
		return nil, fmt.Errorf("column 0 leaves %d writes without a block", len(writes))
	}
	return blocks, nil
}
