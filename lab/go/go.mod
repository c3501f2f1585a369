module vorpal/lab/go

go 1.26.8

require (
	github.com/consensys/gnark-crypto v0.22.0
	github.com/crate-crypto/go-eth-kzg v1.5.0
	github.com/crate-crypto/go-ipa v0.0.0-20240724233137-53bbb0ceb27a
	github.com/decred/dcrd/dcrec/secp256k1/v4 v4.4.1
	github.com/ethereum/go-ethereum v1.17.10
	github.com/ethereum/go-verkle v0.2.2
)

require (
	github.com/bits-and-blooms/bitset v1.25.0 // indirect
	golang.org/x/sync v0.23.0 // indirect
	golang.org/x/sys v0.48.0 // indirect
)
