//go:build !cgo

package secp256k1

import (
	"sync"
	"sync/atomic"
	"time"

	"vorpal.example/go/internal/status"
)

// senders recovers by dcrd, one by one. `senders_library.go` has the same methods by the library.
type senders struct{ *plainSenders }

type plainSenders struct {
	found                        chan senderFound
	submitted, answered, refused atomic.Uint64

	mutex sync.Mutex
	// There is a job, or the pool is closed.
	hasWork  sync.Cond
	jobs     []senderJob
	capacity int
	closed   bool
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
	s := &plainSenders{found: make(chan senderFound), capacity: o.Queue}
	s.hasWork.L = &s.mutex
	var workers sync.WaitGroup
	for range o.Threads {
		workers.Go(s.work)
	}
	go func() {
		workers.Wait()
		close(s.found)
	}()
	return senders{s}, nil
}

func (s *plainSenders) work() {
	for job, ok := s.next(); ok; job, ok = s.next() {
		one := senderFound{token: job.token}
		if key, item := recoverItem(&job.hash, &job.signature); key != nil {
			full := PublicKey(key.SerializeUncompressed())
			one.address = ethereumAddress(&full)
		} else {
			one.item = item
		}
		s.answered.Add(1)
		s.found <- one
	}
}

// next waits for a job; there is none when the pool is closed.
func (s *plainSenders) next() (senderJob, bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for len(s.jobs) == 0 && !s.closed {
		s.hasWork.Wait()
	}
	if s.closed {
		return senderJob{}, false
	}
	job := s.jobs[0]
	s.jobs = s.jobs[1:]
	return job, true
}

func (s senders) submit(token uint64, hash *Hash, signature *RecoverableSignature) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.closed {
		return errPoolClosed
	}
	if len(s.jobs) >= s.capacity {
		s.refused.Add(1)
		return errPoolFull
	}
	s.jobs = append(s.jobs, senderJob{token, *hash, *signature})
	s.submitted.Add(1)
	s.hasWork.Signal()
	return nil
}

// deliver ends when the workers have ended.
func (s senders) deliver(f func(token uint64, address Address, item Item)) {
	for one := range s.found {
		f(one.token, one.address, one.item)
	}
}

func (s senders) cancel(uint64) error { return nil }

func (s senders) recoverBlock(pool *Pool, hashes []Hash, signatures []RecoverableSignature, addresses []Address,
	items []Item) error {
	s.mutex.Lock()
	closed := s.closed
	s.mutex.Unlock()
	if closed {
		return errClosedSenders()
	}
	return recoverBatch(pool, hashes, signatures, nil, addresses, items)
}

func errClosedSenders() error {
	return status.New(status.Argument, "pool of senders is closed")
}

func (s senders) metrics(percents []float64) (SenderMetrics, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.closed {
		return SenderMetrics{}, errClosedSenders()
	}
	answered := s.answered.Load()
	return SenderMetrics{
		Queued: len(s.jobs), Capacity: s.capacity, Submitted: s.submitted.Load(), Answered: answered,
		Refused: s.refused.Load(), Groups: answered, Latencies: make([]time.Duration, len(percents)),
	}, nil
}

func (s senders) close() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.closed, s.jobs = true, nil
	s.hasWork.Broadcast()
	return nil
}
