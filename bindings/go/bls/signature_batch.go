//go:build cgo

package bls

import (
	"fmt"
	"slices"
	"strings"
)

// AggregatedSignature is the description of a sum of signatures that AggregateBatch has made.
const AggregatedSignature = "bls aggregated signature"

// SignatureBatch is a batch of signatures, each with a key, a message and a description. It has the names of Prysm.
type SignatureBatch struct {
	Signatures   [][]byte
	PublicKeys   []PublicKey
	Messages     [][32]byte
	Descriptions []string
}

// NewSet returns an empty batch.
func NewSet() *SignatureBatch {
	return &SignatureBatch{[][]byte{}, []PublicKey{}, [][32]byte{}, []string{}}
}

// Join appends another batch, and returns the first one.
func (s *SignatureBatch) Join(set *SignatureBatch) *SignatureBatch {
	s.Signatures = append(s.Signatures, set.Signatures...)
	s.PublicKeys = append(s.PublicKeys, set.PublicKeys...)
	s.Messages = append(s.Messages, set.Messages...)
	s.Descriptions = append(s.Descriptions, set.Descriptions...)
	return s
}

// Verify reports whether all signatures are valid: VerifyMultipleSignatures.
func (s *SignatureBatch) Verify() (bool, error) {
	return VerifyMultipleSignatures(s.Signatures, s.Messages, s.PublicKeys)
}

// VerifyVerbosely verifies all signatures. The error has the descriptions of those that are not valid, which the batch
// finds: signatures are not verified one by one.
func (s *SignatureBatch) VerifyVerbosely() (bool, error) {
	sets := make([]SignatureSet, 0, len(s.Signatures))
	if err := s.check(); err != nil || len(s.Signatures) == 0 {
		return false, err
	}
	for i := range s.Signatures {
		sets = append(sets, SignatureSet{s.Signatures[i], s.PublicKeys[i : i+1], s.Messages[i][:]})
	}
	wrong, err := VerifySignatureSets(nil, sets)
	if err != nil || len(wrong) == 0 {
		return err == nil, err
	}
	var message strings.Builder
	message.WriteString("some signatures are invalid. details:")
	for _, i := range wrong {
		description := ""
		if i < len(s.Descriptions) {
			description = s.Descriptions[i]
		}
		fmt.Fprintf(&message, "\nsignature '%s' is invalid. signature: 0x%x, public key: 0x%x, message: 0x%x",
			description, s.Signatures[i], s.PublicKeys[i].Marshal(), s.Messages[i])
		if _, err := SignatureFromBytes(s.Signatures[i]); err != nil {
			fmt.Fprintf(&message, ", error: %v", err)
		}
	}
	return false, input("%s", message.String())
}

// check compares the numbers of signatures, keys and messages.
func (s *SignatureBatch) check() error {
	if len(s.Signatures) != len(s.PublicKeys) || len(s.Signatures) != len(s.Messages) {
		return argument("mismatch number of signatures, publickeys and messages in signature batch. "+
			"Signatures %d, Public Keys %d, Messages %d", len(s.Signatures), len(s.PublicKeys), len(s.Messages))
	}
	return nil
}

// Copy returns a copy that shares no memory.
func (s *SignatureBatch) Copy() *SignatureBatch {
	other := &SignatureBatch{
		Signatures:   make([][]byte, len(s.Signatures)),
		PublicKeys:   make([]PublicKey, len(s.PublicKeys)),
		Messages:     slices.Clone(s.Messages),
		Descriptions: slices.Clone(s.Descriptions),
	}
	for i, sig := range s.Signatures {
		other.Signatures[i] = slices.Clone(sig)
	}
	for i, key := range s.PublicKeys {
		other.PublicKeys[i] = key.Copy()
	}
	return other
}

// RemoveDuplicates removes entries whose signature, key and message are those of an earlier one. It returns their
// number and the batch.
func (s *SignatureBatch) RemoveDuplicates() (int, *SignatureBatch, error) {
	if len(s.Signatures) == 0 || len(s.PublicKeys) == 0 || len(s.Messages) == 0 {
		return 0, s, nil
	}
	if err := s.check(); err != nil {
		return 0, s, err
	}
	type entry struct {
		sig, key string
		message  [32]byte
	}
	seen := make(map[entry]bool, len(s.Signatures))
	kept := 0
	for i := range s.Signatures {
		one := entry{string(s.Signatures[i]), string(s.PublicKeys[i].Marshal()), s.Messages[i]}
		if seen[one] {
			continue
		}
		seen[one] = true
		s.Signatures[kept], s.PublicKeys[kept], s.Messages[kept] = s.Signatures[i], s.PublicKeys[i], s.Messages[i]
		if i < len(s.Descriptions) {
			s.Descriptions[kept] = s.Descriptions[i]
		}
		kept++
	}
	removed := len(s.Signatures) - kept
	s.Signatures, s.PublicKeys, s.Messages = s.Signatures[:kept], s.PublicKeys[:kept], s.Messages[:kept]
	s.Descriptions = s.Descriptions[:min(kept, len(s.Descriptions))]
	return removed, s, nil
}

// AggregateBatch returns the batch with one sum for all entries of a message. Such sums have no weights: entries of a
// message that are wrong may cancel. VerifySignatureSets shares the cost of equal messages too, with weights.
func (s *SignatureBatch) AggregateBatch() (*SignatureBatch, error) {
	if err := s.check(); err != nil {
		return s, err
	}
	if len(s.Descriptions) != len(s.Signatures) {
		return s, argument("mismatch number of descriptions in signature batch: %d of %d", len(s.Descriptions),
			len(s.Signatures))
	}
	if len(s.Signatures) == 0 {
		return s, nil
	}
	var order [][32]byte
	groups := make(map[[32]byte]*SignatureBatch)
	for i, message := range s.Messages {
		group, found := groups[message]
		if !found {
			group = NewSet()
			groups[message] = group
			order = append(order, message)
		}
		group.Join(&SignatureBatch{s.Signatures[i : i+1], s.PublicKeys[i : i+1], s.Messages[i : i+1],
			s.Descriptions[i : i+1]})
	}
	sums := NewSet()
	for _, message := range order {
		group := groups[message]
		if len(group.Signatures) > 1 {
			sum, err := AggregateCompressedSignatures(group.Signatures)
			if err != nil {
				return nil, err
			}
			group = &SignatureBatch{[][]byte{sum.Marshal()}, []PublicKey{AggregateMultiplePubkeys(group.PublicKeys)},
				[][32]byte{message}, []string{AggregatedSignature}}
		}
		sums.Join(group)
	}
	return sums, nil
}
