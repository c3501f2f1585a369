//go:build cgo

package blst

// From sets the point to the public key of a secret key, in constant time, and returns it. For a scalar that is no
// secret key it returns nil.
func (p *P1Affine) From(s *Scalar) *P1Affine {
	if p == nil || !g1.publicKey(p.point[:], s) {
		return nil
	}
	return p
}

// KeyValidate reports whether the point is a public key: in the group, and not infinity.
func (p *P1Affine) KeyValidate() bool { return p.SigValidate(true) }

// SigValidate reports whether the point is in the group, and with sigInfcheck, not infinity.
func (p *P1Affine) SigValidate(sigInfcheck bool) bool {
	return p != nil && !(sigInfcheck && isZero(p.point[:])) && p.InG1()
}

// InG1 reports whether the point is in the group, as infinity is.
func (p *P1Affine) InG1() bool { return g1.isMember(p.point[:]) }

// Equals reports whether two points are equal.
func (p *P1Affine) Equals(other *P1Affine) bool { return *p == *other }

// Equals reports whether two points are equal.
func (p *P1) Equals(other *P1) bool { return *p == *other }

// Serialize returns the uncompressed encoding.
func (p *P1Affine) Serialize() []byte { return encoded(nil, p.point[:]) }

// Serialize returns the uncompressed encoding.
func (p *P1) Serialize() []byte { return p.affine.Serialize() }

// Compress returns the compressed encoding.
func (p *P1Affine) Compress() []byte { return compress(p.point[:]) }

// Compress returns the compressed encoding.
func (p *P1) Compress() []byte { return p.affine.Compress() }

// Deserialize sets the point to that of an encoding, compressed if its first bit is set, and returns it. For bytes that
// are no point of the curve it returns nil, and the point is not changed.
func (p *P1Affine) Deserialize(in []byte) *P1Affine {
	if p == nil || len(in) != BLST_P1_SERIALIZE_BYTES {
		return nil
	}
	if in[0]&isCompressed != 0 {
		return p.Uncompress(in[:BLST_P1_COMPRESS_BYTES])
	}
	if !g1.decode(p.point[:], in, uncompressed) {
		return nil
	}
	return p
}

// Uncompress sets the point to that of a compressed encoding, and returns it. For bytes that are no point of the curve
// it returns nil, and the point is not changed.
func (p *P1Affine) Uncompress(in []byte) *P1Affine {
	if p == nil || len(in) != BLST_P1_COMPRESS_BYTES || !g1.decode(p.point[:], in, 0) {
		return nil
	}
	return p
}

// BatchUncompress returns the points of compressed encodings, decoded side by side, or nil if one is malformed.
func (*P1Affine) BatchUncompress(in [][]byte) []*P1Affine {
	flat := g1.decodeAll(in)
	if flat == nil {
		return nil
	}
	points, pointers := make([]P1Affine, len(in)), make([]*P1Affine, len(in))
	for i := range points {
		copy(points[i].point[:], flat[i*BLST_P1_SERIALIZE_BYTES:])
		pointers[i] = &points[i]
	}
	return pointers
}

// flatP1 returns the encodings of points one after the other, or nil if one is missing.
func flatP1(points []*P1Affine) []byte {
	flat := make([]byte, 0, len(points)*BLST_P1_SERIALIZE_BYTES)
	for _, point := range points {
		if point == nil {
			return nil
		}
		flat = encoded(flat, point.point[:])
	}
	return flat
}

// readP1 returns the key of an encoding, compressed or not.
func readP1(in []byte) *P1Affine {
	if len(in) == BLST_P1_COMPRESS_BYTES {
		return new(P1Affine).Uncompress(in)
	}
	if len(in) > 0 && in[0]&isCompressed != 0 {
		return nil
	}
	return new(P1Affine).Deserialize(in)
}

// Sign sets the point to the signature of a message under a tag, in constant time, and returns it. Augmentation before
// the message is optional. Without success it returns nil.
func (sig *P1Affine) Sign(sk *SecretKey, msg []byte, dst []byte, optional ...any) *P1Affine {
	if sig == nil || !g1.sign(sig.point[:], sk, msg, dst, optional) {
		return nil
	}
	return sig
}

// Verify reports whether this is the signature of a message by a key. With pkValidate false, the caller has validated
// the key. Augmentation before the message is optional.
func (sig *P1Affine) Verify(sigGroupcheck bool, pk *P2Affine, pkValidate bool, msg Message, dst []byte,
	optional ...any) bool {
	o, ok := parse(optional)
	return ok && sig.AggregateVerify(sigGroupcheck, []*P2Affine{pk}, pkValidate, []Message{augmented(o.aug, msg)}, dst)
}

// VerifyCompressed verifies as Verify, given the encodings of a signature and a key.
func (dummy *P1Affine) VerifyCompressed(sig []byte, sigGroupcheck bool, pk []byte, pkValidate bool, msg Message,
	dst []byte, optional ...bool) bool {
	return dummy.AggregateVerifyCompressed(sig, sigGroupcheck, [][]byte{pk}, pkValidate, []Message{msg}, dst, optional...)
}

