package geth_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	vorpal "vorpal.example/go"
	"vorpal.example/go/geth"
	"vorpal.example/go/secp256k1"
)

func newPool(t testing.TB, options *secp256k1.SenderPoolOptions) *geth.SenderPool {
	t.Helper()
	pool, err := geth.NewSenderPool(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := pool.Close(); err != nil {
			t.Error(err)
		}
	})
	return pool
}

// copies are transactions without stored senders.
func copies(t testing.TB, txs types.Transactions) types.Transactions {
	t.Helper()
	fresh := make(types.Transactions, len(txs))
	for i, tx := range txs {
		text, err := tx.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		fresh[i] = new(types.Transaction)
		if err := fresh[i].UnmarshalBinary(text); err != nil {
			t.Fatal(err)
		}
	}
	return fresh
}

// Senders and errors are those of types.Sender for all signers, from eight goroutines, and are stored.
func TestSenderPool(t *testing.T) {
	const count = 60
	ctx := context.Background()
	pool := newPool(t, nil)
	txs := signed(t, 1, count)
	zero, max := new(big.Int), new(big.Int).Lsh(big.NewInt(1), 256)
	v, r, s := txs[0].RawSignatureValues()
	txs = append(txs, altered(txs[0], v, zero, s), altered(txs[1], v, r, zero), altered(txs[2], v, r, max.Sub(max, r)))
	for name, signer := range signers(1) {
		fresh := copies(t, txs)
		var group sync.WaitGroup
		for start := range 8 {
			group.Go(func() {
				for i := start; i < len(fresh); i += 8 {
					found, err := pool.Sender(ctx, signer, fresh[i])
					want, wantErr := signer.Sender(fresh[i])
					if wantErr != nil {
						want = common.Address{}
					}
					if found != want || fmt.Sprint(err) != fmt.Sprint(wantErr) {
						t.Errorf("%s: transaction %d: %v (%v), not %v (%v)", name, i, found, err, want, wantErr)
					}
					if stored, err := types.Sender(signer, fresh[i]); err == nil && stored != want {
						t.Errorf("%s: transaction %d: %v is stored", name, i, stored)
					}
				}
			})
		}
		group.Wait()
		// The block, and the same by the pool's function: all of it is in the cache.
		fresh = copies(t, txs)
		senders, err := pool.RecoverSenders(nil, signer, fresh)
		again, againErr := pool.Senders(ctx, signer, copies(t, txs))
		plain, plainErr := geth.RecoverSenders(signer, copies(t, txs))
		if fmt.Sprint(err) != fmt.Sprint(plainErr) || fmt.Sprint(againErr) != fmt.Sprint(plainErr) {
			t.Errorf("%s: %v and %v, not %v", name, err, againErr, plainErr)
		}
		for i := range plain {
			if senders[i] != plain[i] || again[i] != plain[i] {
				t.Errorf("%s: transaction %d: %v and %v, not %v", name, i, senders[i], again[i], plain[i])
			}
		}
	}
	metrics, err := pool.Metrics()
	if err != nil || metrics.Answered == 0 || vorpal.Backend() != "dcrd" && metrics.Cached == 0 {
		t.Errorf("%+v: %v", metrics, err)
	}
}

// A copy of a transaction with the signature of someone else has the sender of that one, and does not change the
// sender of the first.
func TestSenderPoolIsNotPoisoned(t *testing.T) {
	pool, signer := newPool(t, nil), types.NewPragueSigner(big.NewInt(1))
	txs := signed(t, 1, 2)
	v, r, s := txs[1].RawSignatureValues()
	forged := altered(txs[0], v, r, s)
	for range 2 {
		for _, tx := range []*types.Transaction{forged, txs[0], txs[1]} {
			tx = copies(t, types.Transactions{tx})[0]
			found, err := pool.Sender(context.Background(), signer, tx)
			want, wantErr := signer.Sender(tx)
			if err != nil {
				want = common.Address{}
			}
			if found != want || fmt.Sprint(err) != fmt.Sprint(wantErr) {
				t.Errorf("%v (%v), not %v (%v)", found, err, want, wantErr)
			}
		}
	}
}

func TestSenderPoolMisuse(t *testing.T) {
	signer := types.NewPragueSigner(big.NewInt(1))
	pool := newPool(t, &secp256k1.SenderPoolOptions{Wait: time.Hour})
	ctx, stop := context.WithCancel(context.Background())
	txs := signed(t, 1, 3)
	_, err := pool.Sender(ctx, nil, txs[0])
	if !errors.Is(err, vorpal.ErrArgument) {
		t.Errorf("no signer: %v", err)
	}
	if _, err = pool.Sender(ctx, signer, nil); !errors.Is(err, vorpal.ErrArgument) {
		t.Errorf("no transaction: %v", err)
	}
	for _, none := range []*geth.SenderPool{nil, {}} {
		if _, err = none.Senders(ctx, signer, txs); !errors.Is(err, vorpal.ErrArgument) {
			t.Errorf("no pool: %v", err)
		}
		if _, err = none.RecoverSenders(nil, signer, txs); !errors.Is(err, vorpal.ErrArgument) {
			t.Errorf("no pool: %v", err)
		}
	}
	// A zero transaction panics, as in types.Sender.
	func() {
		defer func() {
			if recover() == nil {
				t.Error("no panic for a zero transaction")
			}
		}()
		ended, end := context.WithTimeout(ctx, time.Millisecond)
		defer end()
		_, _ = pool.Senders(ended, signer, types.Transactions{txs[0], new(types.Transaction), txs[1]})
	}()
	stop()
	_, err = pool.Sender(ctx, signer, copies(t, txs)[0])
	if !errors.Is(err, vorpal.ErrCancelled) || !errors.Is(err, context.Canceled) {
		t.Errorf("a context that has ended: %v", err)
	}
	if _, err := geth.NewSenderPool(&secp256k1.SenderPoolOptions{Group: 65}); !errors.Is(err, vorpal.ErrArgument) {
		t.Errorf("a group of 65: %v", err)
	}
}
