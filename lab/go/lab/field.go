package lab

import (
	"fmt"
	"slices"
)

// Field registers the functions of a library on one field with elements E. An operation of ten nanoseconds must not be
// called through a function value. So timed operations are complete loops over the library's methods.
type Field[E any] struct {
	contender *Contender
	name      string
	codec     Codec[E]
}

// Codec converts between elements and canonical little-endian bytes.
type Codec[E any] struct {
	// Decode rejects bytes that are not canonical.
	Decode func([]byte) (E, bool)
	Encode func(*E) []byte
}

// Binary is an operation z = x op y.
type Binary[E any] struct {
	// Op computes one result; it is only compared.
	Op func(z, x, y *E)
	// Chain computes x = x op b[i] for all i.
	Chain func(x *E, b []E)
	// Each computes out[i] = a[i] op b[i] for all i.
	Each func(out, a, b []E)
	// OneByOne computes the same by a loop over the operation; nil if Each does.
	OneByOne func(out, a, b []E)
	// ChainPath and EachPath describe the functions of the library that they call.
	ChainPath, EachPath string
}

// Square is the operation z = x^2.
type Square[E any] struct {
	Op func(z, x *E)
	// Chain squares x the given number of times.
	Chain func(x *E, count uint64)
	// Each computes out[i] = a[i]^2 for all i. OneByOne does so by a loop over the operation; nil if Each does.
	Each, OneByOne      func(out, a []E)
	ChainPath, EachPath string
}

// NewField returns the field with this name.
func NewField[E any](c *Contender, name string, codec Codec[E]) Field[E] {
	return Field[E]{contender: c, name: name, codec: codec}
}

func (f Field[E]) elements(in *Input, column int) ([]E, error) {
	return Decode(in, column, "a canonical element of "+f.name, f.codec.Decode)
}

func (f Field[E]) first(in *Input) (E, error) {
	return First(in, 0, "a canonical element of "+f.name, f.codec.Decode)
}

func (f Field[E]) encodeAll(elements []E) [][]byte {
	rows := make([][]byte, len(elements))
	for i := range elements {
		rows[i] = f.codec.Encode(&elements[i])
	}
	return rows
}

// Mul offers multiplication.
func (f Field[E]) Mul(binary Binary[E]) {
	f.binary("mul", binary)
	oneByOne, path := binary.OneByOne, binary.ChainPath
	if oneByOne == nil {
		oneByOne, path = binary.Each, binary.EachPath
	}
	f.contender.Offer("field.mul.unbatched."+f.name, path, func(in *Input) (*Prepared, error) {
		return f.pairs(in, oneByOne)
	})
	f.contender.Offer("field.product."+f.name, binary.ChainPath, func(in *Input) (*Prepared, error) {
		return f.chain(in, binary.Chain)
	})
}

// InnerProduct16 offers sums of sixteen products: `each` reduces every product before it adds it, `best` is the
// library's fastest function.
func (f Field[E]) InnerProduct16(
	eachPath string, each func(sum *E, a, b []E), bestPath string, best func(sum *E, a, b []E),
) {
	for _, kind := range []struct {
		name, path string
		op         func(sum *E, a, b []E)
	}{{"each", eachPath, each}, {"best", bestPath, best}} {
		f.contender.Offer("field.inner_product16."+kind.name+"."+f.name, kind.path, func(in *Input) (*Prepared, error) {
			a, b, err := f.two(in)
			if err != nil {
				return nil, err
			}
			return f.each(len(a)/16, func(out []E) {
				for i := range out {
					kind.op(&out[i], a[16*i:16*i+16], b[16*i:16*i+16])
				}
			}), nil
		})
	}
}

// Add offers addition.
func (f Field[E]) Add(binary Binary[E]) { f.binary("add", binary) }

