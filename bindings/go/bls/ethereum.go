//go:build cgo

package bls

import (
	"crypto/rand"

	"vorpal.example/go/bls/blst"
)

// RandKey returns a secret key of the randomness of the operating system.
func RandKey() (SecretKey, error) {
	var material [32]byte
	if _, err := rand.Read(material[:]); err != nil {
		return nil, err
	}
	key := blst.KeyGen(material[:])
	clear(material[:])
	if key == nil {
		return nil, ErrZeroKey
	}
	return &secretKey{key}, nil
}

// SecretKeyFromBytes returns the secret key of 32 bytes, most significant first: not zero, below the group order.
func SecretKeyFromBytes(privKey []byte) (SecretKey, error) {
	if len(privKey) != SecretKeyBytes {
		return nil, input("secret key must be %d bytes", SecretKeyBytes)
	}
	key := new(blst.SecretKey).Deserialize(privKey)
	if key == nil {
		return nil, ErrSecretUnmarshal
	}
	return &secretKey{key}, nil
}

func (s *secretKey) PublicKey() PublicKey {
	key := new(publicKey)
	key.point.From(s.key) // It is a valid key.
	return key
}

func (s *secretKey) Sign(msg []byte) Signature {
	sig := new(signature)
	sig.point.Sign(s.key, msg, []byte(Tag)) // It is a valid key.
	return sig
}

func (s *secretKey) Marshal() []byte { return s.key.Serialize() }

// PublicKeyFromBytes returns the public key of 48 bytes: a point of the group, and not infinity. It keeps no cache:
// KeyTable has the keys of all validators.
func PublicKeyFromBytes(pubKey []byte) (PublicKey, error) {
	if len(pubKey) != PublicKeyBytes {
		return nil, input("public key must be %d bytes", PublicKeyBytes)
	}
	key := new(publicKey)
	if key.point.Uncompress(pubKey) == nil {
		return nil, input("could not unmarshal bytes into public key")
	}
	if !key.point.SigValidate(false) {
		return nil, input("public key not in group")
	}
	if key.IsInfinite() {
		return nil, ErrInfinitePubKey
	}
	return key, nil
}

// AggregatePublicKeys returns the sum of public keys, each of which is checked.
func AggregatePublicKeys(pubs [][]byte) (PublicKey, error) {
	if len(pubs) == 0 {
		return nil, input("nil or empty public keys")
	}
	keys := make([]PublicKey, len(pubs))
	for i, pub := range pubs {
		key, err := PublicKeyFromBytes(pub)
		if err != nil {
			return nil, err
		}
		keys[i] = key
	}
	return AggregateMultiplePubkeys(keys), nil
}

// AggregateMultiplePubkeys returns the sum of public keys. It may be infinite, and is so without keys.
func AggregateMultiplePubkeys(pubs []PublicKey) PublicKey {
	sum := new(publicKey)
	points, ok := pointsOf(pubs)
	if !ok {
		return sum
	}
	var aggregate blst.P1Aggregate
	aggregate.Aggregate(points, false)
	sum.point = *aggregate.ToAffine()
	return sum
}

func (p *publicKey) Marshal() []byte { return p.point.Compress() }

func (p *publicKey) Copy() PublicKey {
	other := *p
	return &other
}

func (p *publicKey) IsInfinite() bool { return p.point == blst.P1Affine{} }

func (p *publicKey) Equals(p2 PublicKey) bool {
	point := pointOf(p2)
	return point != nil && p.point.Equals(point)
}

func (p *publicKey) Aggregate(p2 PublicKey) PublicKey {
	p.point = AggregateMultiplePubkeys([]PublicKey{p, p2}).(*publicKey).point
	return p
}

// SignatureFromBytesNoValidation returns the signature of 96 bytes: a point of the curve, which may lie outside the
// group. Then every verification fails.
func SignatureFromBytesNoValidation(sig []byte) (Signature, error) {
	decoded, err := signatureOf(sig)
	if err != nil {
		return nil, err
	}
	return decoded, nil
}

func signatureOf(sig []byte) (*signature, error) {
	if len(sig) != SignatureBytes {
		return nil, input("signature must be %d bytes", SignatureBytes)
	}
	decoded := new(signature)
	if decoded.point.Uncompress(sig) == nil {
		return nil, input("could not unmarshal bytes into signature")
	}
	return decoded, nil
}

// SignatureFromBytes returns the signature of 96 bytes: a point of the group. It may be infinity.
func SignatureFromBytes(sig []byte) (Signature, error) {
	decoded, err := signatureOf(sig)
	if err != nil {
		return nil, err
	}
	if !decoded.point.SigValidate(false) {
		return nil, input("signature not in group")
	}
	return decoded, nil
}

