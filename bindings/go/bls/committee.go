//go:build cgo

package bls

import "vorpal.example/go/internal/lib"

// Committee has the keys of a committee, in order, and their sum, such as Ethereum's sync committee. Several goroutines
// may use it at the same time.
type Committee struct{ committee lib.Committee }

// NewCommittee returns the committee of these keys. A key may occur several times.
func NewCommittee(pool *Pool, keys []PublicKey) (*Committee, error) {
	flat, err := flatKeys(keys)
	if err != nil {
		return nil, err
	}
	committee, err := lib.NewCommittee(pool, lib.MinPk, lib.KeysChecked, len(keys), flat)
	if err != nil {
		return nil, err
	}
	return &Committee{committee}, nil
}

// Close frees the committee. Later calls with it fail.
func (c *Committee) Close() error {
	if c == nil {
		return nil
	}
	return c.committee.Close()
}

// Sum returns the sum of the keys of the members that are present. bits has a bit for each member, as Ethereum's
// sync_committee_bits: bit i is bit i % 8 of byte i / 8. It takes as many additions as there are present or absent
// members, whichever are fewer. No present member, and a sum that is infinity, are errors.
func (c *Committee) Sum(pool *Pool, bits []byte) (PublicKey, error) {
	if c == nil {
		return nil, argument("committee is nil")
	}
	out := uncompressed()
	if err := c.committee.Sum(pool, bits, lib.KeysUncompressed, out); err != nil {
		return nil, err
	}
	return keyOf(out), nil
}

// Verify reports whether this is the signature of 96 bytes of a message by the members that are present. It is not if
// no member is present. A malformed signature is an error.
func (c *Committee) Verify(pool *Pool, bits, message, sig []byte) (bool, error) {
	if c == nil {
		return false, argument("committee is nil")
	}
	if len(sig) != SignatureBytes {
		return false, input("signature must be %d bytes", SignatureBytes)
	}
	suite, err := ethereum()
	if err != nil {
		return false, err
	}
	return c.committee.Verify(pool, suite, bits, message, sig)
}
