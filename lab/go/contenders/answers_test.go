package contenders

import (
	"bytes"
	"encoding/hex"
	"math/big"
	"slices"
	"testing"

	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	bls12381fp "github.com/consensys/gnark-crypto/ecc/bls12-381/fp"

	"vorpal/lab/go/lab"
)

// edges returns edge values of field arithmetic and some random values.
func edges(prime *big.Int) []*big.Int {
	d := &draws{}
	values := []*big.Int{
		new(big.Int), big.NewInt(1), big.NewInt(2), new(big.Int).Sub(prime, big.NewInt(1)),
		new(big.Int).Sub(prime, big.NewInt(2)), new(big.Int).Rsh(prime, 1), new(big.Int).Lsh(big.NewInt(1), 64),
	}
	for range 4 {
		values = append(values, d.below(prime))
	}
	return values
}

// hexOr encodes a number in hexadecimal; the result is "" for nil.
func hexOr(value *big.Int, width int) string {
	if value == nil {
		return ""
	}
	return hex.EncodeToString(little(value, width))
}

func TestFieldsAgreeWithBigIntegers(t *testing.T) {
	for _, name := range lab.Names() {
		c := speakWith(t, name)
		for field, prime := range primes {
			w := width(prime)
			mod := func(value *big.Int) string { return hexOr(value.Mod(value, prime), w) }
			for _, a := range edges(prime) {
				encoded := little(a, w)
				unary := map[string]func() string{
					"neg":    func() string { return mod(new(big.Int).Neg(a)) },
					"square": func() string { return mod(new(big.Int).Mul(a, a)) },
					"invert": func() string { return hexOr(new(big.Int).ModInverse(a, prime), w) },
					"legendre": func() string {
						return hex.EncodeToString([]byte{byte(big.Jacobi(a, prime))})
					},
					"sqrt": func() string {
						root := new(big.Int).ModSqrt(a, prime)
						if root != nil && root.Bit(0) == 1 {
							root.Sub(prime, root)
						}
						return hexOr(root, w)
					},
				}
				for op, want := range unary {
					if operation := "field." + op + "." + field; c.operations[operation] {
						c.expect(want(), operation, encoded)
					}
				}
				for _, b := range edges(prime) {
					binary := map[string]func() string{
						"add": func() string { return mod(new(big.Int).Add(a, b)) },
						"sub": func() string { return mod(new(big.Int).Sub(a, b)) },
						"mul": func() string { return mod(new(big.Int).Mul(a, b)) },
					}
					for op, want := range binary {
						if operation := "field." + op + "." + field; c.operations[operation] {
							c.expect(want(), operation, encoded, little(b, w))
						}
					}
				}
			}
			if operation := "field.square." + field; c.operations[operation] {
				c.expect("", operation, little(prime, w))
				c.expect("", operation, bytes.Repeat([]byte{0xff}, w))
				c.expect("", operation, make([]byte, w-1))
				c.expect("", operation)
			}
		}
	}
}

func TestMontgomeryProductsMatchBigIntegers(t *testing.T) {
	prime := primes["bn254_scalar"]
	inverse := new(big.Int).ModInverse(new(big.Int).Lsh(big.NewInt(1), 256), prime)
	number := func(row []byte) *big.Int { return new(big.Int).SetBytes(reversed(row)) }
	c := speakWith(t, "gnark-crypto")
	for _, workload := range []string{"montgomery.kernel.random", "montgomery.kernel.small"} {
		columns := inputFor(t, workload)
		x := number(columns[0].Row(0))
		for i := range columns[1].Len() {
			x.Mul(x, number(columns[1].Row(i))).Mul(x, inverse).Mod(x, prime)
		}
		if got := c.measure(workload, columns, 1); !slices.Equal(got, []string{hexOr(x, 32)}) {
			t.Errorf("%s: %q", workload, got)
		}
	}
}

