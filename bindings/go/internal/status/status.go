// Package status has the errors of all packages of this module.
package status

// Status tells kinds of errors apart. The values are those of vorpal_status in vorpal.h.
type Status int32

// The kinds of errors.
const (
	Argument    Status = 1 // An argument is invalid: a length, an unknown constant, a closed handle.
	Input       Status = 2 // Bytes are not a key, point, scalar or proof.
	NotPossible Status = 3 // An option or size is not possible.
	Cancelled   Status = 4 // The context was cancelled.
	Store       Status = 5 // A file or store is missing, damaged, locked, or of another version or basis.
	Refused     Status = 6 // Something well-formed does not prove what it should.
	Buffer      Status = 7 // A buffer is too small.
	Panic       Status = 8 // An internal error. What the call was to change refuses further work.
	Poisoned    Status = 9 // A handle refuses work because of an earlier internal error.
)

// Error is an error of the library.
type Error struct {
	Status  Status
	Message string
}

func (e *Error) Error() string { return "vorpal: " + e.Message }

// Is reports whether target is an error of the same kind without a message.
func (e *Error) Is(target error) bool {
	other, ok := target.(*Error)
	return ok && other.Status == e.Status && (other.Message == "" || other.Message == e.Message)
}

// New returns an error of a kind.
func New(status Status, message string) *Error { return &Error{status, message} }
