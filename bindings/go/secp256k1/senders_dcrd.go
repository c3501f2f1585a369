//go:build !cgo

package secp256k1

import (
	"sync/atomic"
	"time"

	"vorpal.example/go/internal/status"
)

// senders recovers by dcrd, one by one. `senders_library.go` has the same methods by the library.
type senders struct{ *plainSenders }

type plainSenders struct {
	jobs                         chan senderJob
	found                        chan senderFound
	closing                      chan struct{}
	submitted, answered, refused atomic.Uint64
}

type senderJob struct {
	token     uint64
	hash      Hash
	signature RecoverableSignature
}

type senderFound struct {
	token   uint64
	address Address
	item    Item
}

func newSenders(o *SenderPoolOptions) (senders, error) {
	s := &plainSenders{
		jobs: make(chan senderJob, o.Queue), found: make(chan senderFound, o.Queue), closing: make(chan struct{}),
	}
	for range o.Threads {
		go s.work()
	}
	return senders{s}, nil
}

func (s *plainSenders) work() {
	for {
		select {
		case <-s.closing:
			return
		case job := <-s.jobs:
			one := senderFound{token: job.token}
			if key, item := recoverItem(&job.hash, &job.signature); key != nil {
				full := PublicKey(key.SerializeUncompressed())
				one.address = ethereumAddress(&full)
			} else {
				one.item = item
			}
			s.answered.Add(1)
			select {
			case s.found <- one:
			case <-s.closing:
				return
			}
		}
	}
}

func (s senders) submit(token uint64, hash *Hash, signature *RecoverableSignature) error {
	select {
	case <-s.closing:
		return errPoolClosed
	default:
	}
	select {
	case s.jobs <- senderJob{token, *hash, *signature}:
		s.submitted.Add(1)
		return nil
	default:
		s.refused.Add(1)
		return errPoolFull
	}
}

func (s senders) take(tokens []uint64, addresses []Address, items []Item) (int, error) {
	select {
	case one := <-s.found:
		tokens[0], addresses[0], items[0] = one.token, one.address, one.item
	case <-s.closing:
		return 0, errPoolClosed
	}
	return 1, nil
}

func (s senders) cancel(uint64) error { return nil }

func (s senders) recoverBlock(pool *Pool, hashes []Hash, signatures []RecoverableSignature, addresses []Address,
	items []Item) error {
	return recoverBatch(pool, hashes, signatures, nil, addresses, items)
}

func (s senders) metrics(percents []float64) (SenderMetrics, error) {
	select {
	case <-s.closing:
		return SenderMetrics{}, status.New(status.Argument, "pool of senders is closed")
	default:
	}
	answered := s.answered.Load()
	return SenderMetrics{
		Queued: len(s.jobs), Capacity: cap(s.jobs), Submitted: s.submitted.Load(), Answered: answered,
		Refused: s.refused.Load(), Groups: answered, Latencies: make([]time.Duration, len(percents)),
	}, nil
}

func (s senders) close() error {
	close(s.closing)
	return nil
}
