package lab

import "fmt"

// Latencies are the functions of dependent chains of doublings and additions of points J. A is the type of affine
// points. All functions overwrite their first operand.
type Latencies[A, J any] struct {
	FromAffine func(*A) J
	ToAffine   func(*J) A
	Double     func(*J)
	Add        func(sum, term *J)
	AddAffine  func(sum *J, term *A)
	// The descriptions of the functions of the library.
	DoublePath, AddPath, AddAffinePath string
}

// OfferLatencies offers the chains of a group.
func OfferLatencies[A, J, S any](g Group[A, S], l Latencies[A, J]) {
	doubled := func(in *Input, column int) ([]J, error) {
		points, err := Decode(in, column, "a point of "+g.name, g.codec.Trusted)
		terms := make([]J, len(points))
		for i := range points {
			terms[i] = l.FromAffine(&points[i])
			l.Double(&terms[i])
		}
		return terms, err
	}
	first := func(in *Input) (J, error) {
		points, err := doubled(in, 0)
		var none J
		if err == nil && len(points) != 1 {
			err = fmt.Errorf("column 0 has %d rows, not one", len(points))
		}
		if err != nil {
			return none, err
		}
		return points[0], nil
	}
	chain := func(items int, sum *J, step func(*J)) *Prepared {
		step(sum)
		affine := l.ToAffine(sum)
		return Repeat(items, [][]byte{g.codec.Encode(&affine)}, func() { step(sum) })
	}
	g.contender.Offer(g.name+".double.latency", l.DoublePath, func(in *Input) (*Prepared, error) {
		sum, err := first(in)
		if err != nil {
			return nil, err
		}
		counts, err := in.Numbers(1)
		if err != nil {
			return nil, err
		}
		if len(counts) != 1 {
			return nil, fmt.Errorf("column 1 has %d rows, not one", len(counts))
		}
		return chain(int(counts[0]), &sum, func(sum *J) {
			for range counts[0] {
				l.Double(sum)
			}
		}), nil
	})
	g.contender.Offer(g.name+".add.latency", l.AddPath, func(in *Input) (*Prepared, error) {
		sum, err := first(in)
		if err != nil {
			return nil, err
		}
		terms, err := doubled(in, 1)
		if err != nil {
			return nil, err
		}
		return chain(len(terms), &sum, func(sum *J) {
			for i := range terms {
				l.Add(sum, &terms[i])
			}
		}), nil
	})
	g.contender.Offer(g.name+".add_affine.latency", l.AddAffinePath, func(in *Input) (*Prepared, error) {
		sum, err := first(in)
		if err != nil {
			return nil, err
		}
		terms, err := Decode(in, 1, "a point of "+g.name, g.codec.Trusted)
		if err != nil {
			return nil, err
		}
		return chain(len(terms), &sum, func(sum *J) {
			for i := range terms {
				l.AddAffine(sum, &terms[i])
			}
		}), nil
	})
}
