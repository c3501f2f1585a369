//go:build cgo

package common

import (
	"crypto/sha256"

	"github.com/crate-crypto/go-ipa/bandersnatch/fr"

	"vorpal.example/go/banderwagon"
)

// Transcript is the text from which prover and verifier derive the same challenges (Fiat and Shamir): labels and
// messages without lengths. A challenge is SHA-256 of the text, as a little-endian integer modulo the order. Then the
// text begins anew with the label and the challenge.
type Transcript struct{ text []byte }

// NewTranscript begins a transcript with the label of a protocol.
func NewTranscript(label string) *Transcript { return &Transcript{[]byte(label)} }

// AppendMessage appends a label and a message.
func (t *Transcript) AppendMessage(message []byte, label []byte) {
	t.text = append(append(t.text, label...), message...)
}

// AppendScalar appends a label and a scalar of 32 bytes, little-endian.
func (t *Transcript) AppendScalar(scalar *fr.Element, label []byte) {
	bytes := scalar.BytesLE()
	t.AppendMessage(bytes[:], label)
}

// AppendPoint appends a label and the encoding of an element.
func (t *Transcript) AppendPoint(point *banderwagon.Element, label []byte) {
	bytes := point.Bytes()
	t.AppendMessage(bytes[:], label)
}

// DomainSep appends a label.
func (t *Transcript) DomainSep(label []byte) { t.text = append(t.text, label...) }

// ChallengeScalar derives a scalar from everything before. Two calls give different ones.
func (t *Transcript) ChallengeScalar(label []byte) fr.Element {
	t.DomainSep(label)
	digest := sha256.Sum256(t.text)
	var challenge fr.Element
	challenge.SetBytesLE(digest[:])
	t.Continue(label, &challenge)
	return challenge
}

// Text is what the next challenge is the hash of.
func (t *Transcript) Text() []byte { return t.text }

// Continue makes a challenge the last one: the text begins with its label and its bytes.
func (t *Transcript) Continue(label []byte, challenge *fr.Element) {
	t.text = t.text[:0]
	t.AppendScalar(challenge, label)
}
