package contenders

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/big"
	"strings"
	"testing"

	bls12377 "github.com/consensys/gnark-crypto/ecc/bls12-377"
	bls12377fp "github.com/consensys/gnark-crypto/ecc/bls12-377/fp"
	bls12377fr "github.com/consensys/gnark-crypto/ecc/bls12-377/fr"
	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	bls12381fp "github.com/consensys/gnark-crypto/ecc/bls12-381/fp"
	bls12381fr "github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254"
	bn254fp "github.com/consensys/gnark-crypto/ecc/bn254/fp"
	bn254fr "github.com/consensys/gnark-crypto/ecc/bn254/fr"
	secp256k1fp "github.com/consensys/gnark-crypto/ecc/secp256k1/fp"
	secp256k1fr "github.com/consensys/gnark-crypto/ecc/secp256k1/fr"
	banderwagonfr "github.com/crate-crypto/go-ipa/bandersnatch/fr"
	"github.com/crate-crypto/go-ipa/banderwagon"
	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"

	"vorpal/lab/go/lab"
)

// primes are the primes of the fields in workloads.
var primes = map[string]*big.Int{
	"bn254_base":       bn254fp.Modulus(),
	"bn254_scalar":     bn254fr.Modulus(),
	"bls12_381_scalar": bls12381fr.Modulus(),
	"bls12_381_base":   bls12381fp.Modulus(),
	"bls12_377_base":   bls12377fp.Modulus(),
	"secp256k1_base":   secp256k1fp.Modulus(),
	"secp256k1_scalar": secp256k1fr.Modulus(),
}

// draws is a stream of numbers that is the same in every run.
type draws struct{ count uint64 }

func (d *draws) below(bound *big.Int) *big.Int {
	var bytes []byte
	for range 3 {
		d.count++
		block := sha256.Sum256(binary.BigEndian.AppendUint64(nil, d.count))
		bytes = append(bytes, block[:]...)
	}
	value := new(big.Int).SetBytes(bytes)
	return value.Mod(value, bound)
}

func width(prime *big.Int) int { return (prime.BitLen() + 63) / 64 * 8 }

func little(value *big.Int, width int) []byte { return reversed(value.FillBytes(make([]byte, width))) }

func big32(value *big.Int) []byte { return value.FillBytes(make([]byte, 32)) }

// many joins rows into a column.
func many(count int, row func(i int) []byte) lab.Column {
	rows := make([][]byte, count)
	for i := range rows {
		rows[i] = row(i)
	}
	return lab.NewColumn(rows...)
}

// blob returns a blob of two scalars, which alternate.
func (d *draws) blob() []byte {
	prime := primes["bls12_381_scalar"]
	return bytes.Repeat(append(big32(d.below(prime)), big32(d.below(prime))...), 2048)
}

func (d *draws) elements(prime *big.Int, count int) lab.Column {
	return many(count, func(int) []byte { return little(d.below(prime), width(prime)) })
}

// point returns a multiple of a curve's generator in the encoding of the protocol.
func (d *draws) point(curve string) []byte {
	switch curve {
	case "bls12_377_g1":
		var p bls12377.G1Affine
		p.ScalarMultiplicationBase(d.below(bls12377fr.Modulus()))
		return append(bls12377fpCodec.Encode(&p.X), bls12377fpCodec.Encode(&p.Y)...)
	case "bls12_381_g1":
		var p bls12381.G1Affine
		p.ScalarMultiplicationBase(d.below(bls12381fr.Modulus()))
		return append(bls12381fpCodec.Encode(&p.X), bls12381fpCodec.Encode(&p.Y)...)
	case "bn254_g1":
		var p bn254.G1Affine
		p.ScalarMultiplicationBase(d.below(bn254fr.Modulus()))
		return append(bn254fpCodec.Encode(&p.X), bn254fpCodec.Encode(&p.Y)...)
	case "bls12_377_g2":
		var p bls12377.G2Affine
		p.ScalarMultiplicationBase(d.below(bls12377fr.Modulus()))
		return bls12377G2.encode(&p)
	case "bls12_381_g2":
		var p bls12381.G2Affine
		p.ScalarMultiplicationBase(d.below(bls12381fr.Modulus()))
		return bls12381G2.encode(&p)
	case "bn254_g2":
		var p bn254.G2Affine
		p.ScalarMultiplicationBase(d.below(bn254fr.Modulus()))
		return bn254G2.encode(&p)
	case "secp256k1":
		_, key := d.keyPair()
		return key
	case "banderwagon":
		var scalar banderwagonfr.Element
		scalar.SetBigInt(d.below(banderwagonfr.Modulus()))
		var element banderwagon.Element
		element.ScalarMul(&banderwagon.Generator, &scalar)
		return banderwagonEncode(&element)
	}
	panic(curve)
}

