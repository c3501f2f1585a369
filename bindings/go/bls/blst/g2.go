//go:build cgo

package blst

// From sets the point to the public key of a secret key, in constant time, and returns it. For a scalar that is no
// secret key it returns nil.
func (p *P2Affine) From(s *Scalar) *P2Affine {
	if p == nil || !g2.publicKey(p.point[:], s) {
		return nil
	}
	return p
}

// KeyValidate reports whether the point is a public key: in the group, and not infinity.
func (p *P2Affine) KeyValidate() bool { return p.SigValidate(true) }

// SigValidate reports whether the point is in the group, and with sigInfcheck, not infinity.
func (p *P2Affine) SigValidate(sigInfcheck bool) bool {
	return p != nil && !(sigInfcheck && isZero(p.point[:])) && p.InG2()
}

// InG2 reports whether the point is in the group, as infinity is.
func (p *P2Affine) InG2() bool { return g2.isMember(p.point[:]) }

// Equals reports whether two points are equal.
func (p *P2Affine) Equals(other *P2Affine) bool { return *p == *other }

// Equals reports whether two points are equal.
func (p *P2) Equals(other *P2) bool { return *p == *other }

// Serialize returns the uncompressed encoding.
func (p *P2Affine) Serialize() []byte { return encoded(nil, p.point[:]) }

// Serialize returns the uncompressed encoding.
func (p *P2) Serialize() []byte { return p.affine.Serialize() }

// Compress returns the compressed encoding.
func (p *P2Affine) Compress() []byte { return compress(p.point[:]) }

// Compress returns the compressed encoding.
func (p *P2) Compress() []byte { return p.affine.Compress() }

// Deserialize sets the point to that of an encoding, compressed if its first bit is set, and returns it. For bytes that
// are no point of the curve it returns nil, and the point is not changed.
func (p *P2Affine) Deserialize(in []byte) *P2Affine {
	if p == nil || len(in) != BLST_P2_SERIALIZE_BYTES {
		return nil
	}
	if in[0]&isCompressed != 0 {
		return p.Uncompress(in[:BLST_P2_COMPRESS_BYTES])
	}
	if !g2.decode(p.point[:], in, uncompressed) {
		return nil
	}
	return p
}

// Uncompress sets the point to that of a compressed encoding, and returns it. For bytes that are no point of the curve
// it returns nil, and the point is not changed.
func (p *P2Affine) Uncompress(in []byte) *P2Affine {
	if p == nil || len(in) != BLST_P2_COMPRESS_BYTES || !g2.decode(p.point[:], in, 0) {
		return nil
	}
	return p
}

// BatchUncompress returns the points of compressed encodings, decoded side by side, or nil if one is malformed.
func (*P2Affine) BatchUncompress(in [][]byte) []*P2Affine {
	flat := g2.decodeAll(in)
	if flat == nil {
		return nil
	}
	points, pointers := make([]P2Affine, len(in)), make([]*P2Affine, len(in))
	for i := range points {
		copy(points[i].point[:], flat[i*BLST_P2_SERIALIZE_BYTES:])
		pointers[i] = &points[i]
	}
	return pointers
}

// flatP2 returns the encodings of points one after the other, or nil if one is missing.
func flatP2(points []*P2Affine) []byte {
	flat := make([]byte, 0, len(points)*BLST_P2_SERIALIZE_BYTES)
	for _, point := range points {
		if point == nil {
			return nil
		}
		flat = encoded(flat, point.point[:])
	}
	return flat
}

// readP2 returns the key of an encoding, compressed or not.
func readP2(in []byte) *P2Affine {
	if len(in) == BLST_P2_COMPRESS_BYTES {
		return new(P2Affine).Uncompress(in)
	}
	if len(in) > 0 && in[0]&isCompressed != 0 {
		return nil
	}
	return new(P2Affine).Deserialize(in)
}

// Sign sets the point to the signature of a message under a tag, in constant time, and returns it. Augmentation before
// the message is optional. Without success it returns nil.
func (sig *P2Affine) Sign(sk *SecretKey, msg []byte, dst []byte, optional ...any) *P2Affine {
	if sig == nil || !g2.sign(sig.point[:], sk, msg, dst, optional) {
		return nil
	}
	return sig
}

// Verify reports whether this is the signature of a message by a key. With pkValidate false, the caller has validated
// the key. Augmentation before the message is optional.
func (sig *P2Affine) Verify(sigGroupcheck bool, pk *P1Affine, pkValidate bool, msg Message, dst []byte,
	optional ...any) bool {
	o, ok := parse(optional)
	return ok && sig.AggregateVerify(sigGroupcheck, []*P1Affine{pk}, pkValidate, []Message{augmented(o.aug, msg)}, dst)
}

// VerifyCompressed verifies as Verify, given the encodings of a signature and a key.
func (dummy *P2Affine) VerifyCompressed(sig []byte, sigGroupcheck bool, pk []byte, pkValidate bool, msg Message,
	dst []byte, optional ...bool) bool {
	return dummy.AggregateVerifyCompressed(sig, sigGroupcheck, [][]byte{pk}, pkValidate, []Message{msg}, dst, optional...)
}

