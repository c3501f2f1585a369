package geth_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	vorpal "vorpal.example/go"
	"vorpal.example/go/geth"
	"vorpal.example/go/internal/testdata"
)

// compare recovers at once, and one at a time with go-ethereum: senders and errors are equal.
func compare(t *testing.T, name string, signer types.Signer, txs types.Transactions) (valid int) {
	t.Helper()
	senders, err := geth.RecoverSenders(signer, txs)
	failures := map[int]error{}
	if err != nil {
		for _, failure := range err.(interface{ Unwrap() []error }).Unwrap() {
			var one *geth.Error
			if !errors.As(failure, &one) {
				t.Fatalf("%s: %v", name, failure)
			}
			failures[one.Index] = one.Err
		}
	}
	for i, tx := range txs {
		// Not types.Sender, which would find the result of RecoverSenders.
		expected, expectedErr := signer.Sender(tx)
		if expectedErr != nil {
			expected = common.Address{}
		}
		if found, err := types.Sender(signer, tx); found != expected || fmt.Sprint(err) != fmt.Sprint(expectedErr) {
			t.Fatalf("%s: transaction %d: types.Sender finds %v (%v), not %v (%v)",
				name, i, found, err, expected, expectedErr)
		}
		if senders[i] != expected || fmt.Sprint(failures[i]) != fmt.Sprint(expectedErr) {
			t.Fatalf("%s: transaction %d of type %d: %v (%v), not %v (%v)",
				name, i, tx.Type(), senders[i], failures[i], expected, expectedErr)
		}
		if expectedErr == nil {
			valid++
		}
	}
	return valid
}

// All signers of go-ethereum, for this chain and another one, and a signer that it does not know.
func signers(chain int64) map[string]types.Signer {
	id := big.NewInt(chain)
	return map[string]types.Signer{
		"frontier": types.FrontierSigner{}, "homestead": types.HomesteadSigner{}, "eip155": types.NewEIP155Signer(id),
		"eip2930": types.NewEIP2930Signer(id), "london": types.NewLondonSigner(id), "cancun": types.NewCancunSigner(id),
		"prague": types.NewPragueSigner(id), "other chain": types.NewPragueSigner(big.NewInt(chain + 1)),
		"no chain": types.NewEIP155Signer(nil), "of a fork": forked{types.NewPragueSigner(id)},
	}
}

// forked is a signer whose senders are others.
type forked struct{ types.Signer }

func (f forked) Sender(tx *types.Transaction) (common.Address, error) {
	sender, err := f.Signer.Sender(tx)
	sender[0] ^= 1
	return sender, err
}

func (f forked) Equal(other types.Signer) bool { _, ok := other.(forked); return ok }

// The transactions of real blocks.
func TestRealBlocks(t *testing.T) {
	folder := testdata.Folder(t, "mainnet-blocks")
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil || len(files) != 3 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	count := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var block struct {
			Result struct {
				Transactions []json.RawMessage
			}
		}
		if err := json.Unmarshal(text, &block); err != nil {
			t.Fatal(err)
		}
		var txs types.Transactions
		var expected []common.Address
		for _, text := range block.Result.Transactions {
			tx, from := new(types.Transaction), struct{ From common.Address }{}
			if err := errors.Join(tx.UnmarshalJSON(text), json.Unmarshal(text, &from)); err != nil {
				t.Fatal(err)
			}
			txs, expected = append(txs, tx), append(expected, from.From)
		}
		senders, err := geth.RecoverSenders(types.NewPragueSigner(big.NewInt(1)), txs)
		if err != nil {
			t.Fatal(err)
		}
		for i := range senders {
			if senders[i] != expected[i] {
				t.Fatalf("%s: transaction %d: %v, not %v", file, i, senders[i], expected[i])
			}
		}
		for name, signer := range signers(1) {
			compare(t, name, signer, txs)
		}
		count += len(txs)
	}
	t.Logf("%d transactions", count)
}

