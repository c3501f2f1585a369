// The path changes when the project has a home; only the go.mod files and imports of this folder name it.
module vorpal.example/go

go 1.26.8

require (
	github.com/consensys/gnark-crypto v0.22.0
	github.com/crate-crypto/go-ipa v0.0.0-20240724233137-53bbb0ceb27a
	github.com/decred/dcrd/crypto/blake256 v1.1.0
	github.com/decred/dcrd/dcrec/secp256k1/v4 v4.4.1
)

require (
	github.com/bits-and-blooms/bitset v1.25.0 // indirect
	golang.org/x/sync v0.23.0 // indirect
)

require (
	golang.org/x/crypto v0.58.0
	golang.org/x/sys v0.49.0 // indirect
)
