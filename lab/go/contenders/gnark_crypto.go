// Package contenders registers the libraries that are measured. Each library has its own files.
package contenders

import (
	"encoding/binary"
	"math/big"

	bls12377 "github.com/consensys/gnark-crypto/ecc/bls12-377"
	bls12377fp "github.com/consensys/gnark-crypto/ecc/bls12-377/fp"
	bls12377fr "github.com/consensys/gnark-crypto/ecc/bls12-377/fr"
	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	bls12381fp "github.com/consensys/gnark-crypto/ecc/bls12-381/fp"
	bls12381fr "github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254"
	bn254fp "github.com/consensys/gnark-crypto/ecc/bn254/fp"
	bn254fr "github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/secp256k1"
	secp256k1fp "github.com/consensys/gnark-crypto/ecc/secp256k1/fp"
	secp256k1fr "github.com/consensys/gnark-crypto/ecc/secp256k1/fr"

	"vorpal/lab/go/lab"
)

const gnarkModule = "github.com/consensys/gnark-crypto"

func init() {
	lab.Register("gnark-crypto", []string{gnarkModule}, func(c *lab.Contender) {
		registerGnarkFields(c)
		registerGnarkMontgomery(c)
		registerGnarkTransforms(c)
		registerGnarkCurves(c)
		registerGnarkSecondGroups(c)
		registerGnarkPairings(c)
		registerGnarkHashing(c)
		registerGnarkMultiply(c)
		registerGnarkSignatures(c)
	})
}

const (
	assembly     = "ADX assembly"
	portable     = "compiled Go, the library has no assembly for this prime"
	binaryGCD    = "optimised binary GCD"
	bigIntInvert = "by math/big"
)

var (
	bn254frCodec     = gnarkCodec(bn254fr.LittleEndian.Element, bn254fr.LittleEndian.PutElement)
	bls12381frCodec  = gnarkCodec(bls12381fr.LittleEndian.Element, bls12381fr.LittleEndian.PutElement)
	bls12377frCodec  = gnarkCodec(bls12377fr.LittleEndian.Element, bls12377fr.LittleEndian.PutElement)
	bn254fpCodec     = gnarkCodec(bn254fp.LittleEndian.Element, bn254fp.LittleEndian.PutElement)
	bls12381fpCodec  = gnarkCodec(bls12381fp.LittleEndian.Element, bls12381fp.LittleEndian.PutElement)
	bls12377fpCodec  = gnarkCodec(bls12377fp.LittleEndian.Element, bls12377fp.LittleEndian.PutElement)
	secp256k1fpCodec = gnarkCodec(secp256k1fp.LittleEndian.Element, secp256k1fp.LittleEndian.PutElement)
	secp256k1frCodec = gnarkCodec(secp256k1fr.LittleEndian.Element, secp256k1fr.LittleEndian.PutElement)
)

