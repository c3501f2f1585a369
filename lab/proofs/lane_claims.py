"""Claims about kernels for vectors: their arguments in memory, and the statement about each lane.

A kernel computes the same function of the operands in each of its lanes. The constants of a modulus are shared by all
lanes; they are operands too, so a proof holds for all moduli.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from types import SimpleNamespace

from algebra import BITS, RADIX, Polynomial
from control import OTHER, Bits
from doubles import Double
from lane_equations import DIGIT
from state import Counter, Opaque, Pointer, State

LANES = 16


def words_of(value, count, bits):
    """The words of a number, least significant first, or of words with signs themselves. The last word is the rest."""
    if isinstance(value, tuple):
        return list(value)
    return [value >> bits * i & (1 << bits) - 1 for i in range(count - 1)] + [value >> bits * (count - 1)]


def number(words, bits):
    """The number with these words."""
    total = Polynomial()
    for i, word in enumerate(words):
        total = total + Polynomial.of(word) * (1 << bits * i)
    return total


@dataclass(frozen=True)
class Constant:
    """A constant of the modulus: `words` words of `bits` bits, at an offset in bytes.

    `derived` computes it from the modulus for samples. With `value`, the words are these polynomials in other operands.
    """

    name: str
    offset: int
    words: int
    derived: Callable
    bits: int = DIGIT
    doubles: bool = False
    # Bounds of the highest word, or of all words if there is one only.
    top: int | None = None
    value: Callable | None = None
    # The lowest word is a multiple of `2^shift`.
    shift: int = 0

    signed = False

    def limit(self, i):
        """The number above word `i`, or None if its bits are the limit."""
        return self.top if i == self.words - 1 else None

    def in_memory(self, word, _operands):
        return Double(word) if self.doubles else word


@dataclass(frozen=True)
class Argument:
    """An argument of a wrapper. `kind` is `in`, `out` or `inout`."""

    name: str
    kind: str = "in"

    def entry(self, _lane):
        """The value in the register."""
        return Pointer(self.name, 0)

    def writable(self):
        return [self.name] if self.kind != "in" else []

    # Whether words have signs. Then `limit` is an odd number, and words are what is between 0 and it, less its half.
    signed = False

    def limit(self, i):
        """The number above word `i`, or None if its bits are the limit."""
        return self.top if i == self.words - 1 else None

    def range_of_word(self):
        """The least and the greatest word of a result."""
        return 0, (1 << self.bits) - 1


@dataclass(frozen=True)
class Shared(Argument):
    """A pointer to constants, of `size` bytes. `fixed` contains words that the kernel tests, by offset."""

    size: int = 0
    constants: tuple = ()
    fixed: tuple = ()


@dataclass(frozen=True)
class Packed(Argument):
    """A pointer to a packed value: rows of sixteen digits."""

    rows: int = 6
    digits: int = 5
    doubles: bool = False
    # The highest digit is below this bound, because the number is below twice the modulus.
    top: int = 1 << 49
    # With this function, the words are these polynomials in other operands.
    value: Callable | None = None

    bits = DIGIT

    @property
    def words(self):
        return self.digits

    def places(self, lane):
        return [(self.name, 8 * (LANES * j + lane)) for j in range(self.digits)]

    def areas(self):
        return [(self.name, 8 * LANES * self.rows)]


@dataclass(frozen=True)
class Array(Argument):
    """A pointer to numbers of `words` words of 64 bits."""

    words: int = 4
    count: int = LANES

    bits = BITS
    doubles = False
    top = RADIX

    def places(self, lane):
        return [(self.name, 8 * (self.words * lane + j)) for j in range(self.words)]

    def areas(self):
        return [(self.name, 8 * self.words * self.count)]


@dataclass(frozen=True)
class Pointers(Array):
    """A pointer to sixteen pointers to numbers."""

    def entry(self, _lane):
        return Pointer(f"pointers of {self.name}", 0)

    def places(self, lane):
        return [(f"{self.name}[{lane}]", 8 * j) for j in range(self.words)]

    def areas(self):
        return [(f"{self.name}[{lane}]", 8 * self.words) for lane in range(LANES)]

    def writable(self):
        return [name for name, _ in self.areas()] if self.kind != "in" else []


@dataclass(frozen=True)
class Value(Argument):
    """A number of steps, which is the same in every run."""

    value: int = 0

    def entry(self, _lane):
        return Counter(self.value)


@dataclass(frozen=True)
class Again(Argument):
    """The address of the operand with this name, once more."""

    def writable(self):
        return []


@dataclass(frozen=True)
class LaneMask(Argument):
    """A mask of lanes, with this bit for the lane that is followed."""

    bit: int = 0

    def entry(self, lane):
        return Bits(tuple(self.bit if i == lane else OTHER for i in range(LANES)))


@dataclass(frozen=True)
class LaneClaim:
    """The claim about each lane, for all operands that satisfy `given`:

    `radix * result = value`, modulo `p` if there is a modulus, and `0 <= radix * result < limit`.

    The functions take the operands, as in `proof.Claim`, and `v.lane` is the lane. `choose` returns sample operands of
    one lane for a modulus and a source of random numbers, and `modulus` a sample modulus. `inverse_bits` is the number
    of bits of the inverse.
    """

    arguments: tuple
    value: Callable
    choose: Callable
    modulus: Callable
    given: Callable = lambda v: []
    limit: Callable | None = None
    radix: int = 1
    related: Callable = lambda v: []
    p: Callable | None = None
    result: str = "out"
    lanes: int = LANES
    vectors: str = "avx512ifma"
    # The function in the library, if it has another name than the claim.
    function: str | None = None
    # The function that the processor runs instead: the same kernel in another encoding.
    native: str | None = None
    # The name of an operand that the code compares with zero, and the value if it is zero.
    compared: str | None = None
    value_if_zero: Callable | None = None
    # Whether the code is that of another claim, so that faults are sought there.
    same_code: bool = False
    # The words of the result, if each is exact: then `value` is their sum.
    exact_words: Callable | None = None
    # Numbers that no argument holds. Words of arguments are polynomials in them.
    unseen: tuple = ()
    # Whether words move between lanes. Then faults are sought in all lanes.
    moves: bool = False

    def output(self):
        return next(a for a in self.arguments if a.name == self.result and not isinstance(a, Again))


def in_place(claim, name, function):
    """The claim for a result that overwrites the operand with this name."""
    operand = next(argument for argument in claim.arguments if argument.name == name)
    others = [Again(name) if argument is operand else argument for argument in claim.arguments[1:]]
    arguments = replace(operand, kind="inout"), *others
    return replace(claim, arguments=arguments, result=name, function=claim.function or function, same_code=True)


def of_itself(claim, function):
    """The claim about a square for a product of an operand by itself, in its place."""
    operand = next(a for a in claim.arguments if isinstance(a, Packed) and a.kind == "in")
    ring = next(a for a in claim.arguments if isinstance(a, Shared))
    arguments = replace(operand, kind="inout"), ring, Again(operand.name), Again(operand.name)
    return replace(claim, arguments=arguments, result=operand.name, function=function, same_code=True)


def without_steps(claim, function):
    """The claim about a number of steps of zero: the result is the operand."""
    arguments = tuple(replace(a, value=0) if isinstance(a, Value) else a for a in claim.arguments)
    return replace(
        claim,
        arguments=arguments,
        value=lambda v: v.a,
        given=lambda v: [v.p * 2 - 1 - v.a],
        related=lambda v: [],
        radix=1,
        limit=lambda v: v.p * 2,
        function=claim.function or function,
        same_code=True,
    )


def for_vectors(claims, before, after, vectors, native=None):
    """The claims for the same kernels with other vectors: names begin with `after` instead of `before`."""

    def renamed(name, prefix):
        return prefix + name.removeprefix(before)

    found = {}
    for name, claim in claims.items():
        function = renamed(claim.function or name, after)
        run = None if native is None else renamed(claim.function or name, native)
        found[renamed(name, after)] = replace(claim, vectors=vectors, function=function, native=run)
    return found


def with_places(claims, names):
    """The claims, and those for results in place of each operand."""
    found = dict(claims)
    for function in names:
        for argument in claims[function].arguments:
            if argument.kind == "in" and isinstance(argument, Packed):
                found[f"{function}_in_{argument.name}"] = in_place(claims[function], argument.name, function)
    return found


def start(claim, lane, create, target):
    """The initial state of a call that follows a lane, and the operands. `create(name, i, bits, top)` makes words."""
    registers = {wide: Opaque(f"an unspecified {wide}") for wide, _ in target.names.values()}
    registers |= {name: Opaque(f"the caller's {name}") for name in target.kept}
    registers[target.stack] = Pointer("stack", 0)
    registers |= {name: [Opaque(f"the caller's {name}"), OTHER] for name in target.kept_vectors}
    memory = {("stack", 0): Opaque("the return address")} if target.pushes_return_address else {}
    operands = SimpleNamespace(bits={}, lane=lane)

    def words(argument, count, bits, shift=0):
        made = [
            create(argument.name, i, bits, argument.limit(i))
            if i or not shift
            else create(argument.name, 0, bits, 1 << bits - shift, shift) * (1 << shift)
            for i in range(count)
        ]
        if argument.signed:
            made = [word - argument.limit(i) // 2 for i, word in enumerate(made)]
        setattr(operands, f"{argument.name}_words", made)
        setattr(operands, argument.name, number(made, bits))
        operands.bits[argument.name] = bits
        return made

    for constant in getattr(claim, "unseen", ()):
        words(constant, constant.words, constant.bits)
    for register, argument in zip(target.arguments, claim.arguments, strict=False):
        registers[register] = argument.entry(lane)
    # Words that are polynomials in other operands come last.
    for argument in sorted(claim.arguments, key=lambda argument: getattr(argument, "value", None) is not None):
        if isinstance(argument, Shared):
            memory |= {(argument.name, i): Opaque("a constant") for i in range(0, argument.size, 8)}
            memory |= {(argument.name, i): Polynomial.constant(word) for i, word in argument.fixed}
            for constant in argument.constants:
                if constant.value is None:
                    made = words(constant, constant.words, constant.bits, constant.shift)
                else:
                    made = [Polynomial.of(word) for word in constant.value(operands)]
                for i, word in enumerate(made):
                    memory[argument.name, constant.offset + 8 * i] = constant.in_memory(word, operands)
        elif type(argument) is Argument:
            memory[argument.name, 0] = Opaque("the result before")
        elif not isinstance(argument, Value | LaneMask | Again):
            memory |= {(name, i): OTHER for name, size in argument.areas() for i in range(0, size, 8)}
            if isinstance(argument, Pointers):
                name = f"pointers of {argument.name}"
                size = target.bytes_of_pointer
                memory |= {
                    (name, 8 * i) if size == 8 else ("half", name, size * i): Pointer(area, 0)
                    for i, (area, _) in enumerate(argument.areas())
                }
            if argument.kind == "out":
                memory |= {place: Opaque("the result before") for place in argument.places(lane)}
            elif argument.places(lane):
                if getattr(argument, "value", None) is None:
                    made = words(argument, argument.words, argument.bits)
                else:
                    made = [Polynomial.of(word) for word in argument.value(operands)]
                    setattr(operands, argument.name, number(made, argument.bits))
                for place, word in zip(argument.places(lane), made, strict=True):
                    memory[place] = Double(word) if argument.doubles else word
    if getattr(claim, "p", None) is not None:
        operands.p = Polynomial.of(claim.p(operands))
    return State(registers, memory), operands


def samples(claim, random, count):
    """Operands of several lanes for one sample modulus, as dictionaries from names to numbers."""
    p = claim.modulus(random)
    shared = {
        constant.name: constant.derived(p)
        for argument in claim.arguments
        if isinstance(argument, Shared)
        for constant in argument.constants
    }
    return [shared | claim.choose(random, p) for _ in range(count)]
