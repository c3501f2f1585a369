//go:build cgo

package msm

import (
	"context"
	"fmt"

	"vorpal.example/go/internal/lib"
	"vorpal.example/go/internal/status"
)

// Job identifies a sum. All parts of a sum carry the same job.
type Job [32]byte

// JobOf returns the identifier of the sum of the first bases with these scalars. Any other 32 bytes that name the sum
// will do as well.
func (b *Bases) JobOf(pool *Pool, scalars Scalars) (job Job, err error) {
	if b == nil {
		return job, errNil
	}
	err = b.bases.Job(pool, scalars.scalars, (*[32]byte)(&job))
	return job, err
}

// Part says which part of a sum to compute: the bits from FirstBit to EndBit, exclusive, of the terms from number
// FirstTerm on. The whole sum has Terms terms with integers of up to Bits bits, at most 256.
type Part struct {
	Job              Job
	Terms, FirstTerm uint64
	Bits             uint32
	FirstBit, EndBit uint32
}

// Partial is a part of a sum.
type Partial struct {
	partial lib.Partial
	curve   Curve
}

var errNilPart = status.New(status.Argument, "part is nil")

// Partial computes a part of a sum. Its terms are the first bases and the scalars of this call.
func (b *Bases) Partial(ctx context.Context, part Part, scalars Scalars, options Options) (*Partial, error) {
	if b == nil {
		return nil, errNil
	}
	partial, err := b.bases.Partial(ctx, options.Pool, lib.PartOf{
		Job: part.Job, Terms: part.Terms, FirstTerm: part.FirstTerm, Bits: part.Bits, FirstBit: part.FirstBit,
		EndBit: part.EndBit,
	}, scalars.scalars, options.Progress)
	if err != nil {
		return nil, err
	}
	return &Partial{partial, b.curve}, nil
}

// PartialFromBytes decodes a part of a sum on a curve.
func PartialFromBytes(curve Curve, bytes []byte) (*Partial, error) {
	partial, err := lib.PartialFromBytes(int32(curve), bytes)
	if err != nil {
		return nil, err
	}
	return &Partial{partial, curve}, nil
}

// MarshalBinary encodes the part for another machine.
func (p *Partial) MarshalBinary() ([]byte, error) {
	if p == nil {
		return nil, errNilPart
	}
	return p.partial.Bytes()
}

// Merge returns the sum of two parts. Parts that overlap or belong to different sums are an error.
func (p *Partial) Merge(other *Partial) (*Partial, error) {
	if p == nil || other == nil {
		return nil, errNilPart
	}
	merged, err := p.partial.Merge(other.partial)
	if err != nil {
		return nil, err
	}
	return &Partial{merged, p.curve}, nil
}

// Finish returns the whole sum as a point of pointLen bytes, once the part contains everything.
func (p *Partial) Finish(format Format, pointLen int) ([]byte, error) {
	if p == nil {
		return nil, errNilPart
	}
	if pointLen < 0 || pointLen > 96 {
		return nil, status.New(status.Argument, fmt.Sprintf("pointLen: no format has %d bytes", pointLen))
	}
	out := make([]byte, pointLen)
	if err := p.partial.Finish(int32(format), out); err != nil {
		return nil, err
	}
	return out, nil
}

// Close frees the part.
func (p *Partial) Close() error {
	if p == nil {
		return nil
	}
	return p.partial.Close()
}
