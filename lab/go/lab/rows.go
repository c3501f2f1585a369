package lab

import "errors"

// Single makes a workload in which each iteration works on the next row, from the first after the last. `work` does
// the timed part; `encode` turns its outcome into a result.
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

// Block makes a workload in which each iteration works on all rows, one after the other.
func Block[T, R any](rows []T, work func(*T) R, encode func(R) []byte) (*Prepared, error) {
	if len(rows) == 0 {
		return nil, errors.New("there are no rows")
	}
	return Repeat(len(rows), outcomes(rows, work, encode), func() {
		for i := range rows {
			work(&rows[i])
		}
	}), nil
}

// Batches makes a workload in which each iteration works on the next `size` rows, one after the other; on all if there
// are fewer. Rows beyond the last full batch count for the results only.
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

// Argument is one of the arguments of an operation, decoded; one that is missing does not decode.
func Argument[T any](arguments [][]byte, index int, decode func([]byte) (T, bool)) (T, bool) {
	if index >= len(arguments) {
		var none T
		return none, false
	}
	return decode(arguments[index])
}
