//go:build cgo

package verkle

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"vorpal.example/go/internal/status"
)

// The types of this file have the fields and the JSON of the types of go-verkle with the same names.

// StemSize is the length of a stem in bytes.
const StemSize = 31

// IPAProof is the inner product argument of a proof.
type IPAProof struct {
	CL              [8][32]byte
	CR              [8][32]byte
	FinalEvaluation [32]byte
}

// VerkleProof is the proof of an execution witness.
type VerkleProof struct {
	OtherStems            [][StemSize]byte
	DepthExtensionPresent []byte
	CommitmentsByPath     [][32]byte
	D                     [32]byte
	IPAProof              *IPAProof
}

// SuffixStateDiff has the value of a key before and after a block; nil stands for no value, and for no write.
type SuffixStateDiff struct {
	Suffix       byte
	CurrentValue *[32]byte
	NewValue     *[32]byte
}

// SuffixStateDiffs are the values of a stem.
type SuffixStateDiffs []SuffixStateDiff

// StemStateDiff has the values of a stem.
type StemStateDiff struct {
	Stem        [StemSize]byte
	SuffixDiffs SuffixStateDiffs
}

// StateDiff has the values of an execution witness.
type StateDiff []StemStateDiff

// hexBytes are bytes that JSON has as hexadecimal digits after 0x.
type hexBytes []byte

func (b hexBytes) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, "%q", "0x"+hex.EncodeToString(b)), nil
}

func (b *hexBytes) UnmarshalJSON(text []byte) error {
	var digits string
	if err := json.Unmarshal(text, &digits); err != nil {
		return err
	}
	bytes, err := hex.DecodeString(strings.TrimPrefix(digits, "0x"))
	if err != nil {
		return status.New(status.Input, fmt.Sprintf("%.80q is not hexadecimal", digits))
	}
	*b = bytes
	return nil
}

// fixed copies bytes of a certain length.
func fixed(out []byte, bytes hexBytes, name string) error {
	if len(bytes) != len(out) {
		return status.New(status.Input, fmt.Sprintf("%s has %d bytes, not %d", name, len(bytes), len(out)))
	}
	copy(out, bytes)
	return nil
}

type ipaJSON struct {
	CL              []hexBytes `json:"cl"`
	CR              []hexBytes `json:"cr"`
	FinalEvaluation hexBytes   `json:"finalEvaluation"`
}

// MarshalJSON encodes the argument as go-verkle does.
func (p *IPAProof) MarshalJSON() ([]byte, error) {
	var text ipaJSON
	for i := range p.CL {
		text.CL, text.CR = append(text.CL, p.CL[i][:]), append(text.CR, p.CR[i][:])
	}
	text.FinalEvaluation = p.FinalEvaluation[:]
	return json.Marshal(text)
}

// UnmarshalJSON decodes the JSON of go-verkle.
func (p *IPAProof) UnmarshalJSON(bytes []byte) error {
	var text ipaJSON
	if err := json.Unmarshal(bytes, &text); err != nil {
		return err
	}
	if len(text.CL) != 8 || len(text.CR) != 8 {
		return status.New(status.Input, fmt.Sprintf("%d and %d points of an argument, not 8", len(text.CL), len(text.CR)))
	}
	var proof IPAProof
	for i := range proof.CL {
		if err := fixed(proof.CL[i][:], text.CL[i], fmt.Sprintf("cl[%d]", i)); err != nil {
			return err
		}
		if err := fixed(proof.CR[i][:], text.CR[i], fmt.Sprintf("cr[%d]", i)); err != nil {
			return err
		}
	}
	if err := fixed(proof.FinalEvaluation[:], text.FinalEvaluation, "finalEvaluation"); err != nil {
		return err
	}
	*p = proof
	return nil
}

type proofJSON struct {
	OtherStems            []hexBytes `json:"otherStems"`
	DepthExtensionPresent hexBytes   `json:"depthExtensionPresent"`
	CommitmentsByPath     []hexBytes `json:"commitmentsByPath"`
	D                     hexBytes   `json:"d"`
	IPAProof              *IPAProof  `json:"ipaProof"`
}

// MarshalJSON encodes the proof as go-verkle does.
func (p *VerkleProof) MarshalJSON() ([]byte, error) {
	text := proofJSON{
		OtherStems: []hexBytes{}, DepthExtensionPresent: p.DepthExtensionPresent, CommitmentsByPath: []hexBytes{},
		D: p.D[:], IPAProof: p.IPAProof,
	}
	for i := range p.OtherStems {
		text.OtherStems = append(text.OtherStems, p.OtherStems[i][:])
	}
	for i := range p.CommitmentsByPath {
		text.CommitmentsByPath = append(text.CommitmentsByPath, p.CommitmentsByPath[i][:])
	}
	return json.Marshal(text)
}

// UnmarshalJSON decodes the JSON of go-verkle.
func (p *VerkleProof) UnmarshalJSON(bytes []byte) error {
	var text proofJSON
	if err := json.Unmarshal(bytes, &text); err != nil {
		return err
	}
	proof := VerkleProof{
		OtherStems: make([][StemSize]byte, len(text.OtherStems)), DepthExtensionPresent: text.DepthExtensionPresent,
		CommitmentsByPath: make([][32]byte, len(text.CommitmentsByPath)), IPAProof: text.IPAProof,
	}
	for i, stem := range text.OtherStems {
		if err := fixed(proof.OtherStems[i][:], stem, fmt.Sprintf("otherStems[%d]", i)); err != nil {
			return err
		}
	}
	for i, commitment := range text.CommitmentsByPath {
		if err := fixed(proof.CommitmentsByPath[i][:], commitment, fmt.Sprintf("commitmentsByPath[%d]", i)); err != nil {
			return err
		}
	}
	if err := fixed(proof.D[:], text.D, "d"); err != nil {
		return err
	}
	*p = proof
	return nil
}