// signed returns transactions of all types, signed for a chain, and some of before EIP-155.
func signed(t *testing.T, chain int64, count int) (txs types.Transactions) {
	t.Helper()
	id := big.NewInt(chain)
	to := common.Address{1}
	for i := range count {
		key, err := crypto.GenerateKey()
		if err != nil {
			t.Fatal(err)
		}
		signer := types.NewPragueSigner(id)
		var data types.TxData
		switch i % 6 {
		case 0:
			data = &types.LegacyTx{Nonce: uint64(i), GasPrice: big.NewInt(5), Gas: 21000, To: &to, Value: big.NewInt(1)}
		case 1:
			data = &types.AccessListTx{ChainID: id, Nonce: uint64(i), GasPrice: big.NewInt(5), To: &to, Data: []byte{1}}
		case 2:
			data = &types.DynamicFeeTx{ChainID: id, Nonce: uint64(i), GasFeeCap: big.NewInt(9), GasTipCap: big.NewInt(1)}
		case 3:
			data = &types.BlobTx{ChainID: uint256.MustFromBig(id), Nonce: uint64(i), BlobHashes: []common.Hash{{1}}}
		case 4:
			data = &types.SetCodeTx{ChainID: uint256.MustFromBig(id), Nonce: uint64(i),
				AuthList: []types.SetCodeAuthorization{{}}}
		case 5:
			data = &types.LegacyTx{Nonce: uint64(i), Gas: 21000}
			signer = types.HomesteadSigner{}
		}
		txs = append(txs, types.MustSignNewTx(key, signer, data))
	}
	return txs
}

func TestAllTypes(t *testing.T) {
	for _, count := range []int{0, 1, 6, 100} {
		for _, chain := range []int64{1, 1 << 40} {
			txs := signed(t, chain, count)
			for name, signer := range signers(chain) {
				valid := compare(t, name, signer, txs)
				if name == "prague" && valid != count {
					t.Fatalf("%d of %d transactions are valid", valid, count)
				}
			}
		}
	}
}

// altered has other v, r and s in a legacy transaction or one of a later type.
func altered(tx *types.Transaction, v, r, s *big.Int) *types.Transaction {
	switch tx.Type() {
	case types.LegacyTxType:
		return types.NewTx(&types.LegacyTx{Nonce: tx.Nonce(), GasPrice: tx.GasPrice(), Gas: tx.Gas(), To: tx.To(),
			Value: tx.Value(), Data: tx.Data(), V: v, R: r, S: s})
	default:
		return types.NewTx(&types.DynamicFeeTx{ChainID: tx.ChainId(), Nonce: tx.Nonce(), GasFeeCap: tx.GasFeeCap(),
			GasTipCap: tx.GasTipCap(), V: v, R: r, S: s})
	}
}

// Invalid and unusual v, r and s, between valid ones.
func TestInvalidSignatures(t *testing.T) {
	order := crypto.S256().Params().N
	half := new(big.Int).Rsh(order, 1)
	txs := signed(t, 1, 12)
	var all types.Transactions
	add := func(v, r, s *big.Int) {
		for _, i := range []int{0, 2, 5} {
			all = append(all, altered(txs[i], v, r, s), txs[i])
		}
	}
	big1 := big.NewInt(1)
	for _, v := range []int64{0, 1, 2, 3, 26, 27, 28, 29, 34, 35, 36, 37, 38, 39, 228, 229, 255, 256, 257, 283, 1 << 40} {
		add(big.NewInt(v), big.NewInt(1), big.NewInt(1))
		_, r, s := txs[0].RawSignatureValues()
		add(big.NewInt(v), r, s)
		add(big.NewInt(v), r, new(big.Int).Sub(order, s))
	}
	huge := new(big.Int).Lsh(big1, 300)
	numbers := []*big.Int{
		new(big.Int), big1, big.NewInt(5), half, new(big.Int).Add(half, big1), new(big.Int).Sub(order, big1), order,
		new(big.Int).Add(order, big1), huge, new(big.Int).Neg(big1),
	}
	for _, r := range numbers {
		for _, s := range numbers {
			for _, v := range []int64{0, 1, 27, 28, 37, 38} {
				add(big.NewInt(v), r, s)
			}
		}
	}
	for _, v := range []*big.Int{huge, new(big.Int).Neg(big1), new(big.Int).Add(huge, big.NewInt(27))} {
		add(v, big1, big1)
	}
	for name, signer := range signers(1) {
		compare(t, name, signer, all)
	}
}

