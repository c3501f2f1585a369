package main

import (
	"fmt"
	"log"
	"math/big"

	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"vorpal.example/go/geth"
)

func main() {
	key, err := crypto.ToECDSA([]byte{31: 1})
	if err != nil {
		log.Fatal(err)
	}
	signer := types.LatestSignerForChainID(big.NewInt(1))
	tx := types.MustSignNewTx(key, signer, &types.LegacyTx{Nonce: 7, Gas: 21000})
	senders, err := geth.RecoverSenders(signer, types.Transactions{tx}) // or block.Transactions()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(senders[0]) // prints 0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf
}