func (f Field[E]) binary(op string, binary Binary[E]) {
	f.contender.Offer(fmt.Sprintf("field.%s.latency.%s", op, f.name), binary.ChainPath,
		func(in *Input) (*Prepared, error) { return f.chain(in, binary.Chain) })
	f.contender.Offer(fmt.Sprintf("field.%s.throughput.%s", op, f.name), binary.EachPath,
		func(in *Input) (*Prepared, error) { return f.pairs(in, binary.Each) })
	f.CompareBinary(op, binary.Op)
}

// two decodes columns 0 and 1, which have equal length.
func (f Field[E]) two(in *Input) (a, b []E, err error) {
	if a, err = f.elements(in, 0); err != nil {
		return nil, nil, err
	}
	if b, err = f.elements(in, 1); err != nil {
		return nil, nil, err
	}
	return a, b, sameLength(in, 0, 1)
}

// pairs prepares an operation on each pair of columns 0 and 1.
func (f Field[E]) pairs(in *Input, each func(out, a, b []E)) (*Prepared, error) {
	a, b, err := f.two(in)
	if err != nil {
		return nil, err
	}
	return f.each(len(a), func(out []E) { each(out, a, b) }), nil
}

// chain prepares a dependent chain over column 1. Each iteration continues with the result of the previous one.
func (f Field[E]) chain(in *Input, chain func(x *E, b []E)) (*Prepared, error) {
	x, err := f.first(in)
	if err != nil {
		return nil, err
	}
	b, err := f.elements(in, 1)
	if err != nil {
		return nil, err
	}
	chain(&x, b)
	return Repeat(len(b), [][]byte{f.codec.Encode(&x)}, func() { chain(&x, b) }), nil
}

// each prepares a loop that fills a slice with independent results.
func (f Field[E]) each(items int, fill func(out []E)) *Prepared {
	out := make([]E, items)
	fill(out)
	return Repeat(items, f.encodeAll(out), func() { fill(out) })
}

// Square offers squaring.
func (f Field[E]) Square(square Square[E]) {
	f.contender.Offer("field.square.latency."+f.name, square.ChainPath, func(in *Input) (*Prepared, error) {
		x, err := f.first(in)
		if err != nil {
			return nil, err
		}
		counts, err := in.Numbers(1)
		if err != nil {
			return nil, err
		}
		if len(counts) != 1 {
			return nil, fmt.Errorf("column 1 has %d rows instead of the one count", len(counts))
		}
		square.Chain(&x, counts[0])
		result := [][]byte{f.codec.Encode(&x)}
		return Repeat(int(counts[0]), result, func() { square.Chain(&x, counts[0]) }), nil
	})
	squares := func(each func(out, a []E)) func(in *Input) (*Prepared, error) {
		return func(in *Input) (*Prepared, error) {
			a, err := f.elements(in, 0)
			if err != nil {
				return nil, err
			}
			return f.each(len(a), func(out []E) { each(out, a) }), nil
		}
	}
	f.contender.Offer("field.square.throughput."+f.name, square.EachPath, squares(square.Each))
	oneByOne, path := square.OneByOne, square.ChainPath
	if oneByOne == nil {
		oneByOne, path = square.Each, square.EachPath
	}
	f.contender.Offer("field.square.unbatched."+f.name, path, squares(oneByOne))
	f.CompareUnary("square", func(z, x *E) bool {
		square.Op(z, x)
		return true
	})
}

// Invert offers inversion: `invert` computes z = 1/x, `step` computes x = 1/x + b. They may be called through function
// values, because an inversion takes microseconds. The inputs contain no zero.
func (f Field[E]) Invert(path string, isZero func(*E) bool, invert func(z, x *E), step func(x, b *E)) {
	f.contender.Offer("field.invert.latency."+f.name, path, func(in *Input) (*Prepared, error) {
		return f.chain(in, func(x *E, b []E) {
			for i := range b {
				step(x, &b[i])
			}
		})
	})
	f.contender.Offer("field.invert.throughput."+f.name, path, func(in *Input) (*Prepared, error) {
		a, err := f.elements(in, 0)
		if err != nil {
			return nil, err
		}
		return f.each(len(a), func(out []E) {
			for i := range a {
				invert(&out[i], &a[i])
			}
		}), nil
	})
	f.CompareUnary("invert", func(z, x *E) bool {
		if isZero(x) {
			return false
		}
		invert(z, x)
		return true
	})
}

