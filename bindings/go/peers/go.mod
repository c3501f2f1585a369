// Tests against go-verkle and measurements beside other libraries. Nothing depends on this module.
module vorpal.example/go/peers

go 1.26.8

require (
	github.com/consensys/gnark-crypto v0.22.0
	github.com/decred/dcrd/dcrec/secp256k1/v4 v4.4.1
	github.com/ethereum/go-ethereum v1.17.10
	github.com/ethereum/go-verkle v0.2.3-0.20260102081149-aa0a270c0ed0
	vorpal.example/go v0.0.0
	vorpal/lab/go v0.0.0
)

require (
	github.com/ProjectZKM/Ziren/crates/go-runtime/zkvm_runtime v0.0.0-20251001021608-1fe7b43fc4d6 // indirect
	github.com/bits-and-blooms/bitset v1.25.0 // indirect
	github.com/crate-crypto/go-ipa v0.0.0-20240724233137-53bbb0ceb27a // indirect
	github.com/holiman/uint256 v1.3.2 // indirect
	golang.org/x/crypto v0.58.0 // indirect
	golang.org/x/sync v0.23.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
)

replace (
	vorpal.example/go => ../
	vorpal/lab/go => ../../../lab/go
)
