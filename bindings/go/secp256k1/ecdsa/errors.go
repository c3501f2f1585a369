package ecdsa

import "github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"

// The errors are dcrd's own.
type (
	// Error is an error of this package.
	Error = ecdsa.Error
	// ErrorKind tells kinds of errors apart.
	ErrorKind = ecdsa.ErrorKind
)

// The kinds of errors.
const (
	ErrSigTooShort            = ecdsa.ErrSigTooShort
	ErrSigTooLong             = ecdsa.ErrSigTooLong
	ErrSigInvalidSeqID        = ecdsa.ErrSigInvalidSeqID
	ErrSigInvalidDataLen      = ecdsa.ErrSigInvalidDataLen
	ErrSigMissingSTypeID      = ecdsa.ErrSigMissingSTypeID
	ErrSigMissingSLen         = ecdsa.ErrSigMissingSLen
	ErrSigInvalidSLen         = ecdsa.ErrSigInvalidSLen
	ErrSigInvalidRIntID       = ecdsa.ErrSigInvalidRIntID
	ErrSigZeroRLen            = ecdsa.ErrSigZeroRLen
	ErrSigNegativeR           = ecdsa.ErrSigNegativeR
	ErrSigTooMuchRPadding     = ecdsa.ErrSigTooMuchRPadding
	ErrSigRIsZero             = ecdsa.ErrSigRIsZero
	ErrSigRTooBig             = ecdsa.ErrSigRTooBig
	ErrSigInvalidSIntID       = ecdsa.ErrSigInvalidSIntID
	ErrSigZeroSLen            = ecdsa.ErrSigZeroSLen
	ErrSigNegativeS           = ecdsa.ErrSigNegativeS
	ErrSigTooMuchSPadding     = ecdsa.ErrSigTooMuchSPadding
	ErrSigSIsZero             = ecdsa.ErrSigSIsZero
	ErrSigSTooBig             = ecdsa.ErrSigSTooBig
	ErrSigInvalidLen          = ecdsa.ErrSigInvalidLen
	ErrSigInvalidRecoveryCode = ecdsa.ErrSigInvalidRecoveryCode
	ErrSigOverflowsPrime      = ecdsa.ErrSigOverflowsPrime
	ErrPointNotOnCurve        = ecdsa.ErrPointNotOnCurve
)
