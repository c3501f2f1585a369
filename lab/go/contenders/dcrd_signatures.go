package contenders

import (
	"fmt"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"

	"vorpal/lab/go/lab"
)

func dcrdSecret(bytes []byte) (*secp256k1.PrivateKey, bool) {
	secret, ok := bigEndian(dcrdScalarCodec).Decode(bytes)
	return secp256k1.NewPrivateKey(&secret), ok && !secret.IsZero()
}

// dcrdKey decodes a public key; infinity is invalid.
func dcrdKey(bytes []byte) (*secp256k1.PublicKey, bool) {
	point, ok := dcrdPoint(bytes)
	if !ok || isZero(bytes) {
		return nil, false
	}
	return secp256k1.NewPublicKey(&point.X, &point.Y), true
}

// dcrdVerifyCase is a signature with its hash and key, for verification.
type dcrdVerifyCase struct {
	signature *ecdsa.Signature
	hash      []byte
	key       *secp256k1.PublicKey
}

// dcrdRecoverCase is a signature with its hash, for recovery, in the library's order v, r, s.
type dcrdRecoverCase struct {
	compact, hash []byte
}

// compactMagic is added to the recovery id in the first byte of a compact signature.
const compactMagic = 27

func registerDcrdSignatures(c *lab.Contender) {
	lab.ECDSA[*secp256k1.PrivateKey, dcrdVerifyCase, dcrdRecoverCase, *secp256k1.PublicKey]{
		Secret: dcrdSecret,
		Sign: func(secret **secp256k1.PrivateKey, hash []byte) []byte {
			return ecdsa.SignCompact(*secret, hash, false)
		},
		Order: func(compact []byte) []byte {
			return append(append([]byte{}, compact[1:]...), compact[0]-compactMagic)
		},
		Case: func(hash, r, s, key []byte) (dcrdVerifyCase, bool) {
			var none dcrdVerifyCase
			var scalarR, scalarS secp256k1.ModNScalar
			overflowR, overflowS := scalarR.SetByteSlice(r), scalarS.SetByteSlice(s)
			if overflowR || overflowS {
				// Verify rejects zero. Numbers not below the order are also invalid, so they are replaced by zero.
				scalarR.Zero()
			}
			public, ok := dcrdKey(key)
			if !ok {
				return none, false
			}
			return dcrdVerifyCase{ecdsa.NewSignature(&scalarR, &scalarS), hash, public}, true
		},
		Verify: func(value *dcrdVerifyCase) bool { return value.signature.Verify(value.hash, value.key) },
		Recoverable: func(hash, r, s []byte, id byte) (dcrdRecoverCase, bool) {
			compact := append(append([]byte{compactMagic + id}, r...), s...)
			return dcrdRecoverCase{compact, hash}, true
		},
		Recover: func(value *dcrdRecoverCase) *secp256k1.PublicKey {
			key, _, err := ecdsa.RecoverCompact(value.compact, value.hash)
			if err != nil {
				return nil
			}
			return key
		},
		Key: func(key *secp256k1.PublicKey) []byte {
			if key == nil {
				return nil
			}
			return key.SerializeUncompressed()[1:]
		},
		SignPath:    "ecdsa.SignCompact",
		VerifyPath:  "ecdsa.Signature.Verify, signature and key parsed before",
		RecoverPath: "ecdsa.RecoverCompact",
	}.Register(c, false)
}

// dcrdExchange is a secret with the public key of the other party.
type dcrdExchange struct {
	secret *secp256k1.PrivateKey
	key    *secp256k1.PublicKey
}

func (e *dcrdExchange) shared() []byte { return secp256k1.GenerateSharedSecret(e.secret, e.key) }

func registerDcrdExchange(c *lab.Contender) {
	const path = "GenerateSharedSecret (variable time)"
	c.Offer("secp256k1.ecdh.single", path, func(in *lab.Input) (*lab.Prepared, error) {
		secrets, err := lab.Decode(in, 0, "a secret key", dcrdSecret)
		if err != nil {
			return nil, err
		}
		keys, err := lab.Decode(in, 1, "a public key", dcrdKey)
		if err != nil {
			return nil, err
		}
		if len(secrets) != len(keys) {
			return nil, fmt.Errorf("%d secrets and %d public keys", len(secrets), len(keys))
		}
		rows := make([]dcrdExchange, len(secrets))
		for i := range rows {
			rows[i] = dcrdExchange{secrets[i], keys[i]}
		}
		return lab.Single(rows, (*dcrdExchange).shared, func(x []byte) []byte { return x })
	})
	c.Operation("secp256k1.ecdh", func(arguments [][]byte) ([]byte, bool) {
		secret, secretOk := lab.Argument(arguments, 0, dcrdSecret)
		key, keyOk := lab.Argument(arguments, 1, dcrdKey)
		if !secretOk || !keyOk {
			return nil, false
		}
		return (&dcrdExchange{secret, key}).shared(), true
	})
}

// registerDcrdEncoding registers decoding of DER signatures by the library.
func registerDcrdEncoding(c *lab.Contender) {
	c.Operation("secp256k1.der", func(arguments [][]byte) ([]byte, bool) {
		if len(arguments) != 1 {
			return nil, false
		}
		signature, err := ecdsa.ParseDERSignature(arguments[0])
		if err != nil {
			return nil, false
		}
		r, s := signature.R(), signature.S()
		rBytes, sBytes := r.Bytes(), s.Bytes()
		return append(rBytes[:], sBytes[:]...), true
	})
}