// Random changes of random transactions.
func TestRandomSignatures(t *testing.T) {
	txs := signed(t, 1, 60)
	var all types.Transactions
	for range 2000 {
		tx := txs[[]int{0, 2, 5}[rand.IntN(3)]+6*rand.IntN(10)]
		v, r, s := tx.RawSignatureValues()
		number := func(old *big.Int) *big.Int {
			switch rand.IntN(4) {
			case 0:
				return new(big.Int).Xor(old, new(big.Int).Lsh(big.NewInt(1), uint(rand.IntN(257))))
			case 1:
				return new(big.Int).Sub(crypto.S256().Params().N, old)
			}
			return old
		}
		all = append(all, altered(tx, new(big.Int).Xor(v, big.NewInt(int64(rand.IntN(2)))), number(r), number(s)))
	}
	for name, signer := range signers(1) {
		compare(t, name, signer, all)
	}
}

// After RecoverSenders, types.Sender recovers nothing: it allocates no memory. For another signer it recovers.
func TestSendersAreStored(t *testing.T) {
	const count = 120
	txs := signed(t, 1, count)
	for name, signer := range signers(1) {
		txs := append(types.Transactions{}, txs...)
		for i, tx := range txs {
			text, err := tx.MarshalBinary()
			if err != nil {
				t.Fatal(err)
			}
			txs[i] = new(types.Transaction)
			if err := txs[i].UnmarshalBinary(text); err != nil {
				t.Fatal(err)
			}
		}
		senders, err := geth.RecoverSenders(signer, txs)
		var valid []int
		for i, sender := range senders {
			if sender != (common.Address{}) {
				valid = append(valid, i)
			}
		}
		if len(valid) == 0 || err == nil && len(valid) != count {
			continue
		}
		// AllocsPerRun calls the function once more than it counts.
		next := 0
		allocations := testing.AllocsPerRun(len(valid)-1, func() {
			i := valid[next]
			next++
			if sender, err := types.Sender(signer, txs[i]); sender != senders[i] || err != nil {
				t.Errorf("%s: transaction %d: %v: %v", name, i, sender, err)
			}
		})
		if allocations != 0 {
			t.Errorf("%s: types.Sender allocates %v times", name, allocations)
		}
		// Once more, with another signer in between.
		other := types.NewPragueSigner(big.NewInt(2))
		for _, i := range valid {
			expected, expectedErr := other.Sender(txs[i])
			found, err := types.Sender(other, txs[i])
			if found != expected || fmt.Sprint(err) != fmt.Sprint(expectedErr) {
				t.Errorf("%s: transaction %d for another chain: %v: %v", name, i, found, err)
			}
		}
		again, _ := geth.RecoverSenders(signer, txs)
		for i := range again {
			if again[i] != senders[i] {
				t.Errorf("%s: transaction %d: another sender the second time", name, i)
			}
		}
	}
}

func TestMisuse(t *testing.T) {
	txs := signed(t, 1, 3)
	txs[1] = nil
	senders, err := geth.RecoverSenders(types.NewPragueSigner(big.NewInt(1)), txs)
	var one *geth.Error
	if !errors.As(err, &one) || one.Index != 1 || !errors.Is(err, vorpal.ErrArgument) {
		t.Errorf("a nil transaction: %v", err)
	}
	if senders[0] == (common.Address{}) || senders[1] != (common.Address{}) || senders[2] == (common.Address{}) {
		t.Error("a nil transaction affects others")
	}
	// A zero transaction panics in types.Sender: here too, in the goroutine of the caller.
	for _, count := range []int{1, 200} {
		zeros := signed(t, 1, count)
		zeros[count/2] = new(types.Transaction)
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("no panic for a zero transaction of %d", count)
				}
			}()
			_, _ = geth.RecoverSenders(types.NewPragueSigner(big.NewInt(1)), zeros)
		}()
	}
	_, err = geth.RecoverSendersOn(new(vorpal.Pool), types.HomesteadSigner{}, signed(t, 1, 3))
	if !errors.Is(err, vorpal.ErrArgument) {
		t.Errorf("a zero pool: %v", err)
	}
	if _, err := geth.RecoverSenders(nil, txs); !errors.Is(err, vorpal.ErrArgument) {
		t.Errorf("no signer: %v", err)
	}
	pool, err := vorpal.NewPool(1)
	if err != nil {
		t.Fatal(err)
	}
	if err := pool.Close(); err != nil {
		t.Fatal(err)
	}
	_, err = geth.RecoverSendersOn(pool, types.HomesteadSigner{}, signed(t, 1, 40))
	if !errors.Is(err, vorpal.ErrArgument) {
		t.Errorf("a closed pool: %v", err)
	}
}
