//go:build cgo

package blst

import (
	"bytes"
	"sync"
	"sync/atomic"

	"vorpal.example/go/internal/lib"
	"vorpal.example/go/internal/status"
)

// Message is the bytes that are signed.
type Message = []byte

// P1Affine is a point of the curve of G1: a public key of 48 bytes, or a signature of 48 bytes. Decoding checks that it
// is on the curve; KeyValidate and SigValidate that it is in the group. The zero value is infinity.
type P1Affine struct{ point [BLST_P1_SERIALIZE_BYTES]byte }

// P2Affine is a point of the curve of G2: a signature of 96 bytes, or a public key of 96 bytes, as P1Affine.
type P2Affine struct{ point [BLST_P2_SERIALIZE_BYTES]byte }

// P1 is a point as P1Affine. blst has projective coordinates here.
type P1 struct{ affine P1Affine }

// P2 is a point as P2Affine. blst has projective coordinates here.
type P2 struct{ affine P2Affine }

// ToAffine returns the point.
func (p *P1) ToAffine() *P1Affine { affine := p.affine; return &affine }

// ToAffine returns the point.
func (p *P2) ToAffine() *P2Affine { affine := p.affine; return &affine }

// FromAffine sets the point.
func (p *P1) FromAffine(pa *P1Affine) { p.affine = *pa }

// FromAffine sets the point.
func (p *P2) FromAffine(pa *P2Affine) { p.affine = *pa }

// uncompressed is the form of points in memory.
const uncompressed = lib.SignaturesUncompressed

// group is a group as the library sees it. A point is a signature of one variant, and a key of the other; as a
// signature, it may be infinity and lie outside the group.
type group struct {
	asKey, asSignature int
	compressed         int
}

var (
	g1 = group{asKey: lib.MinPk, asSignature: lib.MinSig, compressed: BLST_P1_COMPRESS_BYTES}
	g2 = group{asKey: lib.MinSig, asSignature: lib.MinPk, compressed: BLST_P2_COMPRESS_BYTES}
)

// The first byte of encodings has three flags.
const (
	isCompressed = 0x80
	isInfinity   = 0x40
	isLargest    = 0x20
)

// pool is the pool of SetMaxProcs; nil stands for all cores.
var pool atomic.Pointer[lib.Pool]

// SetMaxProcs sets the number of threads on which calls run, at most 1024. Before the first call they run on all cores.
func SetMaxProcs(procs int) {
	if created, err := lib.NewPool(min(max(procs, 1), 1024)); err == nil {
		pool.Store(created)
	}
}

type suiteKey struct {
	variant int
	tag     string
}

var suites sync.Map

// suiteOf returns the suite of a variant and a tag. All messages are permitted in aggregates, as in blst.
func suiteOf(variant int, dst []byte) (lib.Suite, error) {
	key := suiteKey{variant, string(dst)}
	if found, ok := suites.Load(key); ok {
		return found.(lib.Suite), nil
	}
	suite, err := lib.NewSuite(variant, lib.Possession, key.tag)
	if err != nil {
		return lib.Suite{}, err
	}
	found, _ := suites.LoadOrStore(key, suite)
	return found.(lib.Suite), nil
}

// plain returns a suite of a variant for calls that hash nothing.
func plain(variant int) (lib.Suite, error) { return suiteOf(variant, []byte("-")) }

// encoded returns the uncompressed encoding of a point in memory, where infinity has no flag.
func encoded(out, point []byte) []byte {
	out = append(out, point...)
	if isZero(point) {
		out[len(out)-len(point)] = isInfinity
	}
	return out
}

// stored is the opposite of encoded, in place.
func stored(point []byte) {
	if point[0]&isInfinity != 0 {
		clear(point)
	}
}

func isZero(point []byte) bool {
	for _, b := range point {
		if b != 0 {
			return false
		}
	}
	return true
}

// half is (p - 1) / 2 of the base field, most significant byte first.
var half = []byte{
	0x0d, 0x00, 0x88, 0xf5, 0x1c, 0xbf, 0xf3, 0x4d, 0x25, 0x8d, 0xd3, 0xdb, 0x21, 0xa5, 0xd6, 0x6b,
	0xb2, 0x3b, 0xa5, 0xc2, 0x79, 0xc2, 0x89, 0x5f, 0xb3, 0x98, 0x69, 0x50, 0x7b, 0x58, 0x7b, 0x12,
	0x0f, 0x55, 0xff, 0xff, 0x58, 0xa9, 0xff, 0xff, 0xdc, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xd5, 0x55,
}

