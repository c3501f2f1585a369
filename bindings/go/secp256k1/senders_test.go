package secp256k1_test

import (
	"context"
	"errors"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	vorpal "vorpal.example/go"
	"vorpal.example/go/secp256k1"
)

func newSenders(t testing.TB, options *secp256k1.SenderPoolOptions) *secp256k1.SenderPool {
	t.Helper()
	pool, err := secp256k1.NewSenderPool(options)
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

// damaged is a batch with invalid signatures, and the results of RecoverBatch, which is another function.
func damaged(t testing.TB, count int) (batch signed, addresses []secp256k1.Address, items []secp256k1.Item) {
	t.Helper()
	batch = signedBatch(t, count)
	batch.signatures[1][64] = 9
	batch.signatures[3] = secp256k1.RecoverableSignature{}
	copy(batch.signatures[5][:32], number(order))
	copy(batch.signatures[7][:32], append(make([]byte, 31), 5))
	batch.signatures[9][64] += 27
	addresses, items = make([]secp256k1.Address, count), make([]secp256k1.Item, count)
	if err := secp256k1.RecoverBatch(nil, batch.hashes, batch.signatures, nil, addresses, items); err != nil {
		t.Fatal(err)
	}
	for _, i := range []int{1, 3, 5, 7} {
		if items[i] == secp256k1.OK {
			t.Fatalf("signature %d is valid", i)
		}
	}
	return batch, addresses, items
}

// A sender is that of single recovery, and so is the error.
func checkSender(t testing.TB, address secp256k1.Address, err error, want secp256k1.Address, item secp256k1.Item) {
	t.Helper()
	if address != want || (err == nil) != (item == secp256k1.OK) {
		t.Fatalf("%x (%v), not %x (%v)", address, err, want, item)
	}
	if err != nil && (!errors.Is(err, vorpal.ErrInput) || err.Error() != item.Err().Error()) {
		t.Fatalf("%v, not %v", err, item)
	}
}

func TestSenderPool(t *testing.T) {
	const count = 80
	batch, addresses, items := damaged(t, count)
	ctx := context.Background()
	for _, options := range []*secp256k1.SenderPoolOptions{
		nil, {Wait: -1, Group: 1, Cache: -1}, {Wait: time.Microsecond, Group: 3, Threads: 2, Queue: 5, Cache: 7},
	} {
		pool := newSenders(t, options)
		for range 2 {
			var group sync.WaitGroup
			for start := range 8 {
				group.Go(func() {
					for i := start; i < count; i += 8 {
						address, err := pool.Recover(ctx, batch.hashes[i], batch.signatures[i])
						checkSender(t, address, err, addresses[i], items[i])
					}
				})
			}
			group.Wait()
		}
		found, results := make([]secp256k1.Address, count), make([]secp256k1.Item, count)
		if err := pool.RecoverBlock(nil, batch.hashes, batch.signatures, found, results); err != nil {
			t.Fatal(err)
		}
		for i := range count {
			if found[i] != addresses[i] || results[i] != items[i] {
				t.Fatalf("%d of the block: %x (%v)", i, found[i], results[i])
			}
		}
		metrics, err := pool.Metrics(50, 99)
		if err != nil || metrics.Answered+metrics.Cached < 2*count || metrics.Queued != 0 ||
			metrics.Submitted != metrics.Answered || len(metrics.Latencies) != 2 {
			t.Fatalf("%+v: %v", metrics, err)
		}
		if vorpal.Backend() != "dcrd" {
			if metrics.Latencies[0] <= 0 || metrics.Latencies[0] > metrics.Latencies[1] {
				t.Fatalf("latencies: %v", metrics.Latencies)
			}
			if options == nil && (metrics.Answered != count || metrics.Cached != 2*count || metrics.Capacity != 4096) {
				t.Fatalf("the cache: %+v", metrics)
			}
		}
	}
}

// Nothing that someone submits before a signature changes its sender: neither its hash with another signature, nor a
// change of any part.
func TestSenderPoolIsNotPoisoned(t *testing.T) {
	batch := signedBatch(t, 2)
	hash, signature := batch.hashes[0], batch.signatures[0]
	want, err := secp256k1.AddressOf(batch.keys[0][:])
	if err != nil {
		t.Fatal(err)
	}
	type submission struct {
		hash      secp256k1.Hash
		signature secp256k1.RecoverableSignature
	}
	others := []submission{{hash, batch.signatures[1]}, {batch.hashes[1], signature}}
	for _, at := range []int{0, 31, 32, 63, 64} {
		other := submission{hash, signature}
		other.signature[at] ^= 1
		others = append(others, other)
	}
	pool := newSenders(t, &secp256k1.SenderPoolOptions{Group: 1})
	for range 2 {
		for i, other := range others {
			found, err := pool.Recover(context.Background(), other.hash, other.signature)
			var alone secp256k1.Address
			if key, err := secp256k1.Recover(other.hash, other.signature); err == nil {
				alone, _ = secp256k1.AddressOf(key[:])
			}
			if found != alone || found == want || (err == nil) != (found != secp256k1.Address{}) {
				t.Fatalf("submission %d: %x (%v)", i, found, err)
			}
		}
		found, err := pool.Recover(context.Background(), hash, signature)
		checkSender(t, found, err, want, secp256k1.OK)
	}
}

// Contexts and tickets: a cancelled recovery is an error of both kinds, and the pool goes on.
func TestSenderPoolCancellation(t *testing.T) {
	batch, addresses, items := damaged(t, 20)
	pool := newSenders(t, &secp256k1.SenderPoolOptions{Wait: time.Hour, Group: 4, Queue: 4})
	ended, end := context.WithCancel(context.Background())
	end()
	_, err := pool.Submit(ended, batch.hashes[0], batch.signatures[0])
	isCancelled := func(err error) {
		t.Helper()
		if !errors.Is(err, vorpal.ErrCancelled) || !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	isCancelled(err)
	_, err = pool.Recover(ended, batch.hashes[0], batch.signatures[0])
	isCancelled(err)
	if vorpal.Backend() == "dcrd" {
		t.Skip("without cgo there are no groups")
	}
	var tickets []*secp256k1.SenderTicket
	submit := func(i int) {
		t.Helper()
		ticket, err := pool.TrySubmit(batch.hashes[i], batch.signatures[i])
		if err != nil {
			t.Fatal(err)
		}
		tickets = append(tickets, ticket)
	}
	for i := range 3 {
		submit(i)
	}
	select {
	case <-tickets[0].Done():
		t.Fatal("a group begins before it is full")
	case <-time.After(20 * time.Millisecond):
	}
	_, err = tickets[0].Wait(ended)
	isCancelled(err)
	tickets[1].Cancel()
	tickets[1].Cancel()
	if _, err := tickets[1].Wait(context.Background()); !errors.Is(err, vorpal.ErrCancelled) {
		t.Fatal(err)
	}
	// The fourth completes the group: the cancelled one is not recovered.
	submit(4)
	for i, ticket := range tickets {
		if i == 1 {
			continue
		}
		at := []int{0, 1, 2, 4}[i]
		address, err := ticket.Wait(context.Background())
		checkSender(t, address, err, addresses[at], items[at])
		ticket.Cancel()
		again, err := ticket.Wait(ended)
		checkSender(t, again, err, addresses[at], items[at])
	}
	if metrics, err := pool.Metrics(); err != nil || metrics.Cancelled != 1 || metrics.Answered != 3 {
		t.Fatalf("%+v: %v", metrics, err)
	}
	// Cancelled by its context while it waits, one at a time: their places in the queue come back.
	for i := range 3 {
		short, stop := context.WithTimeout(context.Background(), time.Millisecond)
		_, err := pool.Recover(short, batch.hashes[10+i], batch.signatures[10+i])
		stop()
		if !errors.Is(err, vorpal.ErrCancelled) || !errors.Is(err, context.DeadlineExceeded) {
			t.Fatal(err)
		}
	}
	tickets = nil
	for i := 13; i < 17; i++ {
		ticket, err := pool.Submit(context.Background(), batch.hashes[i], batch.signatures[i])
		if err != nil {
			t.Fatal(err)
		}
		tickets = append(tickets, ticket)
	}
	// The first of these four completed the group of the cancelled ones, so the group of four is not full.
	tickets = append(tickets, nil)
	if tickets[4], err = pool.Submit(context.Background(), batch.hashes[17], batch.signatures[17]); err != nil {
		t.Fatal(err)
	}
	for i, ticket := range tickets {
		address, err := ticket.Wait(context.Background())
		checkSender(t, address, err, addresses[13+i], items[13+i])
	}
}

// A full pool refuses, or waits for its context.
func TestSenderPoolIsBounded(t *testing.T) {
	if vorpal.Backend() == "dcrd" {
		t.Skip("without cgo there are no groups")
	}
	batch, addresses, items := damaged(t, 20)
	pool := newSenders(t, &secp256k1.SenderPoolOptions{Wait: 50 * time.Millisecond, Group: 4, Queue: 4})
	var tickets []*secp256k1.SenderTicket
	for i := range 3 {
		ticket, err := pool.TrySubmit(batch.hashes[i], batch.signatures[i])
		if err != nil {
			t.Fatal(err)
		}
		tickets = append(tickets, ticket)
	}
	for i := 3; i < 20; i++ {
		ticket, err := pool.Submit(context.Background(), batch.hashes[i], batch.signatures[i])
		if err != nil {
			t.Fatal(err)
		}
		tickets = append(tickets, ticket)
	}
	for i, ticket := range tickets {
		address, err := ticket.Wait(context.Background())
		checkSender(t, address, err, addresses[i], items[i])
	}
	pool = newSenders(t, &secp256k1.SenderPoolOptions{Wait: time.Hour, Group: 2, Queue: 2, Cache: -1})
	if _, err := pool.TrySubmit(batch.hashes[0], batch.signatures[0]); err != nil {
		t.Fatal(err)
	}
	one, err := pool.TrySubmit(batch.hashes[2], batch.signatures[2])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := one.Wait(context.Background()); err != nil {
		t.Fatal(err)
	}
	// One waits, and a cancelled one holds its place in the queue.
	for range 2 {
		ticket, err := pool.Submit(context.Background(), batch.hashes[4], batch.signatures[4])
		if err != nil {
			t.Fatal(err)
		}
		ticket.Cancel()
	}
	metrics, err := pool.Metrics()
	if err != nil || metrics.Cancelled > 2 {
		t.Fatalf("%+v: %v", metrics, err)
	}
}

// Eight goroutines submit, some with contexts that end, and one closes: every call ends with the sender, or says that
// it was cancelled.
func TestSenderPoolClosesDuringUse(t *testing.T) {
	batch, addresses, items := damaged(t, 30)
	for round := range 20 {
		pool, err := secp256k1.NewSenderPool(&secp256k1.SenderPoolOptions{Wait: 50 * time.Microsecond, Group: 3,
			Threads: 2, Queue: 6, Cache: 4})
		if err != nil {
			t.Fatal(err)
		}
		var group sync.WaitGroup
		var answered, refused atomic.Int64
		for start := range 8 {
			group.Go(func() {
				for i := start; ; i = (i + 7) % 30 {
					ctx, stop := context.Background(), context.CancelFunc(func() {})
					if i%5 == 0 {
						ctx, stop = context.WithTimeout(ctx, 20*time.Microsecond)
					}
					address, err := pool.Recover(ctx, batch.hashes[i], batch.signatures[i])
					stop()
					switch {
					case errors.Is(err, context.DeadlineExceeded):
					case errors.Is(err, vorpal.ErrCancelled):
						refused.Add(1)
						return
					default:
						checkSender(t, address, err, addresses[i], items[i])
						answered.Add(1)
					}
				}
			})
		}
		for answered.Load() < int64(20+5*round) {
			runtime.Gosched()
		}
		if err := pool.Close(); err != nil {
			t.Fatal(err)
		}
		group.Wait()
		if refused.Load() != 8 {
			t.Fatalf("%d goroutines have heard that the pool is closed", refused.Load())
		}
		if err := pool.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := pool.Metrics(); !errors.Is(err, vorpal.ErrArgument) {
			t.Fatal(err)
		}
		if err := pool.RecoverBlock(nil, nil, nil, nil, nil); !errors.Is(err, vorpal.ErrArgument) {
			t.Fatal("a block after Close: ", err)
		}
		if _, err := pool.TrySubmit(batch.hashes[0], batch.signatures[0]); !errors.Is(err, vorpal.ErrCancelled) {
			t.Fatal(err)
		}
	}
}

// A pool that nobody refers to ends its goroutine, but not while a ticket has no result.
func TestUnreachableSenderPool(t *testing.T) {
	batch, addresses, items := damaged(t, 12)
	before := runtime.NumGoroutine()
	var tickets []*secp256k1.SenderTicket
	for i := range 10 {
		pool, err := secp256k1.NewSenderPool(&secp256k1.SenderPoolOptions{Wait: 20 * time.Millisecond})
		if err != nil {
			t.Fatal(err)
		}
		ticket, err := pool.Submit(context.Background(), batch.hashes[i], batch.signatures[i])
		if err != nil {
			t.Fatal(err)
		}
		tickets = append(tickets, ticket)
	}
	runtime.GC()
	for i, ticket := range tickets {
		address, err := ticket.Wait(context.Background())
		checkSender(t, address, err, addresses[i], items[i])
	}
	tickets = nil
	for attempt := 0; runtime.NumGoroutine() > before+1; attempt++ {
		if attempt == 200 {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
		runtime.GC()
		time.Sleep(10 * time.Millisecond)
	}
}

func TestSenderPoolMisuse(t *testing.T) {
	for text, options := range map[string]secp256k1.SenderPoolOptions{
		"vorpal: Group is 65, not in 1..=64":       {Group: 65},
		"vorpal: Group is -1, not in 1..=64":       {Group: -1},
		"vorpal: Threads is 1025, not in 1..=1024": {Threads: 1025},
		"vorpal: Queue is 15, below Group, 16":     {Queue: 15},
	} {
		if _, err := secp256k1.NewSenderPool(&options); !errors.Is(err, vorpal.ErrArgument) || err.Error() != text {
			t.Errorf("%v, not %s", err, text)
		}
	}
	var none *secp256k1.SenderPool
	var ticket *secp256k1.SenderTicket
	ticket.Cancel()
	if ticket.Done() != nil || none.Close() != nil {
		t.Error("nil has a result")
	}
	ctx := context.Background()
	errs := make([]error, 6)
	_, errs[0] = none.Submit(ctx, secp256k1.Hash{}, secp256k1.RecoverableSignature{})
	_, errs[1] = none.TrySubmit(secp256k1.Hash{}, secp256k1.RecoverableSignature{})
	_, errs[2] = none.Recover(ctx, secp256k1.Hash{}, secp256k1.RecoverableSignature{})
	errs[3] = none.RecoverBlock(nil, nil, nil, nil, nil)
	_, errs[4] = none.Metrics()
	_, errs[5] = ticket.Wait(ctx)
	for i, err := range errs {
		if !errors.Is(err, vorpal.ErrArgument) {
			t.Errorf("call %d: %v", i, err)
		}
	}
	pool := newSenders(t, nil)
	err := pool.RecoverBlock(nil, make([]secp256k1.Hash, 2), make([]secp256k1.RecoverableSignature, 2), nil,
		make([]secp256k1.Item, 2))
	if !errors.Is(err, vorpal.ErrArgument) || err.Error() != "vorpal: addresses has 0 items and not 2" {
		t.Error(err)
	}
}

// Close delivers all results of a group that has started, however the goroutine that takes them is scheduled.
func TestSenderPoolDeliversWhatHasStarted(t *testing.T) {
	if vorpal.Backend() == "dcrd" {
		t.Skip("without cgo there are no groups")
	}
	const count = 64
	batch, addresses, items := damaged(t, count)
	for range 30 {
		pool, err := secp256k1.NewSenderPool(&secp256k1.SenderPoolOptions{Wait: time.Hour, Group: count, Cache: -1})
		if err != nil {
			t.Fatal(err)
		}
		tickets := make([]*secp256k1.SenderTicket, count)
		for i := range tickets {
			if tickets[i], err = pool.TrySubmit(batch.hashes[i], batch.signatures[i]); err != nil {
				t.Fatal(err)
			}
		}
		// The group has left the queue.
		for queued := count; queued != 0; {
			metrics, err := pool.Metrics()
			if err != nil {
				t.Fatal(err)
			}
			queued = metrics.Queued
		}
		if err := pool.Close(); err != nil {
			t.Fatal(err)
		}
		for i, ticket := range tickets {
			address, err := ticket.Wait(context.Background())
			checkSender(t, address, err, addresses[i], items[i])
		}
	}
}

// The greatest options take no memory before there are signatures.
func TestSenderPoolOfAnySize(t *testing.T) {
	batch, addresses, items := damaged(t, 10)
	pool := newSenders(t, &secp256k1.SenderPoolOptions{Queue: math.MaxInt32, Cache: math.MaxInt, Threads: 64, Group: 64})
	for i := range batch.hashes {
		address, err := pool.Recover(context.Background(), batch.hashes[i], batch.signatures[i])
		checkSender(t, address, err, addresses[i], items[i])
	}
}