func registerGnarkFields(c *lab.Contender) {
	registerGnarkField(c, gnarkField[bn254fp.Element]{
		name: "bn254_base", element: "bn254 fp.Element", description: assembly, inverse: binaryGCD,
		codec: bn254fpCodec, loops: bn254fpLoops, batchInvert: bn254fp.BatchInvert,
	})
	registerGnarkField(c, gnarkField[bn254fr.Element]{
		name: "bn254_scalar", element: "bn254 fr.Element", description: assembly, inverse: binaryGCD,
		codec: bn254frCodec, loops: bn254frLoops, batchInvert: bn254fr.BatchInvert,
	})
	registerGnarkField(c, gnarkField[bls12381fr.Element]{
		name: "bls12_381_scalar", element: "bls12-381 fr.Element", description: assembly, inverse: binaryGCD,
		codec: bls12381frCodec, loops: bls12381frLoops, batchInvert: bls12381fr.BatchInvert,
	})
	registerGnarkField(c, gnarkField[bls12381fp.Element]{
		name: "bls12_381_base", element: "bls12-381 fp.Element", description: assembly, inverse: binaryGCD,
		codec: bls12381fpCodec, loops: bls12381fpLoops, batchInvert: bls12381fp.BatchInvert,
	})
	registerGnarkField(c, gnarkField[bls12377fp.Element]{
		name: "bls12_377_base", element: "bls12-377 fp.Element", description: assembly, inverse: binaryGCD,
		codec: bls12377fpCodec, loops: bls12377fpLoops, batchInvert: bls12377fp.BatchInvert,
	})
	registerGnarkField(c, gnarkField[secp256k1fp.Element]{
		name: "secp256k1_base", element: "secp256k1 fp.Element", description: portable, inverse: bigIntInvert,
		codec: secp256k1fpCodec, loops: secp256k1fpLoops, batchInvert: secp256k1fp.BatchInvert,
	})
	registerGnarkField(c, gnarkField[secp256k1fr.Element]{
		name: "secp256k1_scalar", element: "secp256k1 fr.Element", description: portable, inverse: bigIntInvert,
		codec: secp256k1frCodec, loops: secp256k1frLoops, batchInvert: secp256k1fr.BatchInvert,
	})
}

// registerGnarkMontgomery offers multiplication of stored forms: the limbs of an Element are taken from the input
// unchanged.
func registerGnarkMontgomery(c *lab.Contender) {
	limbs := func(bytes []byte) (bn254fr.Element, bool) {
		if len(bytes) != bn254fr.Bytes {
			return bn254fr.Element{}, false
		}
		var stored bn254fr.Element
		for i := range stored {
			stored[i] = binary.LittleEndian.Uint64(bytes[8*i:])
		}
		return stored, new(big.Int).SetBytes(reversed(bytes)).Cmp(bn254fr.Modulus()) < 0
	}
	prepare := func(in *lab.Input) (*lab.Prepared, error) {
		x, err := lab.First(in, 0, "limbs below the prime", limbs)
		if err != nil {
			return nil, err
		}
		b, err := lab.Decode(in, 1, "limbs below the prime", limbs)
		if err != nil {
			return nil, err
		}
		bn254frLoops.mulChain(&x, b)
		var result []byte
		for _, limb := range x {
			result = binary.LittleEndian.AppendUint64(result, limb)
		}
		return lab.Repeat(len(b), [][]byte{result}, func() { bn254frLoops.mulChain(&x, b) }), nil
	}
	for _, input := range []string{"random", "small"} {
		c.Offer("montgomery.kernel."+input, "bn254 fr.Element.Mul on raw limbs, ADX assembly, reduced", prepare)
	}
}

var msmSizes = []int{10, 12, 14, 16, 18}

func registerGnarkCurves(c *lab.Contender) {
	const path = "G1Affine.MultiExp, one task on one thread, else two tasks a thread"
	first377 := registerGnarkPairingGroup(c, bls12377G1)
	first377.MSM(path, msmSizes, gnarkMSM[bls12377.G1Affine, bls12377fr.Element]).
		MSM64(path, gnarkMSM[bls12377.G1Affine, bls12377fr.Element])
	offerGnarkLatencies[bls12377.G1Jac](first377)
	first381 := registerGnarkPairingGroup(c, bls12381G1)
	first381.MSM(path, msmSizes, gnarkMSM[bls12381.G1Affine, bls12381fr.Element]).
		MSM64(path, gnarkMSM[bls12381.G1Affine, bls12381fr.Element])
	offerGnarkLatencies[bls12381.G1Jac](first381)
	first254 := registerGnarkPairingGroup(c, bn254G1)
	first254.MSM(path, msmSizes, gnarkMSM[bn254.G1Affine, bn254fr.Element]).
		MSM64(path, gnarkMSM[bn254.G1Affine, bn254fr.Element])
	offerGnarkLatencies[bn254.G1Jac](first254)
	offerGnarkLatencies[secp256k1.G1Jac](registerGnarkCurve(c, gnarkSecp256k1))
}
