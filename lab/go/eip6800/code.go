package eip6800

const (
	// chunkSize is the number of bytes of code in a chunk.
	chunkSize = 31
	push1     = 0x60
	push32    = 0x7f
)

// Chunks returns the chunks of a code (EIP-6800, "Code"): the number of bytes at the start of the chunk that belong to
// the operand of an earlier instruction, then 31 bytes of code, with zeros after its end.
func Chunks(code []byte) [][32]byte {
	// operand[i] is the number of bytes of operands from position i on, without a gap.
	operand := make([]byte, len(code)+push32-push1+2)
	for position := 0; position < len(code); position++ {
		if code[position] < push1 || code[position] > push32 {
			continue
		}
		for left := code[position] - push1 + 1; left > 0; left-- {
			position++
			operand[position] = left
		}
	}
	chunks := make([][32]byte, (len(code)+chunkSize-1)/chunkSize)
	for i := range chunks {
		start := i * chunkSize
		chunks[i][0] = min(operand[start], chunkSize)
		copy(chunks[i][1:], code[start:min(start+chunkSize, len(code))])
	}
	return chunks
}