// MultipleSignaturesFromBytes returns signatures as SignatureFromBytes, decoded side by side.
func MultipleSignaturesFromBytes(sigs [][]byte) ([]Signature, error) {
	if len(sigs) == 0 {
		return nil, input("0 signatures provided to the method")
	}
	for _, sig := range sigs {
		if len(sig) != SignatureBytes {
			return nil, input("signature must be %d bytes", SignatureBytes)
		}
	}
	points := new(blst.P2Affine).BatchUncompress(sigs)
	if points == nil {
		return nil, input("could not unmarshal bytes into signature")
	}
	decoded := make([]Signature, len(points))
	for i, point := range points {
		if !point.SigValidate(false) {
			return nil, input("signature not in group")
		}
		decoded[i] = &signature{*point}
	}
	return decoded, nil
}

// AggregateSignatures returns the sum of signatures; nil without signatures, and if one is not in the group.
func AggregateSignatures(sigs []Signature) Signature {
	if len(sigs) == 0 {
		return nil
	}
	points := make([]*blst.P2Affine, len(sigs))
	for i, sig := range sigs {
		switch sig := sig.(type) {
		case nil:
			return nil
		case *signature:
			points[i] = &sig.point
		default:
			points[i] = new(blst.P2Affine).Uncompress(sig.Marshal())
		}
	}
	var aggregate blst.P2Aggregate
	if !aggregate.Aggregate(points, true) {
		return nil
	}
	return &signature{*aggregate.ToAffine()}
}

// AggregateCompressedSignatures returns the sum of encoded signatures, all of which must be in the group.
func AggregateCompressedSignatures(multiSigs [][]byte) (Signature, error) {
	var aggregate blst.P2Aggregate
	if !aggregate.AggregateCompressed(multiSigs, true) {
		return nil, input("provided signatures fail the group check and cannot be compressed")
	}
	return &signature{*aggregate.ToAffine()}, nil
}

// NewAggregateSignature returns the point to which the text mock is hashed, as Prysm's function does.
func NewAggregateSignature() Signature {
	return &signature{*blst.HashToG2([]byte("mock"), []byte(Tag)).ToAffine()}
}

// VerifySignature reports whether this is the signature of a message by a key. A malformed signature, or one outside
// the group, is an error.
func VerifySignature(sig []byte, msg [32]byte, pubKey PublicKey) (bool, error) {
	decoded, err := SignatureFromBytes(sig)
	if err != nil {
		return false, err
	}
	return decoded.Verify(pubKey, msg[:]), nil
}

// VerifyMultipleSignatures reports whether all signatures are those of their messages and keys, in one batch. A batch
// with a malformed signature is not valid. Without signatures or keys it is not valid either.
func VerifyMultipleSignatures(sigs [][]byte, msgs [][32]byte, pubKeys []PublicKey) (bool, error) {
	if len(sigs) == 0 || len(pubKeys) == 0 {
		return false, nil
	}
	if len(sigs) != len(pubKeys) || len(sigs) != len(msgs) {
		return false, argument("provided signatures, pubkeys and messages have differing lengths. S: %d, P: %d,M %d",
			len(sigs), len(pubKeys), len(msgs))
	}
	sets := make([]SignatureSet, len(sigs))
	for i := range sets {
		sets[i] = SignatureSet{Signature: sigs[i], PublicKeys: pubKeys[i : i+1], Message: msgs[i][:]}
	}
	invalid, err := VerifySignatureSets(nil, sets)
	return err == nil && len(invalid) == 0, err
}

// VerifyCompressed reports whether this is the signature of a message by a key, given the encodings of both.
func VerifyCompressed(sig, pub, msg []byte) bool {
	return new(blst.P2Affine).VerifyCompressed(sig, true, pub, true, msg, []byte(Tag))
}

func (s *signature) Verify(pubKey PublicKey, msg []byte) bool {
	point := pointOf(pubKey)
	return point != nil && s.point.Verify(true, point, false, msg, []byte(Tag))
}

func (s *signature) AggregateVerify(pubKeys []PublicKey, msgs [][32]byte) bool {
	points, ok := pointsOf(pubKeys)
	messages := make([]blst.Message, len(msgs))
	for i := range msgs {
		messages[i] = msgs[i][:]
	}
	return ok && s.point.AggregateVerify(true, points, false, messages, []byte(Tag))
}

func (s *signature) FastAggregateVerify(pubKeys []PublicKey, msg [32]byte) bool {
	points, ok := pointsOf(pubKeys)
	return ok && s.point.FastAggregateVerify(true, points, msg[:], []byte(Tag))
}

func (s *signature) Eth2FastAggregateVerify(pubKeys []PublicKey, msg [32]byte) bool {
	if len(pubKeys) == 0 {
		return s.point == blst.P2Affine{}
	}
	return s.FastAggregateVerify(pubKeys, msg)
}

func (s *signature) Marshal() []byte { return s.point.Compress() }

func (s *signature) Copy() Signature {
	other := *s
	return &other
}
