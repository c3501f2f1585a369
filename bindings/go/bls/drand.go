//go:build cgo

package bls

import "vorpal.example/go/internal/lib"

// DrandScheme is how the rounds of a chain of drand are signed.
type DrandScheme int

// The schemes of drand.
const (
	// DrandChained is pedersen-bls-chained: keys in G1, signatures of the previous signature and the round.
	DrandChained DrandScheme = iota
	// DrandUnchained is pedersen-bls-unchained: keys in G1.
	DrandUnchained
	// DrandUnchainedInG1 is bls-unchained-g1-rfc9380, as quicknet: keys of 96 bytes in G2, signatures of 48 bytes.
	DrandUnchainedInG1
	// DrandUnchainedInG1UnderTagOfG2 is bls-unchained-on-g1, as fastnet: the same under the tag of the other group.
	DrandUnchainedInG1UnderTagOfG2
)

// DrandRound is a round of a chain. Previous is the signature of the round before, for the first round the seed of the
// chain; only DrandChained reads it.
type DrandRound struct {
	Number              uint64
	Previous, Signature []byte
}

// VerifyDrand verifies rounds of a chain with a public key, in one batch. It returns the randomness of each round,
// zeros for an invalid one, and the positions of those that are not valid. No rounds are an error.
func VerifyDrand(pool *Pool, scheme DrandScheme, key []byte, rounds []DrandRound) ([][32]byte, []int, error) {
	keyBytes, signatureBytes := PublicKeyBytes, SignatureBytes
	if scheme == DrandUnchainedInG1 || scheme == DrandUnchainedInG1UnderTagOfG2 {
		keyBytes, signatureBytes = signatureBytes, keyBytes
	}
	if len(key) != keyBytes {
		return nil, nil, input("key has %d bytes, not %d", len(key), keyBytes)
	}
	if len(rounds) == 0 {
		return nil, nil, argument("no rounds")
	}
	numbers, previous := make([]uint64, len(rounds)), make([][]byte, len(rounds))
	signatures := make([]byte, len(rounds)*signatureBytes)
	for i, round := range rounds {
		numbers[i], previous[i] = round.Number, round.Previous
		// Zeros are no signature.
		if len(round.Signature) == signatureBytes {
			copy(signatures[i*signatureBytes:], round.Signature)
		}
	}
	randomness, items := make([][32]byte, len(rounds)), make([]byte, len(rounds))
	_, err := lib.VerifyDrand(pool, int(scheme), key, numbers, lib.Join(previous), signatures, randomness, items)
	if err != nil {
		return nil, nil, err
	}
	return randomness, invalid(items), nil
}