type suffixJSON struct {
	Suffix       byte      `json:"suffix"`
	CurrentValue *hexBytes `json:"currentValue"`
	NewValue     *hexBytes `json:"newValue"`
}

// MarshalJSON encodes the values as go-verkle does.
func (d SuffixStateDiff) MarshalJSON() ([]byte, error) {
	text := suffixJSON{Suffix: d.Suffix}
	if d.CurrentValue != nil {
		bytes := hexBytes(d.CurrentValue[:])
		text.CurrentValue = &bytes
	}
	if d.NewValue != nil {
		bytes := hexBytes(d.NewValue[:])
		text.NewValue = &bytes
	}
	return json.Marshal(text)
}

// UnmarshalJSON decodes the JSON of go-verkle.
func (d *SuffixStateDiff) UnmarshalJSON(bytes []byte) error {
	var text suffixJSON
	if err := json.Unmarshal(bytes, &text); err != nil {
		return err
	}
	diff := SuffixStateDiff{Suffix: text.Suffix}
	for _, value := range []struct {
		name string
		text *hexBytes
		out  **[32]byte
	}{{"currentValue", text.CurrentValue, &diff.CurrentValue}, {"newValue", text.NewValue, &diff.NewValue}} {
		if value.text == nil || len(*value.text) == 0 {
			continue
		}
		*value.out = new([32]byte)
		if err := fixed((*value.out)[:], *value.text, value.name); err != nil {
			return err
		}
	}
	*d = diff
	return nil
}

type stemJSON struct {
	Stem        hexBytes         `json:"stem"`
	SuffixDiffs SuffixStateDiffs `json:"suffixDiffs"`
}

// MarshalJSON encodes the values as go-verkle does.
func (d StemStateDiff) MarshalJSON() ([]byte, error) {
	return json.Marshal(stemJSON{d.Stem[:], append(SuffixStateDiffs{}, d.SuffixDiffs...)})
}

// UnmarshalJSON decodes the JSON of go-verkle.
func (d *StemStateDiff) UnmarshalJSON(bytes []byte) error {
	var text stemJSON
	if err := json.Unmarshal(bytes, &text); err != nil {
		return err
	}
	diff := StemStateDiff{SuffixDiffs: text.SuffixDiffs}
	if err := fixed(diff.Stem[:], text.Stem, "stem"); err != nil {
		return err
	}
	*d = diff
	return nil
}

type witnessJSON struct {
	StateDiff   StateDiff    `json:"stateDiff"`
	VerkleProof *VerkleProof `json:"verkleProof"`
}

// Parts returns the proof and the values of a witness of version Plain, as go-verkle has them.
func (w *Witness) Parts() (*VerkleProof, StateDiff, error) {
	text, err := w.MarshalJSON()
	if err != nil {
		return nil, nil, err
	}
	var parts witnessJSON
	if err := json.Unmarshal(text, &parts); err != nil {
		return nil, nil, err
	}
	return parts.VerkleProof, parts.StateDiff, nil
}

// WitnessOf is the witness of a proof and values as go-verkle has them. It is not verified.
func WitnessOf(proof *VerkleProof, diff StateDiff) (*Witness, error) {
	if proof == nil || proof.IPAProof == nil {
		return nil, status.New(status.Argument, "proof is nil, or has no argument")
	}
	text, err := json.Marshal(witnessJSON{append(StateDiff{}, diff...), proof})
	if err != nil {
		return nil, err
	}
	return WitnessFromJSON(text)
}

// Verify verifies the proof of an execution witness, as go-verkle's function with this signature does. It proves what
// the format of go-verkle proves, and no more:
//
//   - Current values that are not nil are those of the tree with the first root, at the keys of accounts.
//   - Writing the new values yields the second root. So does the block, if that root is from a trusted source, such as
//     the header of the block.
//   - A current value that is nil is no proof of absence. Whoever makes the witness can show a key of the tree as
//     absent, with the true roots before and after.
//
// A program that relies on absence demands Bound of Witness.Verify. PartialTree.Get returns no absence without a proof.
//
// It is stricter than go-verkle: stems and suffixes must ascend without repetition, each stem has a suffix, every
// commitment is used, and unused bits are zero, as in all proofs that go-verkle makes.
func Verify(vp *VerkleProof, preStateRoot []byte, postStateRoot []byte, statediff StateDiff) error {
	if len(preStateRoot) != 32 || len(postStateRoot) != 32 {
		return status.New(status.Argument, fmt.Sprintf(
			"roots of %d and %d bytes, not 32", len(preStateRoot), len(postStateRoot)))
	}
	witness, err := WitnessOf(vp, statediff)
	if err != nil {
		return err
	}
	defer witness.Close()
	tree, err := witness.Verify(nil, nil, Root(preStateRoot), Plain)
	if err != nil {
		return err
	}
	defer tree.Close()
	root, err := tree.RootAfter(nil, nil, witness)
	if err != nil {
		return err
	}
	if root != Root(postStateRoot) {
		return status.New(status.Refused, fmt.Sprintf("the root after the block is %x, not %x", root, postStateRoot))
	}
	return nil
}