// orders are the orders of the groups of curves.
var orders = map[string]*big.Int{
	"bls12_377_g1": bls12377fr.Modulus(),
	"bls12_381_g1": bls12381fr.Modulus(),
	"bn254_g1":     bn254fr.Modulus(),
	"bls12_377_g2": bls12377fr.Modulus(),
	"bls12_381_g2": bls12381fr.Modulus(),
	"bn254_g2":     bn254fr.Modulus(),
	"secp256k1":    secp256k1fr.Modulus(),
	"banderwagon":  banderwagonfr.Modulus(),
}

func (d *draws) keyPair() (secret, public []byte) {
	secret = big32(d.below(secp256k1fr.Modulus()))
	return secret, secp256k1.PrivKeyFromBytes(secret).PubKey().SerializeUncompressed()[1:]
}

// invalidRow is the row whose hash differs from the signed hash in inputs for verification.
const invalidRow = 2

// signed is a signature with its key and hash.
type signed struct {
	secret, hash, r, s, key []byte
	id                      byte
}

func (d *draws) signed() signed {
	secret, key := d.keyPair()
	hash := big32(d.below(new(big.Int).Lsh(big.NewInt(1), 256)))
	compact := ecdsa.SignCompact(secp256k1.PrivKeyFromBytes(secret), hash, false)
	return signed{secret, hash, compact[1:33], compact[33:], key, compact[0] - compactMagic}
}

func (d *draws) signatures(count int, last func(signed) []byte) []lab.Column {
	all := make([]signed, count)
	for i := range all {
		all[i] = d.signed()
	}
	return []lab.Column{
		many(count, func(i int) []byte { return all[i].hash }),
		many(count, func(i int) []byte { return all[i].r }),
		many(count, func(i int) []byte { return all[i].s }),
		many(count, func(i int) []byte { return last(all[i]) }),
	}
}

