module vorpal/lab/go-before

go 1.26.8

require (
	github.com/decred/dcrd/dcrec/secp256k1/v4 v4.4.1
	vorpal/lab/go v0.0.0
)

replace (
	github.com/decred/dcrd/dcrec/secp256k1/v4 => github.com/decred/dcrd/dcrec/secp256k1/v4 v4.0.1
	vorpal/lab/go => ../go
)
