package testdata

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Vector is an official vector of KZG: the values of each key, nested lists flat. Key output is missing for an error.
type Vector struct {
	Name   string
	Values map[string][]string
}

// ReadVectors reads the vectors of a function in a folder.
func ReadVectors(folder, function string) ([]Vector, error) {
	files, err := filepath.Glob(filepath.Join(folder, function, "*", "*", "data.yaml"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("%s has no vectors of %s: %v", folder, function, err)
	}
	vectors := make([]Vector, len(files))
	for i, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		vectors[i].Name = filepath.Base(filepath.Dir(file))
		if vectors[i].Values, err = parseVector(string(text)); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return vectors, nil
}

// parseVector reads two levels of keys, whose values are text, numbers in brackets, or lists of text.
func parseVector(text string) (map[string][]string, error) {
	values := map[string][]string{}
	key, inBrackets := "", false
	for number, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		value := line
		switch {
		case line == "":
			continue
		case inBrackets || strings.HasPrefix(line, "- "):
			if key == "" {
				return nil, fmt.Errorf("line %d: no key", number+1)
			}
		default:
			name, rest, found := strings.Cut(line, ":")
			if !found {
				return nil, fmt.Errorf("line %d: no key", number+1)
			}
			key, value = name, strings.TrimSpace(rest)
			if value == "null" {
				continue
			}
			values[key] = []string{}
			inBrackets = strings.HasPrefix(value, "[")
		}
		if inBrackets {
			inBrackets = !strings.HasSuffix(value, "]")
			for _, word := range strings.FieldsFunc(value, func(r rune) bool { return strings.ContainsRune("[], ", r) }) {
				values[key] = append(values[key], word)
			}
			continue
		}
		if value = strings.Trim(strings.TrimLeft(value, "- "), "'"); value != "" {
			values[key] = append(values[key], value)
		}
	}
	return values, nil
}

// Numbers returns the numbers of a key.
func (v Vector) Numbers(key string) ([]uint64, error) {
	numbers := make([]uint64, len(v.Values[key]))
	for i, text := range v.Values[key] {
		var err error
		if numbers[i], err = strconv.ParseUint(text, 10, 64); err != nil {
			return nil, err
		}
	}
	return numbers, nil
}
