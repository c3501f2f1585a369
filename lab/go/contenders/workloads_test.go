package contenders

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"vorpal/lab/go/lab"
)

// TestEveryWorkload runs all offered workloads on small inputs, and compares the results between contenders.
func TestEveryWorkload(t *testing.T) {
	first := map[string][]string{}
	by := map[string]string{}
	compared := 0
	for _, name := range lab.Names() {
		c := speakWith(t, name)
		for _, workload := range slices.Sorted(maps.Keys(c.offers)) {
			threads := 1
			if strings.HasSuffix(workload, ".t2") {
				threads = 2
			}
			result := c.measure(workload, inputFor(t, workload), threads)
			if len(result) == 0 && workload != "secp256k1.split.single" {
				t.Errorf("%s: %s: no result", name, workload)
			}
			if other, ok := by[workload]; ok {
				compared++
				if !slices.Equal(first[workload], result) {
					t.Errorf("%s: %s has %q, %s has %q", workload, other, first[workload], name, result)
				}
			}
			first[workload], by[workload] = result, name
		}
	}
	if compared < 20 {
		t.Errorf("only %d workloads could be compared", compared)
	}
	for _, workload := range []string{"secp256k1.verify.single", "secp256k1.verify.cached", "secp256k1.verify.block1000"} {
		for i, valid := range first[workload] {
			if (valid == "01") == (i == invalidRow) || valid != "01" && valid != "00" {
				t.Errorf("%s: row %d is %q", workload, i, valid)
			}
		}
	}
	if roots := first["sqrt.single.bls12_381_scalar"]; !slices.Contains(roots, "") {
		t.Errorf("every one of %d elements has a square root", len(roots))
	}
}

func TestResultsDoNotDependOnTheNumberOfThreads(t *testing.T) {
	c := speakWith(t, "gnark-crypto")
	one := c.measure("msm.bn254_g1.2^10.t1", inputFor(t, "msm.bn254_g1.2^10.t1"), 1)
	if many := c.measure("msm.bn254_g1.2^10.t11", inputFor(t, "msm.bn254_g1.2^10.t1"), 3); !slices.Equal(one, many) {
		t.Errorf("%q on one thread, %q on three", one, many)
	}
}

func TestTheProofOfAWitnessDependsOnTheTree(t *testing.T) {
	c := speakWith(t, "go-verkle")
	columns := inputFor(t, "witness.create.1000")
	one := c.measure("witness.create.1000", columns, 1)
	columns[1] = many(columns[1].Len(), func(int) []byte { return make([]byte, 32) })
	if other := c.measure("witness.create.1000", columns, 1); one[0] == other[0] || one[1] == other[1] {
		t.Errorf("%q and %q for other values", one, other)
	}
}