// AggregateVerify reports whether this is the sum of the signatures of each key and its message. Messages may be equal.
// Augmentation before each message is optional. False without keys.
func (sig *P1Affine) AggregateVerify(sigGroupcheck bool, pks []*P2Affine, pksVerify bool, msgs []Message, dst []byte,
	optional ...any) bool {
	o, ok := parse(optional)
	if sig == nil || !ok || len(pks) != len(msgs) {
		return false
	}
	msgs, ok = o.each(msgs)
	keys := flatP2(pks)
	return ok && keys != nil && g1.verify(sig.point[:], keys, pksVerify, msgs, dst)
}

// AggregateVerifyCompressed verifies as AggregateVerify, given the encodings of a signature and of keys, compressed or
// not. The first optional argument is useHash; with the second, each message begins with the encoding of its key.
func (*P1Affine) AggregateVerifyCompressed(sig []byte, sigGroupcheck bool, pks [][]byte, pksVerify bool, msgs []Message,
	dst []byte, optional ...bool) bool {
	signature := new(P1Affine).Uncompress(sig)
	if signature == nil || len(pks) != len(msgs) || (len(optional) > 0 && !optional[0]) {
		return false
	}
	keys := make([]*P2Affine, len(pks))
	for i := range pks {
		keys[i] = readP2(pks[i])
	}
	var augmentation []any
	if len(optional) > 1 && optional[1] {
		augmentation = []any{pks}
	}
	return signature.AggregateVerify(sigGroupcheck, keys, pksVerify, msgs, dst, augmentation...)
}

// FastAggregateVerify reports whether this is the sum of the signatures of all keys for one message. The caller has
// validated the keys, and knows that their owners have the secret keys. False without keys.
func (sig *P1Affine) FastAggregateVerify(sigGroupcheck bool, pks []*P2Affine, msg Message, dst []byte,
	optional ...any) bool {
	keys := flatP2(pks)
	return sig != nil && keys != nil && g1.fastVerify(sig.point[:], keys, len(pks), msg, dst, optional)
}

// MultipleAggregateVerify reports whether all signatures are those of their keys and messages, in one batch with
// weights of 128 bits, which the library draws: randFn and randBits have no effect. Augmentation before each message is
// optional. False without signatures.
func (*P1Affine) MultipleAggregateVerify(sigs []*P1Affine, sigsGroupcheck bool, pks []*P2Affine, pksVerify bool,
	msgs []Message, dst []byte, randFn func(*Scalar), randBits int, optional ...any) bool {
	o, ok := parse(optional)
	if !ok || len(sigs) != len(msgs) || len(pks) != len(msgs) {
		return false
	}
	msgs, ok = o.each(msgs)
	signatures, keys := flatP1(sigs), flatP2(pks)
	return ok && signatures != nil && keys != nil && g1.multipleVerify(signatures, keys, pksVerify, msgs, dst)
}

// P1Aggregate is a sum of points. The zero value is the sum of none.
type P1Aggregate struct{ sum *P1Affine }

// Aggregate adds points, with groupcheck after a check that they are in the group. Without success it returns false,
// and the sum is empty. Without points it does nothing.
func (agg *P1Aggregate) Aggregate(elmts []*P1Affine, groupcheck bool) bool {
	if len(elmts) == 0 {
		return true
	}
	flat := flatP1(elmts)
	sum := new(P1Affine)
	if flat == nil || !g1.sum(sum.point[:], flat, len(elmts), groupcheck) {
		agg.sum = nil
		return false
	}
	return agg.add(sum)
}

// AggregateCompressed adds points as Aggregate, given their compressed encodings.
func (agg *P1Aggregate) AggregateCompressed(elmts [][]byte, groupcheck bool) bool {
	if len(elmts) == 0 {
		return true
	}
	points := new(P1Affine).BatchUncompress(elmts)
	if points == nil {
		agg.sum = nil
		return false
	}
	return agg.Aggregate(points, groupcheck)
}

// AddAggregate adds another sum.
func (agg *P1Aggregate) AddAggregate(other *P1Aggregate) {
	if other.sum != nil {
		agg.add(other.sum)
	}
}

// Add adds a point, with groupcheck after a check that it is in the group. Without success it returns false, and the
// sum is not changed.
func (agg *P1Aggregate) Add(elmt *P1Affine, groupcheck bool) bool {
	if elmt == nil || (groupcheck && !elmt.InG1()) {
		return false
	}
	return agg.add(elmt)
}

func (agg *P1Aggregate) add(point *P1Affine) bool {
	sum := *point
	if agg.sum != nil && !g1.sum(sum.point[:], flatP1([]*P1Affine{agg.sum, point}), 2, false) {
		return false
	}
	agg.sum = &sum
	return true
}

// ToAffine returns the sum, which is infinity for no points.
func (agg *P1Aggregate) ToAffine() *P1Affine {
	sum := new(P1Affine)
	if agg.sum != nil {
		*sum = *agg.sum
	}
	return sum
}
