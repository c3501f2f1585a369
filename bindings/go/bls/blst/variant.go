//go:build cgo

package blst

import "vorpal.example/go/internal/lib"

// options are the optional arguments of blst: augmentation of one message, of each, and whether messages are hashed.
type options struct {
	aug     []byte
	augs    [][]byte
	useHash bool
}

func parse(optional []any) (o options, ok bool) {
	o.useHash = true
	for _, argument := range optional {
		switch value := argument.(type) {
		case []byte:
			o.aug = value
		case [][]byte:
			o.augs = value
		case bool:
			o.useHash = value
		default:
			return o, false
		}
	}
	return o, o.useHash
}

// each returns the messages with their augmentation.
func (o options) each(msgs []Message) ([]Message, bool) {
	if len(o.augs) == 0 {
		return msgs, true
	}
	if len(o.augs) != len(msgs) {
		return nil, false
	}
	all := make([]Message, len(msgs))
	for i, msg := range msgs {
		all[i] = augmented(o.augs[i], msg)
	}
	return all, true
}

func (g group) publicKey(point []byte, s *Scalar) bool {
	suite, err := plain(g.asKey)
	return err == nil && s != nil && suite.PublicKey(&s.bytes, lib.KeysUncompressed, point) == nil
}

func (g group) sign(point []byte, sk *SecretKey, msg, dst []byte, optional []any) bool {
	o, ok := parse(optional)
	if !ok || len(o.augs) != 0 || sk == nil {
		return false
	}
	suite, err := suiteOf(g.asSignature, dst)
	return err == nil && suite.Sign(&sk.bytes, augmented(o.aug, msg), lib.SignaturesUncompressed, point) == nil
}

// forms returns those of keys and signatures in memory. Keys that the caller has validated are not checked again.
func forms(validate bool) int {
	if validate {
		return lib.KeysUncompressed | lib.SignaturesUncompressed
	}
	return lib.KeysChecked | lib.SignaturesUncompressed
}

// verify verifies a signature of this group, of messages by keys one after the other.
func (g group) verify(signature, keys []byte, validate bool, msgs []Message, dst []byte) bool {
	suite, err := suiteOf(g.asSignature, dst)
	if err != nil || len(msgs) == 0 {
		return false
	}
	encodedSignature := encoded(nil, signature)
	var valid bool
	if len(msgs) == 1 {
		valid, err = suite.Verify(forms(validate), keys, msgs[0], encodedSignature)
	} else {
		valid, err = suite.AggregateVerify(pool.Load(), forms(validate), keys, lib.Join(msgs), encodedSignature)
	}
	return err == nil && valid
}

func (g group) fastVerify(signature, keys []byte, count int, msg, dst []byte, optional []any) bool {
	o, ok := parse(optional)
	suite, err := suiteOf(g.asSignature, dst)
	if !ok || err != nil || count == 0 {
		return false
	}
	valid, err := suite.FastAggregateVerify(pool.Load(), forms(false), count, keys, augmented(o.aug, msg),
		encoded(nil, signature))
	return err == nil && valid
}

func (g group) multipleVerify(signatures, keys []byte, validate bool, msgs []Message, dst []byte) bool {
	suite, err := suiteOf(g.asSignature, dst)
	if err != nil || len(msgs) == 0 {
		return false
	}
	valid, err := suite.VerifySets(pool.Load(), forms(validate), signatures, keys, nil, lib.Join(msgs), nil)
	return err == nil && valid
}
