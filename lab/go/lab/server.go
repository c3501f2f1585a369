package lab

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
)

// Serve sends the first message and answers requests until the input ends.
func (c *Contender) Serve(requests io.Reader, answers io.Writer) error {
	out := json.NewEncoder(answers)
	out.SetEscapeHTML(false)
	if err := out.Encode(c.hello()); err != nil {
		return err
	}
	// Requests to compute can have megabytes, more than the limit of a Scanner.
	in := bufio.NewReader(requests)
	var current *Prepared
	for {
		line, readErr := in.ReadBytes('\n')
		if len(line) > 0 {
			answer, err := c.answer(line, &current)
			if err != nil {
				answer = errorAnswer{err.Error()}
			}
			if err := out.Encode(answer); err != nil {
				return err
			}
		}
		if errors.Is(readErr, io.EOF) {
			return nil
		}
		if readErr != nil {
			return readErr
		}
	}
}

// answer answers one request. A panic of a library becomes an error answer.
func (c *Contender) answer(line []byte, current **Prepared) (answer any, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("panic: %v", reason)
		}
	}()
	request, err := parseRequest(line)
	if err != nil {
		return nil, fmt.Errorf("invalid request: %w", err)
	}
	switch {
	case request.Prepare != nil:
		*current = nil
		prepared, answer, err := c.prepare(*request.Prepare, request.Input, request.Threads)
		if err != nil {
			return nil, err
		}
		*current = prepared
		return answer, nil
	case request.Sample != nil:
		if *current == nil {
			return nil, errors.New("no workload is prepared")
		}
		return (*current).sample(*request.Sample), nil
	default:
		return c.compute(*request.Compute, request.Cases)
	}
}

func (c *Contender) prepare(workload, path string, threads int) (*Prepared, preparedAnswer, error) {
	var none preparedAnswer
	found, ok := c.find(workload)
	if !ok {
		return nil, none, fmt.Errorf("%s offers no workload %s", c.name, workload)
	}
	if threads < 1 {
		return nil, none, fmt.Errorf("%s: %d threads", workload, threads)
	}
	columns, err := ReadColumns(path)
	if err != nil {
		return nil, none, err
	}
	// Libraries start as many goroutines as the machine has cores. This limit restricts them and the garbage collector to
	// the requested number of threads.
	runtime.GOMAXPROCS(threads)
	prepared, err := found.prepare(&Input{Columns: columns, Threads: threads})
	if err != nil {
		return nil, none, fmt.Errorf("%s: %s: %w", workload, path, err)
	}
	if prepared.Items < 1 {
		return nil, none, fmt.Errorf("%s: %s: there are no items", workload, path)
	}
	answer := preparedAnswer{preparedContent{
		Result: hexes(prepared.Result),
		Items:  prepared.Items,
		Facts:  prepared.Facts,
	}}
	prepared.Result = nil
	if !prepared.HiddenAllocations {
		allocs := prepared.allocations()
		answer.Prepared.Allocs = &allocs
	}
	// Garbage of the preparation must not be collected while samples are timed.
	runtime.GC()
	return prepared, answer, nil
}

func (c *Contender) compute(operation string, cases [][]Hex) (computedAnswer, error) {
	compute, ok := c.operations[operation]
	if !ok {
		return computedAnswer{}, fmt.Errorf("%s has no operation %s", c.name, operation)
	}
	results := make([][]Hex, len(cases))
	for i, arguments := range cases {
		rows := make([][]byte, len(arguments))
		for j, argument := range arguments {
			rows[j] = argument
		}
		if result, ok := compute(rows); ok {
			results[i] = hexes(result)
		}
	}
	return computedAnswer{results}, nil
}
