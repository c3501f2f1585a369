package lab

import "fmt"

// ECDSA registers the functions of a library for signatures on secp256k1. S is the library's type of a secret, V of a
// signature with its hash and key, R of a signature for recovery, K of a recovered key.
type ECDSA[S, V, R, K any] struct {
	Secret func([]byte) (S, bool)
	// Sign returns a signature in the library's order, or nil if it fails. Order converts it to the order of the protocol.
	// A library whose nonces differ from the protocol has no Sign, Secret and Order.
	Sign  func(secret *S, hash []byte) []byte
	Order func(signature []byte) []byte

	// Case rejects keys that are not on the curve.
	Case func(hash, r, s, key []byte) (V, bool)
	// Halves prepares a case whose s may be in either half of its range. It is nil if Case accepts both halves.
	Halves func(hash, r, s, key []byte) (V, bool)
	Verify func(*V) bool

	Recoverable func(hash, r, s []byte, id byte) (R, bool)
	// Recover returns the key in the library's form. Key converts it to the form of the protocol, or returns nil if there
	// is no key.
	Recover func(*R) K
	Key     func(K) []byte

	SignPath, VerifyPath, RecoverPath string
}

// Register registers verification, recovery and, with Sign, signing. `hidden` means that Go cannot count the
// allocations.
func (e ECDSA[S, V, R, K]) Register(c *Contender, hidden bool) {
	offer := func(workload, path string, prepare Prepare) {
		c.Offer("secp256k1."+workload, path, func(in *Input) (*Prepared, error) {
			prepared, err := prepare(in)
			if prepared != nil {
				prepared.HiddenAllocations = hidden
			}
			return prepared, err
		})
	}
	if e.Sign != nil {
		offer("sign.single", e.SignPath, e.prepareSign)
		c.Operation("secp256k1.sign", e.computeSign)
	}
	// None of the libraries prepares keys for repeated use.
	for _, workload := range []string{"verify.single", "verify.cached"} {
		offer(workload, e.VerifyPath, func(in *Input) (*Prepared, error) {
			cases, err := e.verifyCases(in)
			if err != nil {
				return nil, err
			}
			return Single(cases, e.Verify, oneByte)
		})
	}
	offer("verify.block1000", e.VerifyPath+", one after the other", func(in *Input) (*Prepared, error) {
		cases, err := e.verifyCases(in)
		if err != nil {
			return nil, err
		}
		return All(cases, e.Verify, oneByte)
	})
	offer("recover.single", e.RecoverPath, func(in *Input) (*Prepared, error) {
		cases, err := e.recoverCases(in)
		if err != nil {
			return nil, err
		}
		return Single(cases, e.Recover, e.Key)
	})
	offer("recover.block1000", e.RecoverPath+", one after the other", func(in *Input) (*Prepared, error) {
		cases, err := e.recoverCases(in)
		if err != nil {
			return nil, err
		}
		return All(cases, e.Recover, e.Key)
	})
	for _, size := range []int{4, 8} {
		offer(fmt.Sprintf("recover.%d", size), e.RecoverPath+", one after the other", func(in *Input) (*Prepared, error) {
			cases, err := e.recoverCases(in)
			if err != nil {
				return nil, err
			}
			return Batches(cases, size, e.Recover, e.Key)
		})
	}
	c.Operation("secp256k1.verify", e.computeVerify)
	c.Operation("secp256k1.recover", e.computeRecover)
}

func oneByte(valid bool) []byte {
	if valid {
		return []byte{1}
	}
	return []byte{0}
}

func (e ECDSA[S, V, R, K]) prepareSign(in *Input) (*Prepared, error) {
	secrets, err := Decode(in, 0, "a secret key", e.Secret)
	if err != nil {
		return nil, err
	}
	hashes, err := in.Bytes(1, 32)
	if err != nil {
		return nil, err
	}
	if err := sameLength(in, 0, 1); err != nil {
		return nil, err
	}
	rows := make([]int, len(secrets))
	for i := range rows {
		rows[i] = i
	}
	sign := func(row *int) []byte { return e.Sign(&secrets[*row], hashes[*row]) }
	return Single(rows, sign, e.Order)
}

// signatures decodes the columns of hashes, r and s.
func signatures(in *Input) (hashes, r, s [][]byte, err error) {
	columns := [3][][]byte{}
	for i := range columns {
		columns[i], err = in.Bytes(i, 32)
		if err != nil {
			return nil, nil, nil, err
		}
	}
	return columns[0], columns[1], columns[2], sameLength(in, 0, 1, 2, 3)
}

func (e ECDSA[S, V, R, K]) verifyCases(in *Input) ([]V, error) {
	hashes, r, s, err := signatures(in)
	if err != nil {
		return nil, err
	}
	row := 0
	return Decode(in, 3, "a public key with a signature", func(key []byte) (V, bool) {
		value, ok := e.Case(hashes[row], r[row], s[row], key)
		row++
		return value, ok
	})
}

func (e ECDSA[S, V, R, K]) recoverCases(in *Input) ([]R, error) {
	hashes, r, s, err := signatures(in)
	if err != nil {
		return nil, err
	}
	row := 0
	return Decode(in, 3, "a recovery id with a signature", func(id []byte) (R, bool) {
		if len(id) != 1 {
			var none R
			return none, false
		}
		value, ok := e.Recoverable(hashes[row], r[row], s[row], id[0])
		row++
		return value, ok
	})
}

// haveWidths reports whether the arguments have these widths.
func haveWidths(arguments [][]byte, widths ...int) bool {
	if len(arguments) != len(widths) {
		return false
	}
	for i, width := range widths {
		if len(arguments[i]) != width {
			return false
		}
	}
	return true
}

func (e ECDSA[S, V, R, K]) computeSign(arguments [][]byte) ([]byte, bool) {
	if !haveWidths(arguments, 32, 32) {
		return nil, false
	}
	secret, ok := e.Secret(arguments[0])
	if !ok {
		return nil, false
	}
	signature := e.Sign(&secret, arguments[1])
	if signature == nil {
		return nil, false
	}
	return e.Order(signature), true
}

func (e ECDSA[S, V, R, K]) computeVerify(arguments [][]byte) ([]byte, bool) {
	if !haveWidths(arguments, 32, 32, 32, 64) {
		return nil, false
	}
	read := e.Halves
	if read == nil {
		read = e.Case
	}
	value, ok := read(arguments[0], arguments[1], arguments[2], arguments[3])
	if !ok {
		return nil, false
	}
	return oneByte(e.Verify(&value)), true
}

func (e ECDSA[S, V, R, K]) computeRecover(arguments [][]byte) ([]byte, bool) {
	if !haveWidths(arguments, 32, 32, 32, 1) || arguments[3][0] > 3 {
		return nil, false
	}
	value, ok := e.Recoverable(arguments[0], arguments[1], arguments[2], arguments[3][0])
	if !ok {
		return nil, false
	}
	key := e.Key(e.Recover(&value))
	return key, key != nil
}
