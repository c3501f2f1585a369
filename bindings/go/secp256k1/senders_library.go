//go:build cgo

package secp256k1

import (
	"time"

	"vorpal.example/go/internal/lib"
)

// senders is the pool of the library. `senders_dcrd.go` has the same methods without it.
type senders struct{ lib.Senders }

func newSenders(o *SenderPoolOptions) (senders, error) {
	pool, err := lib.NewSenders(uint64(o.Wait), uint(o.Group), uint(o.Threads), uint(o.Queue), uint(o.Cache))
	return senders{pool}, err
}

func (s senders) submit(token uint64, hash *Hash, signature *RecoverableSignature) error {
	return s.Submit(token, hash, signature)
}

func (s senders) deliver(f func(token uint64, address Address, item Item)) {
	s.Deliver(func(token uint64, address Address, item byte) { f(token, address, Item(item)) })
}

func (s senders) cancel(token uint64) error { return s.Cancel(token) }

func (s senders) recoverBlock(pool *Pool, hashes []Hash, signatures []RecoverableSignature, addresses []Address,
	items []Item) error {
	return s.RecoverBlock(pool, hashes, signatures, addresses, bytesOf(items))
}

func (s senders) metrics(percents []float64) (SenderMetrics, error) {
	counts, nanoseconds, err := s.Metrics(percents)
	if err != nil {
		return SenderMetrics{}, err
	}
	latencies := make([]time.Duration, len(nanoseconds))
	for i, number := range nanoseconds {
		latencies[i] = time.Duration(number)
	}
	return SenderMetrics{
		Queued: int(counts.Queued), Capacity: int(counts.Capacity), Submitted: counts.Submitted,
		Answered: counts.Answered, Cached: counts.Cached, Cancelled: counts.Cancelled, Refused: counts.Refused,
		Groups: counts.Groups, Latencies: latencies,
	}, nil
}

func (s senders) close() error { return s.Close() }
