//go:build cgo

package evm

import "strings"

// Reason is why a contract fails.
type Reason int32

// The reasons. Their numbers are those of vorpal_evm_reason in vorpal.h.
const (
	Length        Reason = 1  // The input does not have a length that the contract accepts.
	Padding       Reason = 2  // A coordinate of 64 bytes does not start with sixteen zeros (EIP-2537).
	Coordinate    Reason = 3  // A coordinate is not below the modulus.
	NotOnCurve    Reason = 4  // A point is not on its curve.
	OutsideG1     Reason = 5  // A point of G1 is not in the subgroup of prime order.
	OutsideG2     Reason = 6  // A point of G2 is not in the subgroup of prime order.
	Flag          Reason = 7  // The final flag of BLAKE2 is neither 0 nor 1 (EIP-152).
	OperandLength Reason = 8  // An operand of modular exponentiation is too long (EIP-7823).
	VersionedHash Reason = 9  // The versioned hash is not that of the commitment (EIP-4844).
	Scalar        Reason = 10 // A scalar is not below the order of the group (EIP-4844).
	Point         Reason = 11 // A commitment or a proof is not the encoding of a point (EIP-4844).
	Proof         Reason = 12 // The proof of a value is wrong (EIP-4844).
)

// Failure is the error of a contract that fails: the call loses its gas.
type Failure struct {
	Contract Contract
	Reason   Reason
	err      error
}

// Unwrap returns the *vorpal.Error. For the reasons from Padding to OutsideG2 its message has the index of the point,
// pair or element.
func (f *Failure) Unwrap() error { return f.err }

// Error returns the text of go-ethereum 1.17. That of a wrong proof continues with the message of this library.
func (f *Failure) Error() string {
	isBN254 := strings.HasPrefix(f.Contract.Name(), "BN254_")
	switch f.Reason {
	case Length:
		if isBN254 {
			return "bad elliptic curve pairing size"
		}
		return "invalid input length"
	case Padding:
		return "invalid field element top bytes"
	case Coordinate:
		return "invalid fp.Element encoding"
	case NotOnCurve:
		if isBN254 {
			return "point is not on curve"
		}
		return "invalid point: not on curve"
	case OutsideG1:
		return "g1 point is not on correct subgroup"
	case OutsideG2:
		if isBN254 {
			return "point is not in correct subgroup"
		}
		return "g2 point is not on correct subgroup"
	case Flag:
		return "invalid final flag"
	case OperandLength:
		return "one or more of base/exponent/modulus length exceeded 1024 bytes"
	case VersionedHash:
		return "mismatched versioned hash"
	case Scalar, Point, Proof:
		return "error verifying kzg proof: " + f.err.Error()
	}
	return f.err.Error()
}
