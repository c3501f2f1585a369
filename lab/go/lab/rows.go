package lab

import "errors"

// Single creates a workload in which each iteration processes the next row, cyclically. `work` is the timed part;
// `encode` converts its outcome into a result.
func Single[T, R any](rows []T, work func(*T) R, encode func(R) []byte) (*Prepared, error) {
	if len(rows) == 0 {
		return nil, errors.New("there are no rows")
	}
	next := 0
	prepared := NewPrepared(1, outcomes(rows, work, encode), func(iterations uint64) {
		for range iterations {
			work(&rows[next])
			next++
			if next == len(rows) {
				next = 0
			}
		}
	})
	return prepared, nil
}

// All creates a workload in which each iteration processes all rows, one after the other.
func All[T, R any](rows []T, work func(*T) R, encode func(R) []byte) (*Prepared, error) {
	if len(rows) == 0 {
		return nil, errors.New("there are no rows")
	}
	return Repeat(len(rows), outcomes(rows, work, encode), func() {
		for i := range rows {
			work(&rows[i])
		}
	}), nil
}

// Batches creates a workload in which each iteration processes the next `size` rows, one after the other, or all rows
// if there are fewer. Rows after the last full batch appear in the results only.
func Batches[T, R any](rows []T, size int, work func(*T) R, encode func(R) []byte) (*Prepared, error) {
	if len(rows) == 0 {
		return nil, errors.New("there are no rows")
	}
	size = min(size, len(rows))
	next := 0
	return Repeat(size, outcomes(rows, work, encode), func() {
		for i := range size {
			work(&rows[next+i])
		}
		next += size
		if next+size > len(rows) {
			next = 0
		}
	}), nil
}

func outcomes[T, R any](rows []T, work func(*T) R, encode func(R) []byte) [][]byte {
	result := make([][]byte, len(rows))
	for i := range rows {
		result[i] = encode(work(&rows[i]))
	}
	return result
}

// Argument decodes one of the arguments of an operation. A missing argument is invalid.
func Argument[T any](arguments [][]byte, index int, decode func([]byte) (T, bool)) (T, bool) {
	if index >= len(arguments) {
		var none T
		return none, false
	}
	return decode(arguments[index])
}