// AggregateVerify reports whether this is the sum of the signatures of each key and its message. Messages may be equal.
// Augmentation before each message is optional. False without keys.
func (sig *P2Affine) AggregateVerify(sigGroupcheck bool, pks []*P1Affine, pksVerify bool, msgs []Message, dst []byte,
	optional ...any) bool {
	o, ok := parse(optional)
	if sig == nil || !ok || len(pks) != len(msgs) {
		return false
	}
	msgs, ok = o.each(msgs)
	keys := flatP1(pks)
	return ok && keys != nil && g2.verify(sig.point[:], keys, pksVerify, msgs, dst)
}

// AggregateVerifyCompressed verifies as AggregateVerify, given the encodings of a signature and of keys, compressed or
// not. The first optional argument is useHash; with the second, each message begins with the encoding of its key.
func (*P2Affine) AggregateVerifyCompressed(sig []byte, sigGroupcheck bool, pks [][]byte, pksVerify bool, msgs []Message,
	dst []byte, optional ...bool) bool {
	signature := new(P2Affine).Uncompress(sig)
	if signature == nil || len(pks) != len(msgs) || (len(optional) > 0 && !optional[0]) {
		return false
	}
	keys := make([]*P1Affine, len(pks))
	for i := range pks {
		keys[i] = readP1(pks[i])
	}
	var augmentation []any
	if len(optional) > 1 && optional[1] {
		augmentation = []any{pks}
	}
	return signature.AggregateVerify(sigGroupcheck, keys, pksVerify, msgs, dst, augmentation...)
}

// FastAggregateVerify reports whether this is the sum of the signatures of all keys for one message. The caller has
// validated the keys, and knows that their owners have the secret keys. False without keys.
func (sig *P2Affine) FastAggregateVerify(sigGroupcheck bool, pks []*P1Affine, msg Message, dst []byte,
	optional ...any) bool {
	keys := flatP1(pks)
	return sig != nil && keys != nil && g2.fastVerify(sig.point[:], keys, len(pks), msg, dst, optional)
}

// MultipleAggregateVerify reports whether all signatures are those of their keys and messages, in one batch with
// weights of 128 bits, which the library draws: randFn and randBits have no effect. Augmentation before each message is
// optional. False without signatures.
func (*P2Affine) MultipleAggregateVerify(sigs []*P2Affine, sigsGroupcheck bool, pks []*P1Affine, pksVerify bool,
	msgs []Message, dst []byte, randFn func(*Scalar), randBits int, optional ...any) bool {
	o, ok := parse(optional)
	if !ok || len(sigs) != len(msgs) || len(pks) != len(msgs) {
		return false
	}
	msgs, ok = o.each(msgs)
	signatures, keys := flatP2(sigs), flatP1(pks)
	return ok && signatures != nil && keys != nil && g2.multipleVerify(signatures, keys, pksVerify, msgs, dst)
}

// P2Aggregate is a sum of points. The zero value is the sum of none.
type P2Aggregate struct{ sum *P2Affine }

// Aggregate adds points, with groupcheck after a check that they are in the group. Without success it returns false,
// and the sum is empty. Without points it does nothing.
func (agg *P2Aggregate) Aggregate(elmts []*P2Affine, groupcheck bool) bool {
	if len(elmts) == 0 {
		return true
	}
	flat := flatP2(elmts)
	sum := new(P2Affine)
	if flat == nil || !g2.sum(sum.point[:], flat, len(elmts), groupcheck) {
		agg.sum = nil
		return false
	}
	return agg.add(sum)
}

// AggregateCompressed adds points as Aggregate, given their compressed encodings.
func (agg *P2Aggregate) AggregateCompressed(elmts [][]byte, groupcheck bool) bool {
	if len(elmts) == 0 {
		return true
	}
	points := new(P2Affine).BatchUncompress(elmts)
	if points == nil {
		agg.sum = nil
		return false
	}
	return agg.Aggregate(points, groupcheck)
}

// AddAggregate adds another sum.
func (agg *P2Aggregate) AddAggregate(other *P2Aggregate) {
	if other.sum != nil {
		agg.add(other.sum)
	}
}

// Add adds a point, with groupcheck after a check that it is in the group. Without success it returns false, and the
// sum is not changed.
func (agg *P2Aggregate) Add(elmt *P2Affine, groupcheck bool) bool {
	if elmt == nil || (groupcheck && !elmt.InG2()) {
		return false
	}
	return agg.add(elmt)
}

func (agg *P2Aggregate) add(point *P2Affine) bool {
	sum := *point
	if agg.sum != nil && !g2.sum(sum.point[:], flatP2([]*P2Affine{agg.sum, point}), 2, false) {
		return false
	}
	agg.sum = &sum
	return true
}

// ToAffine returns the sum, which is infinity for no points.
func (agg *P2Aggregate) ToAffine() *P2Affine {
	sum := new(P2Affine)
	if agg.sum != nil {
		*sum = *agg.sum
	}
	return sum
}
