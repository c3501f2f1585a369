module vorpal/lab/go-verkle-2023

go 1.26.8

require (
	github.com/crate-crypto/go-ipa v0.0.0-20240724233137-53bbb0ceb27a
	github.com/gballet/go-verkle v0.0.0-20230607174250-df487255f46b
	vorpal/lab/go v0.0.0
)

require (
	golang.org/x/sync v0.23.0 // indirect
	golang.org/x/sys v0.48.0 // indirect
)

// The module of the lab names a later version, which would be selected.
replace (
	github.com/crate-crypto/go-ipa => github.com/crate-crypto/go-ipa v0.0.0-20230601170251-1830d0757c80
	vorpal/lab/go => ../go
)
