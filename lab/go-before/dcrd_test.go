package main

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"

	"vorpal/lab/go/lab"
)

var (
	prime, _ = new(big.Int).SetString("fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f", 16)
	order, _ = new(big.Int).SetString("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141", 16)
	baseX, _ = new(big.Int).SetString("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798", 16)
	baseY, _ = new(big.Int).SetString("483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8", 16)
)

// affine is a point that is not infinity.
type affine struct{ x, y *big.Int }

func modulo(x *big.Int) *big.Int { return x.Mod(x, prime) }

// sum adds by the chord or the tangent; the points are not opposite.
func sum(a, b affine) affine {
	slope := new(big.Int)
	if a.x.Cmp(b.x) == 0 {
		slope.Mul(a.x, a.x).Mul(slope, big.NewInt(3))
		slope.Mul(slope, new(big.Int).ModInverse(new(big.Int).Lsh(a.y, 1), prime))
	} else {
		slope.Sub(b.y, a.y)
		slope.Mul(slope, new(big.Int).ModInverse(modulo(new(big.Int).Sub(b.x, a.x)), prime))
	}
	modulo(slope)
	x := new(big.Int).Mul(slope, slope)
	modulo(x.Sub(x, a.x).Sub(x, b.x))
	y := new(big.Int).Sub(a.x, x)
	return affine{x, modulo(y.Mul(y, slope).Sub(y, a.y))}
}

// multiple multiplies by a positive number, from the highest bit down.
func multiple(k *big.Int, point affine) affine {
	result := point
	for i := k.BitLen() - 2; i >= 0; i-- {
		result = sum(result, result)
		if k.Bit(i) == 1 {
			result = sum(result, point)
		}
	}
	return result
}

func bytes32(x *big.Int) []byte { return x.FillBytes(make([]byte, 32)) }

func (a affine) bytes() []byte { return append(bytes32(a.x), bytes32(a.y)...) }

// prepare asks the contender for the result of a workload, as the lab does.
func prepare(t *testing.T, workload string, columns ...[][]byte) ([]string, error) {
	t.Helper()
	var file bytes.Buffer
	for _, column := range columns {
		header := []uint64{uint64(len(column)), uint64(len(column[0]))}
		if err := binary.Write(&file, binary.LittleEndian, header); err != nil {
			t.Fatal(err)
		}
		for _, row := range column {
			file.Write(row)
		}
	}
	path := filepath.Join(t.TempDir(), "input")
	if err := os.WriteFile(path, file.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	contender, err := lab.New("dcrd-4.0.1")
	if err != nil {
		t.Fatal(err)
	}
	request := fmt.Sprintf("{\"prepare\":%q,\"input\":%q,\"threads\":1}\n{\"sample\":3}\n", workload, path)
	var out bytes.Buffer
	if err := contender.Serve(strings.NewReader(request), &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	var answer struct {
		Prepared struct{ Result []string }
		Error    string
	}
	if err := json.Unmarshal([]byte(lines[1]), &answer); err != nil {
		t.Fatal(err)
	}
	if answer.Error != "" {
		return nil, fmt.Errorf("%s", answer.Error)
	}
	var hello struct{ Version string }
	if err := json.Unmarshal([]byte(lines[0]), &hello); err != nil || hello.Version != "v4.0.1" {
		t.Errorf("version %q, %v", hello.Version, err)
	}
	return answer.Prepared.Result, nil
}

func scalars() []*big.Int {
	one := big.NewInt(1)
	all := []*big.Int{one, big.NewInt(2), new(big.Int).Sub(order, one), new(big.Int).Set(lambda)}
	random := rand.New(rand.NewPCG(1, 2))
	for range 8 {
		number := new(big.Int)
		for range 4 {
			number.Lsh(number, 64).Add(number, new(big.Int).SetUint64(random.Uint64()))
		}
		all = append(all, number.Mod(number, order))
	}
	return all
}

func TestProductsAreThoseOfTheTextbook(t *testing.T) {
	base := affine{baseX, baseY}
	var points, factors [][]byte
	var expected []string
	for i, k := range scalars() {
		point := multiple(big.NewInt(int64(i)+2), base)
		points, factors = append(points, point.bytes()), append(factors, bytes32(k))
		expected = append(expected, hex.EncodeToString(multiple(k, point).bytes()))
	}
	found, err := prepare(t, "secp256k1.multiply.single", points, factors)
	if err != nil {
		t.Fatal(err)
	}
	for i := range expected {
		if found[i] != expected[i] {
			t.Errorf("row %d: %s, not %s", i, found[i], expected[i])
		}
	}
}

func TestSplitsAreShort(t *testing.T) {
	var rows [][]byte
	for _, k := range scalars() {
		rows = append(rows, bytes32(k))
		k1, k2, sign1, sign2 := splitK(bytes32(k))
		wrong := halves{k1, k2, sign1, -sign2}
		if len(k2) > 0 && checkSplit(bytes32(k), wrong) == nil {
			t.Errorf("%v: another sign is accepted", k)
		}
		if checkSplit(bytes32(k), halves{bytes32(k), nil, 1, 0}) == nil && k.BitLen() > 130 {
			t.Errorf("%v: a long part is accepted", k)
		}
	}
	if _, err := prepare(t, "secp256k1.split.single", rows); err != nil {
		t.Fatal(err)
	}
	if _, err := prepare(t, "secp256k1.split.single", [][]byte{bytes32(order)}); err == nil {
		t.Error("a scalar that is not below the order is accepted")
	}
}

func TestSignatures(t *testing.T) {
	secret, _ := scalar(bytes32(big.NewInt(7)))
	key := multiple(big.NewInt(7), affine{baseX, baseY}).bytes()
	hash := bytes32(lambda)
	signature := ecdsa.Sign(secp256k1.NewPrivateKey(&secret), hash)
	parsed, err := ecdsa.ParseDERSignature(signature.Serialize())
	if err != nil || !parsed.IsEqual(signature) {
		t.Fatal(err)
	}
	// The compact form has r and s after a byte.
	compact := ecdsa.SignCompact(secp256k1.NewPrivateKey(&secret), hash, false)
	r, s := compact[1:33], compact[33:]
	other := bytes32(big.NewInt(1))
	for _, workload := range []string{"secp256k1.verify.single", "secp256k1.verify.cached"} {
		found, err := prepare(t, workload, [][]byte{hash, other}, [][]byte{r, r}, [][]byte{s, s}, [][]byte{key, key})
		if err != nil || len(found) != 2 || found[0] != "01" || found[1] != "00" {
			t.Errorf("%v, %v", found, err)
		}
	}
}
