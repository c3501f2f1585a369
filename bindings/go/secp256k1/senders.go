package secp256k1

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync"
	"time"

	"vorpal.example/go/internal/status"
)

// SenderPoolOptions are what a SenderPool uses. A field that is zero has its default.
type SenderPoolOptions struct {
	// Wait is the longest time that a signature waits for others of its group: by default 200 microseconds. Negative is
	// no waiting.
	Wait time.Duration
	// Group is the most signatures of a group, up to 64: by default 16.
	Group int
	// Threads is the number of threads, at most 1024: by default one.
	Threads int
	// Queue is the most signatures in work, at least Group: by default 4096.
	Queue int
	// Cache is the most cached results, of about 250 bytes each: by default 32768. Negative is no cache.
	Cache int
}

// SenderPool recovers the senders of transactions that arrive one by one, from any number of goroutines. Signatures are
// recovered in groups, which takes less time for each than single recovery. A result is a function of the hash and all
// bytes of the signature, and so is the cache: nobody can assign a wrong sender to the transaction of another one.
//
// Without cgo, dcrd recovers each signature by itself, and there is no cache and no latency.
type SenderPool struct{ state *senderState }

// SenderMetrics is the state of a pool, and numbers of signatures since its start.
type SenderMetrics struct {
	Queued, Capacity int    // Signatures in the queue, and the most there may be.
	Submitted        uint64 // Signatures that entered the queue.
	Answered         uint64 // Signatures that were answered from the queue.
	Cached           uint64 // Signatures that were answered from the cache, those of blocks included.
	Cancelled        uint64 // Cancelled signatures that were removed from the queue.
	Refused          uint64 // Signatures for which there was no space.
	Groups           uint64 // Groups that were recovered.
	// Latencies has a bound for each percentage that was asked for, which this percentage of the answered signatures did
	// not exceed. The bound is at most a sixteenth above the smallest one. It is zero if there were none.
	Latencies []time.Duration
}

// SenderTicket is the sender of a signature, as soon as it is there.
type SenderTicket struct {
	// A ticket without a result keeps the pool from being closed as unreachable.
	pool  *SenderPool
	token uint64
	done  chan struct{}
	// Valid when done is closed.
	address Address
	err     error
}

// senderState is what the goroutine that takes results shares with the callers. It does not refer to the SenderPool,
// which is closed when nobody else refers to it.
type senderState struct {
	senders senders
	wait    time.Duration
	// space has an element for each ticket without a result.
	space   chan struct{}
	closing chan struct{}
	once    sync.Once

	mutex   sync.Mutex
	last    uint64
	waiting map[uint64]*SenderTicket
	refused uint64
}

var (
	errPoolClosed = status.New(status.Cancelled, "the pool of senders is closed")
	errPoolFull   = status.New(status.NotPossible, "the pool of senders is full")
	errNoPool     = status.New(status.Argument, "pool of senders is nil")
	errNoTicket   = status.New(status.Argument, "sender ticket is nil")
)

// cancelled is an error for errors.Is with vorpal.ErrCancelled and with the error of ctx.
func cancelled(ctx context.Context) error {
	return errors.Join(status.New(status.Cancelled, "the recovery was cancelled"), context.Cause(ctx))
}

