package lab

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
)

// Hex is a byte string that is encoded in hexadecimal.
type Hex []byte

// MarshalText writes hexadecimal digits.
func (h Hex) MarshalText() ([]byte, error) {
	return hex.AppendEncode(nil, h), nil
}

// UnmarshalText reads hexadecimal digits.
func (h *Hex) UnmarshalText(text []byte) error {
	bytes, err := hex.AppendDecode([]byte{}, text)
	*h = bytes
	return err
}

type hello struct {
	Contender  string            `json:"contender"`
	Version    string            `json:"version"`
	Offers     map[string]string `json:"offers"`
	Operations []string          `json:"operations"`
}

// request is any of the requests. Exactly one of its fields is present.
type request struct {
	Prepare *string `json:"prepare"`
	Input   string  `json:"input"`
	Threads int     `json:"threads"`

	Sample *uint64 `json:"sample"`

	Compute *string `json:"compute"`
	Cases   [][]Hex `json:"cases"`
}

func parseRequest(line []byte) (*request, error) {
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	var parsed request
	if err := decoder.Decode(&parsed); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, errors.New("more than one value on a line")
	}
	kinds := 0
	for _, there := range []bool{parsed.Prepare != nil, parsed.Sample != nil, parsed.Compute != nil} {
		if there {
			kinds++
		}
	}
	if kinds != 1 {
		return nil, errors.New("a request has exactly one of prepare, sample and compute")
	}
	return &parsed, nil
}

type preparedAnswer struct {
	Prepared preparedContent `json:"prepared"`
}

type preparedContent struct {
	Result []Hex              `json:"result"`
	Items  int                `json:"items"`
	Facts  map[string]float64 `json:"facts,omitempty"`
	Allocs *float64           `json:"allocs,omitempty"`
}

type sampledAnswer struct {
	NS    int64            `json:"ns"`
	Parts map[string]int64 `json:"parts,omitempty"`
}

type computedAnswer struct {
	// A case without results is nil, which is encoded as null.
	Results [][]Hex `json:"results"`
}

type errorAnswer struct {
	Error string `json:"error"`
}

func hexes(rows [][]byte) []Hex {
	out := make([]Hex, len(rows))
	for i, row := range rows {
		out[i] = row
	}
	return out
}