func TestGroupLaws(t *testing.T) {
	for _, name := range lab.Names() {
		c := speakWith(t, name)
		for _, curve := range []string{
			"bls12_377_g1", "bls12_381_g1", "bn254_g1", "secp256k1", "banderwagon",
			"bls12_377_g2", "bls12_381_g2", "bn254_g2",
		} {
			if !c.operations[curve+".add"] {
				continue
			}
			d := &draws{}
			p := d.point(curve)
			zero := make([]byte, len(p))
			scalar := func(value *big.Int) []byte {
				if curve == "secp256k1" {
					return big32(value)
				}
				return little(value, 32)
			}
			one := func(operation string, arguments ...[]byte) []byte {
				result := c.compute(curve+"."+operation, arguments...)
				if len(result) != 1 {
					t.Fatalf("%s: %s.%s of %x: %q", name, curve, operation, arguments, result)
				}
				return unhex(t, result[0])
			}
			equal := func(what string, a, b []byte) {
				t.Helper()
				if !bytes.Equal(a, b) {
					t.Errorf("%s: %s: %s: %x, %x", name, curve, what, a, b)
				}
			}
			minus := one("neg", p)
			equal("P + 0", p, one("add", p, zero))
			equal("0 + P", p, one("add", zero, p))
			equal("0 + 0", zero, one("add", zero, zero))
			equal("2 0", zero, one("double", zero))
			equal("-0", zero, one("neg", zero))
			equal("P - P", zero, one("add", p, minus))
			equal("P + P", one("add", p, p), one("double", p))
			equal("0 P", zero, one("multiply", p, scalar(new(big.Int))))
			equal("5 0", zero, one("multiply", zero, scalar(big.NewInt(5))))
			equal("1 P", p, one("multiply", p, scalar(big.NewInt(1))))
			equal("-1 P", minus, one("multiply", p, scalar(new(big.Int).Sub(orders[curve], big.NewInt(1)))))
			// The expected product, computed by doublings and additions only.
			k := d.below(orders[curve])
			sum := zero
			for i := k.BitLen() - 1; i >= 0; i-- {
				sum = one("double", sum)
				if k.Bit(i) == 1 {
					sum = one("add", sum, p)
				}
			}
			equal("k P", sum, one("multiply", p, scalar(k)))
			c.expect("", curve+".multiply", p, scalar(orders[curve]))
			broken := slices.Clone(p)
			broken[0] ^= 1
			if curve != "banderwagon" {
				c.expect("", curve+".double", broken)
			}
			c.expect("", curve+".double", bytes.Repeat([]byte{0xff}, len(p)))
			c.expect("", curve+".double", p[1:])
			if c.operations["msm."+curve] {
				c.expect(hex.EncodeToString(sum), "msm."+curve, p, scalar(k))
				q := one("add", p, sum)
				c.expect(hex.EncodeToString(q), "msm."+curve, p, p, p, scalar(k), scalar(new(big.Int)), scalar(big.NewInt(1)))
				c.expect("", "msm."+curve, p, p, scalar(k))
				c.expect(hex.EncodeToString(zero), "msm."+curve)
			}
			if operation := "msm." + curve + ".u64"; c.operations[operation] {
				limit := new(big.Int).Lsh(big.NewInt(1), 64)
				largest := scalar(new(big.Int).Sub(limit, big.NewInt(1)))
				c.expect(hex.EncodeToString(one("multiply", p, largest)), operation, p, largest)
				c.expect("", operation, p, scalar(limit))
			}
		}
	}
}

func TestPointsOutsideTheSubgroupAreRejected(t *testing.T) {
	var x, y, four, one bls12381fp.Element
	four.SetUint64(4)
	one.SetOne()
	for {
		x.Add(&x, &one)
		y.Square(&x).Mul(&y, &x).Add(&y, &four)
		if y.Sqrt(&y) == nil {
			continue
		}
		point := bls12381.G1Affine{X: x, Y: y}
		if point.IsOnCurve() && !point.IsInSubGroup() {
			break
		}
	}
	encoded := append(bls12381fpCodec.Encode(&x), bls12381fpCodec.Encode(&y)...)
	speakWith(t, "gnark-crypto").expect("", "bls12_381_g1.double", encoded)
}

