package lab

import (
	"encoding/binary"
	"fmt"
)

// Input is the input of a workload.
type Input struct {
	Columns []Column
	// Threads is the number of threads that the workload may use.
	Threads int
}

// Column returns the column with an index, from 0.
func (in *Input) Column(index int) (Column, error) {
	if index >= len(in.Columns) {
		return Column{}, fmt.Errorf("the input has %d columns, none of index %d", len(in.Columns), index)
	}
	return in.Columns[index], nil
}

// Bytes returns the rows of a column, which must be `width` bytes wide.
func (in *Input) Bytes(index, width int) ([][]byte, error) {
	what := fmt.Sprintf("%d bytes", width)
	return Decode(in, index, what, func(row []byte) ([]byte, bool) { return row, len(row) == width })
}

// Numbers returns the rows of a column as little-endian numbers of up to 8 bytes.
func (in *Input) Numbers(index int) ([]uint64, error) {
	return Decode(in, index, "a number of at most 8 bytes", func(row []byte) (uint64, bool) {
		var padded [8]byte
		copy(padded[:], row)
		return binary.LittleEndian.Uint64(padded[:]), len(row) <= len(padded)
	})
}

// Decode returns the decoded rows of a column. `what` describes a valid row in error messages.
func Decode[T any](in *Input, index int, what string, decode func([]byte) (T, bool)) ([]T, error) {
	column, err := in.Column(index)
	if err != nil {
		return nil, err
	}
	values := make([]T, column.Len())
	for i := range values {
		value, ok := decode(column.Row(i))
		if !ok {
			return nil, fmt.Errorf("column %d, row %d: not %s", index, i, what)
		}
		values[i] = value
	}
	return values, nil
}

// First returns the first row of a column, decoded.
func First[T any](in *Input, index int, what string, decode func([]byte) (T, bool)) (T, error) {
	values, err := Decode(in, index, what, decode)
	if err == nil && len(values) == 0 {
		err = fmt.Errorf("column %d has no row", index)
	}
	if err != nil {
		var none T
		return none, err
	}
	return values[0], nil
}

// sameLength checks that the columns have the same number of rows, and at least one row.
func sameLength(in *Input, columns ...int) error {
	for _, index := range columns {
		column, err := in.Column(index)
		if err != nil {
			return err
		}
		first := in.Columns[columns[0]]
		if column.Len() != first.Len() {
			return fmt.Errorf("column %d has %d rows, column %d has %d",
				columns[0], first.Len(), index, column.Len())
		}
		if column.Len() == 0 {
			return fmt.Errorf("column %d has no row", index)
		}
	}
	return nil
}
