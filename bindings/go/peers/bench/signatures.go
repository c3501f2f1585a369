package main

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
	"github.com/ethereum/go-ethereum/crypto"

	vorpal "vorpal.example/go"
	"vorpal.example/go/secp256k1"
	dropin "vorpal.example/go/secp256k1/ecdsa"
)

const batch = 1000

// inputs are signatures in the formats of all sides.
type inputs struct {
	hashes     []secp256k1.Hash
	signatures []secp256k1.RecoverableSignature
	compact    [][65]byte // v || r || s of dcrd.
}

func (in *inputs) add(hash secp256k1.Hash, signature secp256k1.RecoverableSignature) {
	compact := [65]byte{27 + signature[64]}
	copy(compact[1:], signature[:64])
	in.hashes, in.signatures = append(in.hashes, hash), append(in.signatures, signature)
	in.compact = append(in.compact, compact)
}

func newInputs(count int) (in inputs, err error) {
	for i := range count {
		secret := secp256k1.SecretKey{0: byte(i), 1: byte(i >> 8), 31: 1}
		hash := secp256k1.Hash{0: byte(i), 5: byte(i >> 8)}
		signature, err := secp256k1.Sign(&secret, hash)
		if err != nil {
			return in, err
		}
		in.add(hash, signature)
	}
	return in, nil
}

// rustSide is the same batch in a program of Rust, and its inputs.
func rustSide(program string) (side, inputs, error) {
	command := exec.Command(program, fmt.Sprint(batch))
	command.Env = append(os.Environ(), "RAYON_NUM_THREADS=1")
	command.Stderr = os.Stderr
	input, err := command.StdinPipe()
	if err != nil {
		return side{}, inputs{}, err
	}
	output, err := command.StdoutPipe()
	if err != nil {
		return side{}, inputs{}, err
	}
	if err := command.Start(); err != nil {
		return side{}, inputs{}, err
	}
	lines := bufio.NewReader(output)
	line, err := lines.ReadString('\n')
	if err != nil {
		return side{}, inputs{}, err
	}
	bytes, err := hex.DecodeString(strings.TrimSpace(line))
	if err != nil || len(bytes) != 97*batch {
		return side{}, inputs{}, fmt.Errorf("%d bytes of inputs: %v", len(bytes), err)
	}
	var in inputs
	for i := range batch {
		in.add(secp256k1.Hash(bytes[97*i:]), secp256k1.RecoverableSignature(bytes[97*i+32:97*i+97]))
	}
	return side{"Rust", func() (time.Duration, error) {
		if _, err := input.Write([]byte("\n")); err != nil {
			return 0, err
		}
		var nanoseconds int64
		_, err := fmt.Fscanln(lines, &nanoseconds)
		return time.Duration(nanoseconds), err
	}}, in, nil
}

func recoverBatches(pool *vorpal.Pool, rounds int, rust string) error {
	var sides []side
	in, err := newInputs(batch)
	if rust == "" {
		fmt.Println("SKIPPED: the comparison with Rust: no option -rust")
	} else {
		var one side
		one, in, err = rustSide(rust)
		sides = append(sides, one)
	}
	if err != nil {
		return err
	}
	keys, items := make([]secp256k1.PublicKey, batch), make([]secp256k1.Item, batch)
	sides = append([]side{timed("RecoverBatch", func() error {
		err := secp256k1.RecoverBatch(pool, in.hashes, in.signatures, keys, nil, items)
		if i := secp256k1.FirstInvalid(items); i >= 0 {
			return fmt.Errorf("signature %d: %v", i, items[i])
		}
		return err
	})}, append(sides,
		timed("dcrd RecoverCompact", func() error {
			for i := range in.compact {
				if _, _, err := ecdsa.RecoverCompact(in.compact[i][:], in.hashes[i][:]); err != nil {
					return err
				}
			}
			return nil
		}),
		timed("go-ethereum Ecrecover (cgo)", func() error {
			for i := range in.signatures {
				if _, err := crypto.Ecrecover(in.hashes[i][:], in.signatures[i][:]); err != nil {
					return err
				}
			}
			return nil
		}))...)
	return compare("recovery, batches of 1,000", batch, rounds, sides...)
}

func recoverSingle(rounds int) error {
	const count = 20
	in, err := newInputs(count)
	if err != nil {
		return err
	}
	each := func(f func(i int) error) func() error {
		return func() (err error) {
			for i := range count {
				err = errors.Join(err, f(i))
			}
			return err
		}
	}
	return compare("recovery, one at a time", count, 10*rounds,
		timed("Ecrecover", each(func(i int) error {
			_, err := secp256k1.Ecrecover(in.hashes[i][:], in.signatures[i][:])
			return err
		})),
		timed("RecoverCompact", each(func(i int) error {
			_, _, err := dropin.RecoverCompact(in.compact[i][:], in.hashes[i][:])
			return err
		})),
		timed("dcrd RecoverCompact", each(func(i int) error {
			_, _, err := ecdsa.RecoverCompact(in.compact[i][:], in.hashes[i][:])
			return err
		})),
		timed("go-ethereum Ecrecover (cgo)", each(func(i int) error {
			_, err := crypto.Ecrecover(in.hashes[i][:], in.signatures[i][:])
			return err
		})))
}
