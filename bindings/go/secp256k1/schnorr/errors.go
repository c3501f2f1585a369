package schnorr

// ErrorKind tells kinds of errors apart.
type ErrorKind string

// The kinds of errors, with dcrd's names and texts.
const (
	ErrInvalidHashLen   = ErrorKind("ErrInvalidHashLen")
	ErrPrivateKeyIsZero = ErrorKind("ErrPrivateKeyIsZero")
	ErrSchnorrHashValue = ErrorKind("ErrSchnorrHashValue")
	ErrPubKeyNotOnCurve = ErrorKind("ErrPubKeyNotOnCurve")
	ErrSigRYIsOdd       = ErrorKind("ErrSigRYIsOdd")
	ErrSigRNotOnCurve   = ErrorKind("ErrSigRNotOnCurve")
	ErrUnequalRValues   = ErrorKind("ErrUnequalRValues")
	ErrSigTooShort      = ErrorKind("ErrSigTooShort")
	ErrSigTooLong       = ErrorKind("ErrSigTooLong")
	ErrSigRTooBig       = ErrorKind("ErrSigRTooBig")
	ErrSigSTooBig       = ErrorKind("ErrSigSTooBig")
)

func (e ErrorKind) Error() string { return string(e) }

// Error is an error of this package. Err is its kind.
type Error struct {
	Err         error
	Description string
}

func (e Error) Error() string { return e.Description }

// Unwrap returns the kind.
func (e Error) Unwrap() error { return e.Err }

func signatureError(kind ErrorKind, description string) Error { return Error{kind, description} }