// NewSenderPool starts a pool. Nil stands for the defaults.
func NewSenderPool(options *SenderPoolOptions) (*SenderPool, error) {
	var o SenderPoolOptions
	if options != nil {
		o = *options
	}
	for _, field := range []struct {
		name           string
		value          *int
		standard, most int
	}{{"Group", &o.Group, 16, 64}, {"Threads", &o.Threads, 1, 1024}, {"Queue", &o.Queue, 4096, math.MaxInt32}} {
		if *field.value == 0 {
			*field.value = field.standard
		}
		if *field.value < 0 || *field.value > field.most {
			return nil, status.New(status.Argument,
				fmt.Sprintf("%s is %d, not in 1..=%d", field.name, *field.value, field.most))
		}
	}
	if o.Queue < o.Group {
		return nil, status.New(status.Argument, fmt.Sprintf("Queue is %d, below Group, %d", o.Queue, o.Group))
	}
	if o.Wait == 0 {
		o.Wait = 200 * time.Microsecond
	}
	if o.Cache == 0 {
		o.Cache = 1 << 15
	}
	o.Wait, o.Cache = max(o.Wait, 0), max(o.Cache, 0)
	senders, err := newSenders(&o)
	if err != nil {
		return nil, err
	}
	state := &senderState{
		senders: senders, wait: min(max(o.Wait, 10*time.Microsecond), time.Millisecond), space: make(chan struct{}, o.Queue),
		closing: make(chan struct{}), waiting: map[uint64]*SenderTicket{},
	}
	go state.deliver()
	pool := &SenderPool{state}
	runtime.AddCleanup(pool, func(state *senderState) { _ = state.close() }, state)
	return pool, nil
}

// deliver takes results until the pool is closed and its last group has ended, then ends the tickets that have none.
func (s *senderState) deliver() {
	s.senders.deliver(func(token uint64, address Address, item Item) { s.finish(token, address, item.Err()) })
	// A pool that has failed delivers nothing more.
	_ = s.close()
	s.mutex.Lock()
	rest := s.waiting
	s.waiting = map[uint64]*SenderTicket{}
	s.mutex.Unlock()
	for _, ticket := range rest {
		ticket.end(Address{}, errPoolClosed)
	}
}

// finish ends the ticket of a token, and reports whether there is one: a cancelled one is gone.
func (s *senderState) finish(token uint64, address Address, err error) bool {
	s.mutex.Lock()
	ticket, ok := s.waiting[token]
	delete(s.waiting, token)
	s.mutex.Unlock()
	if ok {
		ticket.end(address, err)
	}
	return ok
}

// end sets the result. It runs once for a ticket: for the goroutine that has removed it from those that wait.
func (t *SenderTicket) end(address Address, err error) {
	t.address, t.err = address, err
	close(t.done)
	<-t.pool.state.space
}

// Submit submits a signature, and waits for space until ctx ends. The error is vorpal.ErrCancelled if ctx ends or the
// pool is closed.
func (p *SenderPool) Submit(ctx context.Context, hash Hash, signature RecoverableSignature) (*SenderTicket, error) {
	if p == nil {
		return nil, errNoPool
	}
	defer runtime.KeepAlive(p)
	if ctx.Err() != nil {
		return nil, cancelled(ctx)
	}
	s := p.state
	select {
	case s.space <- struct{}{}:
	case <-ctx.Done():
		return nil, cancelled(ctx)
	case <-s.closing:
		return nil, errPoolClosed
	}
	ticket := p.newTicket()
	for {
		err := s.senders.submit(ticket.token, &hash, &signature)
		if !errors.Is(err, errFull) {
			return ticket.submitted(err)
		}
		// Cancelled signatures are in the queue yet. It is short until their group begins.
		select {
		case <-time.After(s.wait):
		case <-ctx.Done():
			return ticket.submitted(cancelled(ctx))
		case <-s.closing:
			return ticket.submitted(errPoolClosed)
		}
	}
}

// TrySubmit submits a signature if there is space. Otherwise the error is vorpal.ErrNotPossible.
func (p *SenderPool) TrySubmit(hash Hash, signature RecoverableSignature) (*SenderTicket, error) {
	if p == nil {
		return nil, errNoPool
	}
	defer runtime.KeepAlive(p)
	s := p.state
	select {
	case <-s.closing:
		return nil, errPoolClosed
	case s.space <- struct{}{}:
	default:
		s.mutex.Lock()
		s.refused++
		s.mutex.Unlock()
		return nil, errPoolFull
	}
	ticket := p.newTicket()
	err := s.senders.submit(ticket.token, &hash, &signature)
	if errors.Is(err, errFull) {
		err = errPoolFull
	}
	return ticket.submitted(err)
}