// compress returns x with the flags. Of y and -y, the larger one has a flag; the first component of y that is not zero
// decides.
func compress(point []byte) []byte {
	out := make([]byte, len(point)/2)
	if isZero(point) {
		out[0] = isCompressed | isInfinity
		return out
	}
	copy(out, point)
	out[0] |= isCompressed
	for y := point[len(point)/2:]; len(y) > 0; y = y[BLST_FP_BYTES:] {
		if component := y[:BLST_FP_BYTES]; !isZero(component) {
			if bytes.Compare(component, half) > 0 {
				out[0] |= isLargest
			}
			break
		}
	}
	return out
}

// decode sets a point to that of an encoding. Without success, the point is not changed.
func (g group) decode(point, in []byte, forms int) bool {
	suite, err := plain(g.asSignature)
	if err != nil {
		return false
	}
	out, item := make([]byte, 2*g.compressed), make([]byte, 1)
	err = suite.ConvertSignatures(pool.Load(), forms, in, lib.SignaturesUncompressed, out, item)
	if err != nil || item[0] != 0 {
		return false
	}
	stored(out)
	copy(point, out)
	return true
}

// decodeAll returns the points of compressed encodings, or nil if one is malformed.
func (g group) decodeAll(in [][]byte) []byte {
	suite, err := plain(g.asSignature)
	if err != nil {
		return nil
	}
	flat := make([]byte, 0, len(in)*g.compressed)
	for _, one := range in {
		if len(one) != g.compressed {
			return nil
		}
		flat = append(flat, one...)
	}
	out, items := make([]byte, 2*len(flat)), make([]byte, len(in))
	err = suite.ConvertSignatures(pool.Load(), lib.Compressed, flat, lib.SignaturesUncompressed, out, items)
	if err != nil || !isZero(items) {
		return nil
	}
	for rest := out; len(rest) > 0; rest = rest[2*g.compressed:] {
		stored(rest[:2*g.compressed])
	}
	return out
}

// isMember reports whether a point is in the group, as infinity is.
func (g group) isMember(point []byte) bool {
	suite, err := plain(g.asSignature)
	if err != nil {
		return false
	}
	item := make([]byte, 1)
	err = suite.CheckSignatures(pool.Load(), lib.SignaturesUncompressed, encoded(nil, point), item)
	return err == nil && item[0] == 0
}

// sum sets a point to the sum of points. The library adds keys that are known to be in the group without a check, but
// infinity is no key; signatures may be infinity, and are checked.
func (g group) sum(point, flat []byte, count int, groupcheck bool) bool {
	out := make([]byte, 2*g.compressed)
	suite, err := plain(g.asKey)
	if err != nil {
		return false
	}
	if !groupcheck {
		err = suite.AggregateKeys(pool.Load(), lib.KeysChecked, count, flat, out)
	}
	if groupcheck || err != nil {
		if suite, err = plain(g.asSignature); err != nil {
			return false
		}
		err = suite.AggregateSignatures(pool.Load(), lib.SignaturesUncompressed, count, flat, out)
	}
	if err != nil {
		return false
	}
	stored(out)
	copy(point, out)
	return true
}

// hash returns the point to which a message is hashed.
func (g group) hash(point, msg, dst []byte, optional [][]byte) error {
	suite, err := suiteOf(g.asSignature, dst)
	if err != nil {
		return err
	}
	if len(optional) > 0 {
		msg = augmented(optional[0], msg)
	}
	return suite.HashToCurve(msg, lib.SignaturesUncompressed, point)
}

func augmented(aug, msg []byte) []byte {
	if len(aug) == 0 {
		return msg
	}
	return append(append(make([]byte, 0, len(aug)+len(msg)), aug...), msg...)
}

// HashToG1 returns the point to which a message is hashed under a tag; augmentation before the message is optional. It
// panics if the tag is empty or has a zero byte, where blst returns a point.
func HashToG1(msg []byte, dst []byte, optional ...[]byte) *P1 {
	var p P1
	mustHash(g1.hash(p.affine.point[:], msg, dst, optional))
	return &p
}

// HashToG2 is HashToG1 in the other group.
func HashToG2(msg []byte, dst []byte, optional ...[]byte) *P2 {
	var p P2
	mustHash(g2.hash(p.affine.point[:], msg, dst, optional))
	return &p
}

func mustHash(err error) {
	if e, ok := err.(*status.Error); ok {
		panic("blst: " + e.Message)
	}
}
