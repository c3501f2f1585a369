package geth

import (
	"math/big"

	"github.com/ethereum/go-ethereum/core/types"
)

// rules are what a signer of go-ethereum accepts.
type rules struct {
	signer types.Signer
	// types[t] says whether the signer accepts transactions of type t. The last entry stands for all higher types.
	types [6]bool
	// chainID is nil for signers before EIP-155.
	chainID *big.Int
	// lowS says whether s must be in the lower half of its range.
	lowS bool
}

// rulesOf returns the rules of the signers of go-ethereum. Others, such as those of forks, accept nothing: go-ethereum
// then recovers the senders.
func rulesOf(signer types.Signer) rules {
	r := rules{signer: signer, lowS: true}
	accept := func(kinds ...int) rules {
		for _, kind := range kinds {
			r.types[kind] = true
		}
		return r
	}
	switch signer := signer.(type) {
	case types.FrontierSigner:
		r.lowS = false
		return accept(types.LegacyTxType)
	case types.HomesteadSigner:
		return accept(types.LegacyTxType)
	case types.EIP155Signer:
		r.chainID = signer.ChainID()
		return accept(types.LegacyTxType)
	}
	// The later signers have one type, which go-ethereum does not export.
	id := signer.ChainID()
	if id == nil || id.Sign() <= 0 {
		return r
	}
	r.chainID = id
	switch {
	case types.NewEIP2930Signer(id).Equal(signer):
		return accept(types.LegacyTxType, types.AccessListTxType)
	case types.NewLondonSigner(id).Equal(signer):
		return accept(types.LegacyTxType, types.AccessListTxType, types.DynamicFeeTxType)
	case types.NewCancunSigner(id).Equal(signer):
		return accept(types.LegacyTxType, types.AccessListTxType, types.DynamicFeeTxType, types.BlobTxType)
	case types.NewPragueSigner(id).Equal(signer):
		return accept(types.LegacyTxType, types.AccessListTxType, types.DynamicFeeTxType, types.BlobTxType,
			types.SetCodeTxType)
	}
	return r
}
