// Package geth recovers the senders of transactions, of a block at once or as they arrive, for programs that use
// go-ethereum's types.
package geth

import (
	"errors"
	"fmt"
	"math/big"
	"runtime"
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	vorpal "vorpal.example/go"
	"vorpal.example/go/secp256k1"
)

// Error is the error of a transaction, as types.Sender returns it.
type Error struct {
	Index int
	Err   error
}

func (e *Error) Error() string { return fmt.Sprintf("transaction %d: %v", e.Index, e.Err) }

// Unwrap returns the error of types.Sender.
func (e *Error) Unwrap() error { return e.Err }

// RecoverSenders returns the senders of transactions, as types.Sender returns them one at a time: on all cores, and
// with the arithmetic of whole batches. As types.Sender, it stores each sender in its transaction, where later calls of
// types.Sender with this signer find it. If some transactions are invalid, their senders are zero, and the error joins
// an *Error for each.
func RecoverSenders(signer types.Signer, txs types.Transactions) ([]common.Address, error) {
	return RecoverSendersOn(nil, signer, txs)
}

// RecoverSendersOn is RecoverSenders on the threads of a pool.
func RecoverSendersOn(pool *vorpal.Pool, signer types.Signer, txs types.Transactions) ([]common.Address, error) {
	return recoverBlock(pool, signer, txs, func(pool *vorpal.Pool, hashes []secp256k1.Hash,
		signatures []secp256k1.RecoverableSignature, addresses []secp256k1.Address, items []secp256k1.Item) error {
		return secp256k1.RecoverBatch(pool, hashes, signatures, nil, addresses, items)
	})
}

// recoverBlock recovers the senders of a block by a function for signatures.
func recoverBlock(pool *vorpal.Pool, signer types.Signer, txs types.Transactions, recoverAll func(*vorpal.Pool,
	[]secp256k1.Hash, []secp256k1.RecoverableSignature, []secp256k1.Address, []secp256k1.Item) error) (
	[]common.Address, error) {
	if signer == nil {
		return nil, fmt.Errorf("%w: signer is nil", vorpal.ErrArgument)
	}
	count, r := len(txs), rulesOf(signer)
	hashes, signatures := make([]secp256k1.Hash, count), make([]secp256k1.RecoverableSignature, count)
	all, items := make([]recovered, count), make([]secp256k1.Item, count)
	inParallel(pool, count, func(i int) { all[i].isPlain = r.trySignature(txs[i], &hashes[i], &signatures[i]) })
	addresses := make([]secp256k1.Address, count)
	if err := recoverAll(pool, hashes, signatures, addresses, items); err != nil {
		return nil, err
	}
	for i := range all {
		all[i].address, all[i].err = addresses[i], items[i].Err()
	}
	return store(signer, txs, all)
}

// recovered is what is known of a transaction: whether its rules are known and met, and the sender of its signature.
type recovered struct {
	isPlain bool
	address secp256k1.Address
	err     error
}

// store stores the senders in their transactions, and returns them and the errors.
func store(signer types.Signer, txs types.Transactions, all []recovered) ([]common.Address, error) {
	senders := make([]common.Address, len(txs))
	var failures []error
	for i, tx := range txs {
		if all[i].isPlain && all[i].err == nil {
			// This stores the sender, and its only errors are those of the signer.
			senders[i], _ = types.Sender(known{signer, all[i].address}, tx)
			continue
		}
		// Not a property of the transaction: the call was cancelled, or the pool closed.
		if errors.Is(all[i].err, vorpal.ErrCancelled) {
			failures = append(failures, &Error{i, all[i].err})
			continue
		}
		// An unknown kind of signer or transaction, or an invalid one: go-ethereum decides, and says why.
		if tx == nil {
			failures = append(failures, &Error{i, fmt.Errorf("%w: the transaction is nil", vorpal.ErrArgument)})
			continue
		}
		sender, err := types.Sender(signer, tx)
		if err != nil {
			failures = append(failures, &Error{i, err})
			continue
		}
		senders[i] = sender
	}
	return senders, errors.Join(failures...)
}

// known is a signer that knows the sender of a transaction. types.Sender stores it beside the sender, and asks it later
// whether it equals another signer.
type known struct {
	types.Signer
	sender common.Address
}

// Sender returns the known sender.
func (k known) Sender(*types.Transaction) (common.Address, error) { return k.sender, nil }

// Equal reports whether other has the rules of this signer.
func (k known) Equal(other types.Signer) bool {
	if o, ok := other.(known); ok {
		other = o.Signer
	}
	return k.Signer.Equal(other)
}

// inParallel runs f for every index below count on as many goroutines as the pool has threads.
func inParallel(pool *vorpal.Pool, count int, f func(i int)) {
	// An invalid pool is an error of the batch.
	threads, err := pool.Threads()
	if err != nil {
		return
	}
	// A goroutine has at least 16 transactions, so that its start is a small part of the work.
	threads = min(threads, runtime.GOMAXPROCS(0), count/16)
	if threads <= 1 {
		for i := range count {
			f(i)
		}
		return
	}
	var group sync.WaitGroup
	for thread := range threads {
		group.Go(func() {
			for i := thread * count / threads; i < (thread+1)*count/threads; i++ {
				f(i)
			}
		})
	}
	group.Wait()
}

// offset is 27: of v in transactions before EIP-155, and together with 8 in those after it.
var offset, eight = big.NewInt(27), big.NewInt(8)

// trySignature is signature, and false if go-ethereum panics: types.Sender then panics in the goroutine of the caller.
func (r rules) trySignature(tx *types.Transaction, hash *secp256k1.Hash,
	out *secp256k1.RecoverableSignature) (isPlain bool) {
	defer func() {
		if recover() != nil {
			isPlain = false
		}
	}()
	return r.signature(tx, hash, out)
}

// signature writes the hash that a transaction signs and its signature, by the rules of a signer. It returns false
// where they do not accept the transaction, and for unknown signers.
func (r rules) signature(tx *types.Transaction, hash *secp256k1.Hash, out *secp256k1.RecoverableSignature) bool {
	if tx == nil || !r.types[min(int(tx.Type()), len(r.types)-1)] {
		return false
	}
	v, rValue, s := tx.RawSignatureValues()
	if v == nil || rValue == nil || s == nil {
		return false
	}
	id := new(big.Int)
	switch {
	case tx.Type() != types.LegacyTxType:
		if tx.ChainId().Cmp(r.chainID) != 0 {
			return false
		}
		id.Set(v)
	case r.chainID == nil || !tx.Protected():
		id.Sub(v, offset)
	case tx.ChainId().Cmp(r.chainID) != 0:
		return false
	default:
		// EIP-155: v is 35 + 2 chainID plus the recovery identifier.
		id.Sub(v, r.chainID).Sub(id, r.chainID).Sub(id, eight).Sub(id, offset)
	}
	if id.Sign() < 0 || id.BitLen() > 1 || !crypto.ValidateSignatureValues(byte(id.Uint64()), rValue, s, r.lowS) {
		return false
	}
	if tx.Type() == types.LegacyTxType && !tx.Protected() {
		*hash = types.FrontierSigner{}.Hash(tx)
	} else {
		*hash = r.signer.Hash(tx)
	}
	rValue.FillBytes(out[:32])
	s.FillBytes(out[32:64])
	out[64] = byte(id.Uint64())
	return true
}
