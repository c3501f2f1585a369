package contenders

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"io"
	"path/filepath"
	"testing"

	"vorpal/lab/go/lab"
)

// conversation exchanges messages with a contender over pipes, like the lab.
type conversation struct {
	t        *testing.T
	requests io.Writer
	answers  *bufio.Reader
	offers   map[string]string
	// operations are the names of the contender's operations.
	operations map[string]bool
}

type answer struct {
	Error    string
	Results  [][]string
	Prepared *struct {
		Result []string
		Items  int
		Facts  map[string]float64
		Allocs *float64
	}
	NS    int64
	Parts map[string]int64
}

func speakWith(t *testing.T, name string) *conversation {
	t.Helper()
	contender, err := lab.New(name)
	if err != nil {
		t.Fatal(err)
	}
	requestReader, requests := io.Pipe()
	answers, answerWriter := io.Pipe()
	done := make(chan error)
	go func() { done <- contender.Serve(requestReader, answerWriter) }()
	t.Cleanup(func() {
		requests.Close()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	c := &conversation{t: t, requests: requests, answers: bufio.NewReader(answers), operations: map[string]bool{}}
	var hello struct {
		Contender, Version string
		Offers             map[string]string
		Operations         []string
	}
	c.read(&hello)
	if hello.Contender != name || hello.Version == "" {
		t.Fatalf("%s reports the name %q, version %q", name, hello.Contender, hello.Version)
	}
	c.offers = hello.Offers
	for _, operation := range hello.Operations {
		c.operations[operation] = true
	}
	return c
}

func (c *conversation) read(value any) {
	c.t.Helper()
	line, err := c.answers.ReadBytes('\n')
	if err != nil {
		c.t.Fatal(err)
	}
	if err := json.Unmarshal(line, value); err != nil {
		c.t.Fatalf("%s: %v", line, err)
	}
}

func (c *conversation) send(request any) answer {
	c.t.Helper()
	line, err := json.Marshal(request)
	if err != nil {
		c.t.Fatal(err)
	}
	if _, err := c.requests.Write(append(line, '\n')); err != nil {
		c.t.Fatal(err)
	}
	var got answer
	c.read(&got)
	return got
}

// compute returns the results of one case in hexadecimal, or nil if there are none.
func (c *conversation) compute(operation string, arguments ...[]byte) []string {
	c.t.Helper()
	words := make([]string, len(arguments))
	for i, argument := range arguments {
		words[i] = hex.EncodeToString(argument)
	}
	got := c.send(map[string]any{"compute": operation, "cases": [][]string{words}})
	if got.Error != "" || len(got.Results) != 1 {
		c.t.Fatalf("%s: %+v", operation, got)
	}
	return got.Results[0]
}

// expect checks the single result of a case; "" means that there is no result.
func (c *conversation) expect(want, operation string, arguments ...[]byte) {
	c.t.Helper()
	got := c.compute(operation, arguments...)
	if want == "" && got == nil {
		return
	}
	if len(got) != 1 || got[0] != want {
		c.t.Errorf("%s of %x: %q, want %q", operation, arguments, got, want)
	}
}

// measure prepares a workload, samples it and returns its results.
func (c *conversation) measure(workload string, columns []lab.Column, threads int) []string {
	c.t.Helper()
	path := filepath.Join(c.t.TempDir(), "input")
	if err := lab.WriteColumns(path, columns); err != nil {
		c.t.Fatal(err)
	}
	got := c.send(map[string]any{"prepare": workload, "input": path, "threads": threads})
	if got.Prepared == nil {
		c.t.Fatalf("%s: %+v", workload, got)
	}
	if got.Prepared.Items < 1 {
		c.t.Errorf("%s: %d items", workload, got.Prepared.Items)
	}
	sampled := c.send(map[string]any{"sample": 2})
	if sampled.Error != "" || sampled.NS <= 0 {
		c.t.Errorf("%s: %+v", workload, sampled)
	}
	var parts int64
	for _, part := range sampled.Parts {
		parts += part
	}
	if parts > sampled.NS {
		c.t.Errorf("%s: parts of %d ns in %d ns", workload, parts, sampled.NS)
	}
	return got.Prepared.Result
}

func unhex(t *testing.T, digits string) []byte {
	t.Helper()
	bytes, err := hex.DecodeString(digits)
	if err != nil {
		t.Fatal(err)
	}
	return bytes
}
