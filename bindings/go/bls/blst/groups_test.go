package blst_test

import (
	"os"
	"strings"
	"testing"
)

// Each group has the same functions.
func TestGroupsAreAlike(t *testing.T) {
	one, err := os.ReadFile("g1.go")
	if err != nil {
		t.Fatal(err)
	}
	other, err := os.ReadFile("g2.go")
	if err != nil {
		t.Fatal(err)
	}
	exchanged := strings.NewReplacer("P1", "P2", "P2", "P1", "g1.", "g2.", "InG1", "InG2").Replace(string(one))
	if exchanged != string(other) {
		t.Error("g2.go is not g1.go with the groups exchanged")
	}
}
