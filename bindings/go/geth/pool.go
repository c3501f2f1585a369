package geth

import (
	"context"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	vorpal "vorpal.example/go"
	"vorpal.example/go/secp256k1"
)

// SenderPool recovers the senders of transactions as they arrive from the network, from any number of goroutines, and
// those of blocks. Both use one cache of signatures: see secp256k1.SenderPool, whose pool it is.
type SenderPool struct{ *secp256k1.SenderPool }

// NewSenderPool starts a pool. Nil stands for the defaults.
func NewSenderPool(options *secp256k1.SenderPoolOptions) (*SenderPool, error) {
	pool, err := secp256k1.NewSenderPool(options)
	if err != nil {
		return nil, err
	}
	return &SenderPool{pool}, nil
}

// Sender returns the sender of a transaction, and stores it there, as types.Sender does with the same errors. It waits
// for the group of the transaction. If ctx ends or the pool is closed first, the error is vorpal.ErrCancelled.
func (p *SenderPool) Sender(ctx context.Context, signer types.Signer, tx *types.Transaction) (common.Address, error) {
	senders, err := p.Senders(ctx, signer, types.Transactions{tx})
	if err == nil {
		return senders[0], nil
	}
	var one *Error
	if errors.As(err, &one) {
		err = one.Err
	}
	return common.Address{}, err
}

// Senders returns the senders of transactions that arrive together, such as those of one message, as Sender does. If
// some transactions are invalid, or ctx ends, their senders are zero, and the error joins an *Error for each.
func (p *SenderPool) Senders(ctx context.Context, signer types.Signer, txs types.Transactions) ([]common.Address,
	error) {
	if p == nil || p.SenderPool == nil {
		return nil, fmt.Errorf("%w: pool is nil", vorpal.ErrArgument)
	}
	if signer == nil {
		return nil, fmt.Errorf("%w: signer is nil", vorpal.ErrArgument)
	}
	r, all := rulesOf(signer), make([]recovered, len(txs))
	tickets := make([]*secp256k1.SenderTicket, len(txs))
	// A panic of go-ethereum, for a zero transaction, leaves no ticket that nobody waits for.
	defer func() {
		for _, ticket := range tickets {
			ticket.Cancel()
		}
	}()
	for i, tx := range txs {
		var hash secp256k1.Hash
		var signature secp256k1.RecoverableSignature
		if all[i].isPlain = r.trySignature(tx, &hash, &signature); all[i].isPlain {
			tickets[i], all[i].err = p.Submit(ctx, hash, signature)
		}
	}
	for i, ticket := range tickets {
		if ticket != nil {
			all[i].address, all[i].err = ticket.Wait(ctx)
		}
	}
	return store(signer, txs, all)
}

// RecoverSenders is RecoverSendersOn with the cache of the pool, without its queue.
func (p *SenderPool) RecoverSenders(threads *vorpal.Pool, signer types.Signer, txs types.Transactions) (
	[]common.Address, error) {
	if p == nil || p.SenderPool == nil {
		return nil, fmt.Errorf("%w: pool is nil", vorpal.ErrArgument)
	}
	return recoverBlock(threads, signer, txs, p.RecoverBlock)
}