// errFull is the error of a full pool, whatever its text.
var errFull = status.New(status.NotPossible, "")

// newTicket returns a ticket whose result may arrive from now on.
func (p *SenderPool) newTicket() *SenderTicket {
	s := p.state
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.last++
	ticket := &SenderTicket{pool: p, token: s.last, done: make(chan struct{})}
	s.waiting[ticket.token] = ticket
	return ticket
}

// submitted returns the ticket, or ends it with the error of its submission.
func (t *SenderTicket) submitted(err error) (*SenderTicket, error) {
	if err == nil {
		return t, nil
	}
	var one *status.Error
	if errors.As(err, &one) && one.Status == status.Argument {
		// Between the check of this package and the call, the pool was closed.
		err = errPoolClosed
	}
	t.pool.state.finish(t.token, Address{}, err)
	return nil, err
}

// Done is closed when the result is there.
func (t *SenderTicket) Done() <-chan struct{} {
	if t == nil {
		return nil
	}
	return t.done
}

// Wait returns the sender, or the error of the signature: as Recover. If ctx ends first, the error is
// vorpal.ErrCancelled and that of ctx, and the ticket remains valid.
func (t *SenderTicket) Wait(ctx context.Context) (Address, error) {
	if t == nil {
		return Address{}, errNoTicket
	}
	select {
	case <-t.done:
		return t.address, t.err
	default:
	}
	select {
	case <-t.done:
		return t.address, t.err
	case <-ctx.Done():
		return Address{}, cancelled(ctx)
	}
}

// Cancel ends the ticket: unless it has a result, that is vorpal.ErrCancelled. The signature is not recovered, unless
// its group has started.
func (t *SenderTicket) Cancel() {
	if t == nil {
		return
	}
	if t.pool.state.finish(t.token, Address{}, status.New(status.Cancelled, "the recovery was cancelled")) {
		// The only error is that of a closed pool.
		_ = t.pool.state.senders.cancel(t.token)
	}
}

// Recover recovers the sender of a signature: Submit and Wait. If ctx ends, the recovery is cancelled.
func (p *SenderPool) Recover(ctx context.Context, hash Hash, signature RecoverableSignature) (Address, error) {
	ticket, err := p.Submit(ctx, hash, signature)
	if err != nil {
		return Address{}, err
	}
	address, err := ticket.Wait(ctx)
	if err != nil {
		ticket.Cancel()
	}
	return address, err
}

// RecoverBlock is RecoverBatch for addresses, without the queue. Senders in the cache of the pool are not computed
// again, and the others enter it.
func (p *SenderPool) RecoverBlock(pool *Pool, hashes []Hash, signatures []RecoverableSignature, addresses []Address,
	items []Item) error {
	if p == nil {
		return errNoPool
	}
	lengths := []int{len(signatures), len(addresses), len(items)}
	if err := checkLengths(len(hashes), []string{"signatures", "addresses", "items"}, lengths); err != nil {
		return err
	}
	defer runtime.KeepAlive(p)
	return p.state.senders.recoverBlock(pool, hashes, signatures, addresses, items)
}

// Metrics returns the state of the pool, and latencies for percentages.
func (p *SenderPool) Metrics(percents ...float64) (SenderMetrics, error) {
	if p == nil {
		return SenderMetrics{}, errNoPool
	}
	defer runtime.KeepAlive(p)
	metrics, err := p.state.senders.metrics(percents)
	if err != nil {
		return SenderMetrics{}, err
	}
	p.state.mutex.Lock()
	defer p.state.mutex.Unlock()
	metrics.Refused += p.state.refused
	return metrics, nil
}

// Close ends the pool, which other goroutines may use meanwhile. Nothing more is accepted. Tickets without a result get
// vorpal.ErrCancelled, unless their group has started.
func (p *SenderPool) Close() error {
	if p == nil {
		return nil
	}
	return p.state.close()
}

func (s *senderState) close() (err error) {
	s.once.Do(func() {
		close(s.closing)
		err = s.senders.close()
	})
	return err
}
