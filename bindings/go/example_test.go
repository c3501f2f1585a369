//go:build cgo

package vorpal_test

import (
	"context"
	"errors"
	"fmt"

	vorpal "vorpal.example/go"
	"vorpal.example/go/msm"
	"vorpal.example/go/secp256k1"
	"vorpal.example/go/verkle"
)

// Senders of a block: one call recovers all, and an invalid signature does not affect the others.
func Example_recovery() {
	secret := secp256k1.SecretKey{31: 1}
	hashes, signatures := make([]secp256k1.Hash, 100), make([]secp256k1.RecoverableSignature, 100)
	for i := range hashes {
		hashes[i][0] = byte(i)
		var err error
		if signatures[i], err = secp256k1.Sign(&secret, hashes[i]); err != nil {
			panic(err)
		}
	}
	signatures[42][64] = 4
	senders, items := make([]secp256k1.Address, 100), make([]secp256k1.Item, 100)
	if err := secp256k1.RecoverBatch(nil, hashes, signatures, nil, senders, items); err != nil {
		panic(err)
	}
	fmt.Printf("%x\n", senders[0])
	fmt.Println(secp256k1.FirstInvalid(items), items[42])
	// Output:
	// 7e5f4552091a69125d5dfcb7b8c2659029395bdf
	// 42 the recovery identifier is not 0 to 3 or 27 to 30
}

// A sum over bases that are used many times: their tables are prepared once.
func Example_sum() {
	// The generator of BN254, (1, 2), three times: infinity has the encoding of zeros.
	points := make([]byte, 3*64)
	for i := range 3 {
		points[64*i+31], points[64*i+63] = 1, 2
	}
	bases, err := msm.BasesFromBytes(nil, msm.BN254, msm.Gnark, points, 64, msm.TrustNothing)
	if err != nil {
		panic(err)
	}
	defer bases.Close()
	prepared, err := bases.Prepare(nil, 1<<20)
	if err != nil {
		panic(err)
	}
	defer prepared.Close()
	sum, err := prepared.Sum(context.Background(), msm.Uint64([]uint64{1, 2, 4}), msm.Gnark, 64, msm.Options{})
	if err != nil {
		panic(err)
	}
	single, err := bases.Sum(context.Background(), msm.Uint64([]uint64{7}), msm.Gnark, 64, msm.Options{})
	fmt.Println(string(sum) == string(single), err)
	// Output: true <nil>
}

// A state tree: a block is applied if it has the expected root, and a witness proves values of it.
func Example_tree() {
	committer, err := verkle.NewCommitter(nil, verkle.Small)
	if err != nil {
		panic(err)
	}
	store, err := verkle.InMemory(128, nil, committer)
	if err != nil {
		panic(err)
	}
	defer store.Close()
	keys, err := committer.Keys(nil, []verkle.Position{{Address: [20]byte{1}, Kind: verkle.KindBasicData}})
	if err != nil {
		panic(err)
	}
	value, err := verkle.BasicData(1, [16]byte{15: 100}, 0)
	if err != nil {
		panic(err)
	}
	_, err = store.Apply(keys, []verkle.Value{value}, "genesis", &verkle.Root{1})
	fmt.Println("another root is refused:", errors.Is(err, vorpal.ErrRefused))
	root, err := store.Apply(keys, []verkle.Value{value}, "genesis", nil)
	if err != nil {
		panic(err)
	}
	// The verifier demands a proof of everything that the witness shows, absence included.
	witness, err := store.Prove(keys, verkle.Bound)
	if err != nil {
		panic(err)
	}
	proved, err := witness.Verify(nil, committer, root, verkle.Bound)
	if err != nil {
		panic(err)
	}
	values, present, err := proved.Get(keys)
	fmt.Println(values[0] == value, present[0], err)
	// Output:
	// another root is refused: true
	// true true <nil>
}
