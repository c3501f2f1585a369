package lab

import (
	"fmt"
	"maps"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// Prepare prepares a workload.
type Prepare func(in *Input) (*Prepared, error)

// Operation computes the results of one case; false means that there are none.
type Operation func(arguments [][]byte) ([][]byte, bool)

type offer struct {
	// path describes the function of the library that is measured.
	path    string
	prepare Prepare
	// threaded offers have a name for every number of threads.
	threaded bool
}

// Contender is a library with its workloads and operations.
type Contender struct {
	name       string
	version    string
	offers     map[string]offer
	operations map[string]Operation
}

var builders = map[string]func(*Contender){}

// Register registers a contender. `modules` are the modules whose versions it reports, the library itself first.
// `build` registers the workloads and operations of the library; it is called only for the selected contender.
func Register(name string, modules []string, build func(*Contender)) {
	if _, twice := builders[name]; twice {
		panic("two contenders are called " + name)
	}
	builders[name] = func(c *Contender) {
		c.version = versions(modules)
		build(c)
	}
}

// Names returns the names of all contenders in order.
func Names() []string {
	return slices.Sorted(maps.Keys(builders))
}

// New creates a contender.
func New(name string) (*Contender, error) {
	build, ok := builders[name]
	if !ok {
		return nil, fmt.Errorf("no contender %q; there are %s", name, strings.Join(Names(), ", "))
	}
	c := &Contender{name: name, offers: map[string]offer{}, operations: map[string]Operation{}}
	build(c)
	return c, nil
}

// Offer offers a workload; path describes the measured function of the library.
func (c *Contender) Offer(workload, path string, prepare Prepare) {
	c.offers[workload] = offer{path: path, prepare: prepare}
}

// OfferThreaded offers the workload under the name with the suffix .tT for any number of threads T.
func (c *Contender) OfferThreaded(workload, path string, prepare Prepare) {
	c.offers[workload] = offer{path: path, prepare: prepare, threaded: true}
}

// Operation offers an operation with one result.
func (c *Contender) Operation(name string, compute func(arguments [][]byte) ([]byte, bool)) {
	c.Operations(name, func(arguments [][]byte) ([][]byte, bool) {
		result, ok := compute(arguments)
		return [][]byte{result}, ok
	})
}

// Operations offers an operation with any number of results.
func (c *Contender) Operations(name string, compute Operation) {
	c.operations[name] = compute
}

var threadSuffix = regexp.MustCompile(`\.t[1-9][0-9]*$`)

// find returns the offer of a workload. A threaded workload is found for every number of threads, also for those that
// are not in the list of offers. The request contains the number of threads.
func (c *Contender) find(workload string) (offer, bool) {
	if found, ok := c.offers[workload]; ok && !found.threaded {
		return found, true
	}
	if suffix := threadSuffix.FindString(workload); suffix != "" {
		if found, ok := c.offers[strings.TrimSuffix(workload, suffix)]; ok && found.threaded {
			return found, true
		}
	}
	return offer{}, false
}

func (c *Contender) hello() hello {
	paths := map[string]string{}
	for name, offer := range c.offers {
		if !offer.threaded {
			paths[name] = offer.path
			continue
		}
		for _, threads := range []int{1, 2, runtime.NumCPU()} {
			paths[fmt.Sprintf("%s.t%d", name, threads)] = offer.path
		}
	}
	// An empty list, not null, without operations.
	operations := slices.AppendSeq([]string{}, maps.Keys(c.operations))
	slices.Sort(operations)
	return hello{Contender: c.name, Version: c.version, Offers: paths, Operations: operations}
}