// inputFor creates a small input for a workload, equal for all contenders.
func inputFor(t *testing.T, workload string) []lab.Column {
	t.Helper()
	d := &draws{}
	word := strings.Split(workload, ".")
	last := word[len(word)-1]
	number := func(value, width int) []byte { return little(big.NewInt(int64(value)), width) }
	if _, isGroup := orders[word[0]]; isGroup && last == "latency" {
		start := many(1, func(int) []byte { return d.point(word[0]) })
		if word[1] == "double" {
			return []lab.Column{start, lab.NewColumn(number(11, 8))}
		}
		return []lab.Column{start, many(9, func(int) []byte { return d.point(word[0]) })}
	}
	switch word[0] {
	case "field":
		prime := primes[last]
		switch {
		case word[1] == "square" && word[2] == "latency":
			return []lab.Column{d.elements(prime, 1), lab.NewColumn(number(77, 8))}
		case word[2] == "latency" || word[1] == "product":
			// The chain is long enough for an overflow if additions were reduced too rarely.
			return []lab.Column{d.elements(prime, 1), many(100, func(i int) []byte {
				return little(new(big.Int).Sub(prime, big.NewInt(int64(i+1))), width(prime))
			})}
		case word[1] == "mul" || word[1] == "add":
			return []lab.Column{d.elements(prime, 21), d.elements(prime, 21)}
		case word[1] == "inner_product16":
			return []lab.Column{d.elements(prime, 48), d.elements(prime, 48)}
		default:
			return []lab.Column{d.elements(prime, 21)}
		}
	case "kzg":
		return []lab.Column{many(2, func(int) []byte { return d.blob() })}
	case "montgomery":
		prime := primes["bn254_scalar"]
		if last == "small" {
			return []lab.Column{d.elements(prime, 1), many(50, func(int) []byte {
				return little(d.below(new(big.Int).Lsh(big.NewInt(1), 64)), 32)
			})}
		}
		return []lab.Column{d.elements(prime, 1), d.elements(prime, 50)}
	case "sqrt":
		prime := primes[last]
		return []lab.Column{many(20, func(i int) []byte {
			if i == 0 {
				return make([]byte, width(prime))
			}
			return little(d.below(prime), width(prime))
		})}
	case "banderwagon":
		return []lab.Column{many(9, func(int) []byte { return d.point("banderwagon") })}
	case "decode":
		return []lab.Column{many(5, func(int) []byte { return d.point("banderwagon") })}
	case "msm":
		bound := orders[word[1]]
		if word[2] == "u64" {
			bound = new(big.Int).Lsh(big.NewInt(1), 64)
		}
		pair := func(size int) []lab.Column {
			return []lab.Column{
				many(size, func(int) []byte { return d.point(word[1]) }),
				many(size, func(int) []byte { return little(d.below(bound), 32) }),
			}
		}
		if word[2] == "zprize" {
			return append(pair(9), pair(7)...)
		}
		return pair(40)
	case "ntt":
		return []lab.Column{d.elements(primes[word[1]], 64)}
	case "pairing":
		// A multiple of every number of pairs that a workload takes together.
		const pairs = 16
		return []lab.Column{
			many(pairs, func(int) []byte { return d.point(word[1] + "_g1") }),
			many(pairs, func(int) []byte { return d.point(word[1] + "_g2") }),
		}
	case "hash_to_curve":
		return []lab.Column{
			many(5, func(i int) []byte { return number(i, 32) }),
			lab.NewColumn([]byte("a domain separation tag")),
		}
	case "commit":
		return []lab.Column{many(23*256, func(i int) []byte {
			if word[1] != "full256" && i%256%31 != 0 {
				return make([]byte, 32)
			}
			return little(d.below(orders["banderwagon"]), 32)
		})}
	case "multiproof":
		return []lab.Column{
			many(3, func(int) []byte {
				var row []byte
				for range 256 {
					row = append(row, little(d.below(orders["banderwagon"]), 32)...)
				}
				return row
			}),
			many(7, func(i int) []byte { return number(i%3, 4) }),
			many(7, func(i int) []byte { return []byte{byte(250 + i%5)} }),
		}
	case "witness":
		key := func(i int) []byte {
			// Some keys share a stem, others share a prefix of their stems.
			hash := sha256.Sum256([]byte{byte(i / 3)})
			hash[0] %= 3
			hash[31] = byte(100 * (i % 3))
			return hash[:]
		}
		return []lab.Column{
			many(60, key),
			many(60, func(i int) []byte { return number(i+1, 32) }),
			many(20, func(i int) []byte { return key(7 * i) }),
		}
	case "tree":
		if word[1] == "insert" || word[1] == "save" {
			return []lab.Column{
				many(40, func(i int) []byte { hash := sha256.Sum256([]byte{byte(i)}); return hash[:] }),
				many(40, func(i int) []byte { return number(i, 32) }),
			}
		}
		kinds := []byte{0, 1, 2, 2, 2}
		return []lab.Column{
			lab.NewColumn(number(10, 8), number(0, 8), number(15, 8)),
			many(25, func(i int) []byte { return number(i/5%3+1, 20) }),
			many(25, func(i int) []byte { return []byte{kinds[i%5]} }),
			many(25, func(i int) []byte {
				// A slot in the header, the slot with the highest number, and a slot in between.
				slots := [][]byte{nil, nil, {5}, bytes.Repeat([]byte{0xff}, 32), {1, 2, 3, 4}}
				return append(make([]byte, 32-len(slots[i%5])), slots[i%5]...)
			}),
			many(25, func(i int) []byte { return number(i+1, 32) }),
		}
	case "secp256k1":
		switch word[1] {
		case "split":
			return []lab.Column{many(20, func(int) []byte { return big32(d.below(orders["secp256k1"])) })}
		case "multiply":
			return []lab.Column{
				many(5, func(int) []byte { return d.point("secp256k1") }),
				many(5, func(int) []byte { return big32(d.below(orders["secp256k1"])) }),
			}
		case "ecdh":
			return []lab.Column{
				many(5, func(int) []byte { return big32(d.below(orders["secp256k1"])) }),
				many(5, func(int) []byte { return d.point("secp256k1") }),
			}
		case "sign":
			return []lab.Column{
				many(5, func(int) []byte { return big32(d.below(orders["secp256k1"])) }),
				many(5, func(int) []byte { return big32(d.below(orders["secp256k1"])) }),
			}
		case "verify":
			columns := d.signatures(5, func(s signed) []byte { return s.key })
			columns[0].Row(invalidRow)[31] ^= 1
			return columns
		case "recover":
			return d.signatures(5, func(s signed) []byte { return []byte{s.id} })
		}
	}
	t.Fatal(fmt.Errorf("no input for %s", workload))
	return nil
}