func TestBanderwagonEncodingsMatchPublishedVectors(t *testing.T) {
	c := speakWith(t, "go-ipa")
	multiples := []string{
		"4a2c7486fd924882bf02c6908de395122843e3e05264d7991e18e7985dad51e9",
		"43aa74ef706605705989e8fd38df46873b7eae5921fbed115ac9d937399ce4d5",
		"5e5f550494159f38aa54d2ed7f11a7e93e4968617990445cc93ac8e59808c126",
	}
	for i, multiple := range multiples[:2] {
		c.expect(multiples[i+1], "banderwagon.double", unhex(t, multiple))
	}
	c.expect("d1e7de2aaea9603d5bc6c208d319596376556ecd8336671ba7670c2139772d14",
		"banderwagon.decode", unhex(t, multiples[0]))
	prime := primes["bls12_381_scalar"]
	c.expect("", "banderwagon.decode", big32(prime))
	refused := 0
	for x := range int64(40) {
		if c.compute("banderwagon.decode", big32(big.NewInt(x))) == nil {
			refused++
		}
	}
	// About half of all numbers are coordinates of points, and about half of those points are in the subgroup.
	if refused < 20 || refused > 39 {
		t.Errorf("%d of 40 encodings are rejected", refused)
	}
}

func TestCommitmentsUseThePublishedBasis(t *testing.T) {
	c := speakWith(t, "go-ipa")
	one := little(big.NewInt(1), 32)
	first := c.compute("commit", one)
	if len(first) != 1 || first[0][:8] != "01587ad1" {
		t.Errorf("the first point of the basis is %q", first)
	}
	values := make([][]byte, 256)
	for i := range values {
		values[i] = make([]byte, 32)
	}
	values[255] = one
	if last := c.compute("commit", values...); len(last) != 1 || last[0][:8] != "3de2be34" {
		t.Errorf("the last point of the basis is %q", last)
	}
	c.expect("", "commit", append(values, one)...)
	c.expect("", "commit", little(orders["banderwagon"], 32))
	c.expect(hex.EncodeToString(make([]byte, 32)), "commit")
}

// TestPairingsAreBilinear compares values of pairings by the operations of the protocol alone.
func TestPairingsAreBilinear(t *testing.T) {
	c := speakWith(t, "gnark-crypto")
	for curve, order := range map[string]*big.Int{
		"bls12_377": orders["bls12_377_g1"], "bls12_381": orders["bls12_381_g1"], "bn254": orders["bn254_g1"],
	} {
		d := &draws{}
		p, q := d.point(curve+"_g1"), d.point(curve+"_g2")
		value := func(arguments ...[]byte) []byte {
			result := c.compute("pairing."+curve, arguments...)
			if len(result) != 1 {
				t.Fatalf("%s: pairing of %x: %q", curve, arguments, result)
			}
			return unhex(t, result[0])
		}
		one := value()
		double := unhex(t, c.compute(curve+"_g1.double", p)[0])
		twice := value(double, q)
		if bytes.Equal(twice, one) || !bytes.Equal(twice, value(p, q, p, q)) {
			t.Errorf("%s: e(2 P, Q) is not e(P, Q)^2", curve)
		}
		if !bytes.Equal(value(make([]byte, len(p)), q), one) || !bytes.Equal(value(p, make([]byte, len(q))), one) {
			t.Errorf("%s: the pairing of infinity is not one", curve)
		}
		power := "gt." + curve + ".power"
		c.expect(hex.EncodeToString(twice), power, p, q, little(big.NewInt(2), 32))
		last := little(new(big.Int).Sub(order, big.NewInt(1)), 32)
		c.expect(hex.EncodeToString(value(unhex(t, c.compute(curve+"_g1.neg", p)[0]), q)), power, p, q, last)
		c.expect("", power, p, q, little(order, 32))
		c.expect("", "pairing."+curve, p)
		member := "gt." + curve + ".is_member"
		c.expect("01", member, twice)
		c.expect("01", member, one)
		c.expect("00", member, make([]byte, len(one)))
		twice[0] ^= 1
		c.expect("00", member, twice)
		c.expect("", member, one[1:])
	}
}
