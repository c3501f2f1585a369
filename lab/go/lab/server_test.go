package lab

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// doubler is a contender without a library.
func doubler() *Contender {
	c := &Contender{name: "doubler", version: "1", offers: map[string]offer{}, operations: map[string]Operation{}}
	c.Operation("double", func(arguments [][]byte) ([]byte, bool) {
		if len(arguments) != 1 || len(arguments[0]) != 1 || arguments[0][0] > 127 {
			return nil, false
		}
		return []byte{2 * arguments[0][0]}, true
	})
	c.Operation("panic", func([][]byte) ([]byte, bool) { panic("at the disco") })
	c.OfferThreaded("double.all", "+", func(in *Input) (*Prepared, error) {
		rows, err := in.Bytes(0, 1)
		if err != nil {
			return nil, err
		}
		result := make([][]byte, len(rows))
		for i, row := range rows {
			result[i] = []byte{row[0] + row[0]}
		}
		return &Prepared{
			Result: result,
			Items:  len(rows),
			Facts:  map[string]float64{"threads": float64(in.Threads)},
			Run: func(iterations uint64, clock *Clock) {
				for range iterations {
					clock.Part("only", func() {})
				}
			},
		}, nil
	})
	return c
}

func converse(t *testing.T, requests ...string) []string {
	t.Helper()
	var answers strings.Builder
	if err := doubler().Serve(strings.NewReader(strings.Join(requests, "\n")), &answers); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(answers.String()), "\n")
	if len(lines) != 1+len(requests) {
		t.Fatalf("%d answers to %d requests", len(lines)-1, len(requests))
	}
	return lines
}

func TestAContenderWithoutOperationsSaysSo(t *testing.T) {
	var answers strings.Builder
	contender := &Contender{name: "idle", version: "1"}
	if err := contender.Serve(strings.NewReader(""), &answers); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(answers.String(), `"operations":[]`) {
		t.Fatal(answers.String())
	}
}

func TestRequestsAreAnsweredInOrder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "input")
	if err := WriteColumns(path, []Column{NewColumn([]byte{1}, []byte{5})}); err != nil {
		t.Fatal(err)
	}
	lines := converse(t,
		`{"compute":"double","cases":[["03"],["ff"],[]]}`,
		fmt.Sprintf(`{"prepare":"double.all.t7","input":%q,"threads":7}`, path),
		`{"sample":20}`,
		`{"compute":"double","cases":[]}`)
	start := `{"contender":"doubler","version":"1","offers":{"double.all.t1":"+","double.all.t2":"+"`
	end := `},"operations":["double","panic"]}`
	if !strings.HasPrefix(lines[0], start) || !strings.HasSuffix(lines[0], end) {
		t.Error(lines[0])
	}
	if lines[1] != `{"results":[["06"],null,null]}` {
		t.Error(lines[1])
	}
	start = `{"prepared":{"result":["02","0a"],"items":2,"facts":{"threads":7},"allocs":`
	if !strings.HasPrefix(lines[2], start) {
		t.Error(lines[2])
	}
	var sampled struct {
		NS    int64
		Parts map[string]int64
	}
	if err := json.Unmarshal([]byte(lines[3]), &sampled); err != nil || sampled.NS < sampled.Parts["only"] {
		t.Error(lines[3], err)
	}
	if lines[4] != `{"results":[]}` {
		t.Error(lines[4])
	}
}

func TestASampleRunsATenthMoreIterationsUnlessThereIsOne(t *testing.T) {
	var total uint64
	prepared := NewPrepared(1, nil, func(iterations uint64) { total += iterations })
	for iterations, runs := range map[uint64]uint64{0: 0, 1: 1, 2: 3, 10: 11, 909: 1000} {
		total = 0
		prepared.sample(iterations)
		if total != runs {
			t.Errorf("%d iterations: %d runs, not %d", iterations, total, runs)
		}
	}
}

func TestInvalidRequestsGetErrorAnswers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "input")
	if err := WriteColumns(path, []Column{NewColumn([]byte{1, 2})}); err != nil {
		t.Fatal(err)
	}
	for request, want := range map[string]string{
		`nonsense`:                                                       "invalid request: ",
		`{}`:                                                             "exactly one of prepare, sample and compute",
		`{"sample":1}`:                                                   "no workload is prepared",
		`{"sample":1,"compute":"double"}`:                                "exactly one",
		`{"sample":1,"other":2}`:                                         "unknown field",
		`{"sample":1} {"sample":1}`:                                      "more than one value",
		`{"compute":"halve","cases":[]}`:                                 "doubler has no operation halve",
		`{"compute":"double","cases":[["0"]]}`:                           "invalid request: ",
		`{"compute":"panic","cases":[[]]}`:                               "panic: at the disco",
		`{"prepare":"all","input":"x","threads":1}`:                      "doubler offers no workload all",
		`{"prepare":"double.all","input":"x","threads":1}`:               "offers no workload double.all",
		`{"prepare":"double.all.t1","input":"x","threads":0}`:            "0 threads",
		`{"prepare":"double.all.t1","input":"/no/x","threads":1}`:        "/no/x: no such file",
		`{"prepare":"double.all.t1","input":"` + path + `","threads":1}`: path + ": column 0, row 0: not 1 bytes",
	} {
		answer := converse(t, request)[1]
		if !strings.HasPrefix(answer, `{"error":"`) || !strings.Contains(answer, want) {
			t.Errorf("%s: %s", request, answer)
		}
	}
}