// BatchInvert offers inversion of many nonzero elements by a function that does not change its input. So the input need
// not be copied.
func (f Field[E]) BatchInvert(path string, invert func(a []E) []E) {
	f.contender.Offer("field.batch_invert1000.throughput."+f.name, path, func(in *Input) (*Prepared, error) {
		a, err := f.elements(in, 0)
		if err != nil {
			return nil, err
		}
		before := slices.Clone(a)
		prepared := Repeat(len(a), f.encodeAll(invert(a)), func() { invert(a) })
		for i := range a {
			if string(f.codec.Encode(&a[i])) != string(f.codec.Encode(&before[i])) {
				return nil, fmt.Errorf("row %d: the batch inversion changed its input", i)
			}
		}
		return prepared, nil
	})
}

// Legendre offers the Legendre symbol: 0, 1 or -1.
func (f Field[E]) Legendre(path string, symbol func(*E) int) {
	encode := func(symbol int) []byte { return []byte{byte(int8(symbol))} }
	f.contender.Offer("field.legendre.throughput."+f.name, path, func(in *Input) (*Prepared, error) {
		a, err := f.elements(in, 0)
		if err != nil {
			return nil, err
		}
		return All(a, symbol, encode)
	})
	f.contender.Operation("field.legendre."+f.name, func(arguments [][]byte) ([]byte, bool) {
		a, ok := Argument(arguments, 0, f.codec.Decode)
		if !ok {
			return nil, false
		}
		return encode(symbol(&a)), true
	})
}

// Sqrt offers the square root: z = sqrt(x), or false if there is none.
func (f Field[E]) Sqrt(path string, neg func(z, x *E), sqrt func(z, x *E) bool) {
	f.contender.Offer("sqrt.single."+f.name, path, func(in *Input) (*Prepared, error) {
		a, err := f.elements(in, 0)
		if err != nil {
			return nil, err
		}
		var root E
		work := func(x *E) bool { return sqrt(&root, x) }
		return Single(a, work, func(ok bool) []byte {
			if !ok {
				return nil
			}
			even := root
			f.makeEven(&even, neg)
			return f.codec.Encode(&even)
		})
	})
	f.CompareUnary("sqrt", func(z, x *E) bool {
		ok := sqrt(z, x)
		if ok {
			f.makeEven(z, neg)
		}
		return ok
	})
}

func (f Field[E]) makeEven(root *E, neg func(z, x *E)) {
	if f.codec.Encode(root)[0]&1 == 1 {
		neg(root, root)
	}
}

// CompareUnary offers an operation with one argument, which is only compared.
func (f Field[E]) CompareUnary(op string, compute func(z, x *E) bool) {
	f.contender.Operation("field."+op+"."+f.name, func(arguments [][]byte) ([]byte, bool) {
		x, ok := Argument(arguments, 0, f.codec.Decode)
		var z E
		if !ok || !compute(&z, &x) {
			return nil, false
		}
		return f.codec.Encode(&z), true
	})
}

// CompareBinary offers an operation with two arguments, which is only compared.
func (f Field[E]) CompareBinary(op string, compute func(z, x, y *E)) {
	f.contender.Operation("field."+op+"."+f.name, func(arguments [][]byte) ([]byte, bool) {
		x, okX := Argument(arguments, 0, f.codec.Decode)
		y, okY := Argument(arguments, 1, f.codec.Decode)
		if !okX || !okY {
			return nil, false
		}
		var z E
		compute(&z, &x, &y)
		return f.codec.Encode(&z), true
	})
}
