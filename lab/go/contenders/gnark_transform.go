package contenders

import (
	bls12381fr "github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	bls12381fft "github.com/consensys/gnark-crypto/ecc/bls12-381/fr/fft"
	bn254fr "github.com/consensys/gnark-crypto/ecc/bn254/fr"
	bn254fft "github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
	"github.com/consensys/gnark-crypto/utils"

	"vorpal/lab/go/lab"
)

func registerGnarkTransforms(c *lab.Contender) {
	const path = "fft.Domain.FFT (decimation in frequency), and utils.BitReverse"
	lab.Transforms(c, "bn254_scalar", path, bn254frCodec, func(size int) func([]bn254fr.Element) {
		domain := bn254fft.NewDomain(uint64(size))
		return func(values []bn254fr.Element) {
			domain.FFT(values, bn254fft.DIF, bn254fft.WithNbTasks(1))
			utils.BitReverse(values)
		}
	})
	lab.Transforms(c, "bls12_381_scalar", path, bls12381frCodec, func(size int) func([]bls12381fr.Element) {
		domain := bls12381fft.NewDomain(uint64(size))
		return func(values []bls12381fr.Element) {
			domain.FFT(values, bls12381fft.DIF, bls12381fft.WithNbTasks(1))
			utils.BitReverse(values)
		}
	})
}
