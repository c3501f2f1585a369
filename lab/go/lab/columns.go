// Package lab contains the parts that the contenders of this program share: the protocol, the input files, timed loops.
package lab

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"os"
)

// Column is a sequence of rows (byte strings) of equal width.
type Column struct {
	Width int
	bytes []byte
}

// NewColumn joins rows. All rows must have the width of the first.
func NewColumn(rows ...[]byte) Column {
	var column Column
	for i, row := range rows {
		if i == 0 {
			column.Width = len(row)
		}
		if len(row) != column.Width {
			panic(fmt.Sprintf("row %d has %d bytes, the first has %d", i, len(row), column.Width))
		}
		column.bytes = append(column.bytes, row...)
	}
	return column
}

// Len returns the number of rows.
func (c Column) Len() int {
	if c.Width == 0 {
		return 0
	}
	return len(c.bytes) / c.Width
}

// Row returns a row. It shares its memory with the column.
func (c Column) Row(i int) []byte {
	return c.bytes[i*c.Width : (i+1)*c.Width : (i+1)*c.Width]
}

// ReadColumns reads a file of columns.
func ReadColumns(path string) ([]Column, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var columns []Column
	for offset := 0; offset < len(content); {
		short := func(what string, needed uint64) error {
			return fmt.Errorf("%s: column %d: %s needs %d bytes from byte %d on, the file ends at byte %d",
				path, len(columns), what, needed, offset, len(content))
		}
		if len(content)-offset < 16 {
			return nil, short("its head of rows and width", 16)
		}
		rows := binary.LittleEndian.Uint64(content[offset:])
		width := binary.LittleEndian.Uint64(content[offset+8:])
		offset += 16
		high, size := bits.Mul64(rows, width)
		if high != 0 {
			size = ^uint64(0)
		}
		what := fmt.Sprintf("its content of %d rows of %d bytes", rows, width)
		if size > uint64(len(content)-offset) {
			return nil, short(what, size)
		}
		columns = append(columns, Column{Width: int(width), bytes: content[offset : offset+int(size)]})
		offset += int(size)
	}
	return columns, nil
}

// WriteColumns writes a file in the format of ReadColumns.
func WriteColumns(path string, columns []Column) error {
	var content []byte
	for _, column := range columns {
		content = binary.LittleEndian.AppendUint64(content, uint64(column.Len()))
		content = binary.LittleEndian.AppendUint64(content, uint64(column.Width))
		content = append(content, column.bytes...)
	}
	return os.WriteFile(path, content, 0o644)
}
