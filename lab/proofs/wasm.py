"""The instructions of WebAssembly with vectors of 128 bits and relaxed SIMD, as far as the kernels use them.

The values on the operand stack are words, addresses, or vectors: lists of two words. The local variable `i` of a
function is the register `mm{i}` if it is a vector, and `l{i}` if not. The only global variable is the pointer to the
stack in linear memory. A multiply-add is rounded once: `RelaxedSimd::detect` tests that.
"""

from algebra import BITS, RADIX, Polynomial
from control import OTHER, Bits
from disassembly import IMAGE, Memory
from state import WASM_NAMES, Counter, Opaque, Pointer
from two_words import Halves, TwoWords

STACK = "g0"
OPERATIONS = {"add": "add", "sub": "sub", "mul": "mul", "and": "and", "or": "orr", "xor": "eor"}
SHIFTS = {"shl": "lsl", "shr_u": "lsr"}
# The words of a vector that four halves of two vectors are, if they are no other words.
HALF = {0x03020100 + 0x04040404 * i: i for i in range(8)}


class Wasm(TwoWords):
    """Runs instructions of WebAssembly."""

    names = WASM_NAMES

    def __init__(self, *arguments):
        super().__init__(*arguments)
        # The operands of the running function, the heights of its labels, and what its callers have.
        self.operands, self.labels, self.callers = [], [], []

    def _step(self):
        self.count_step()
        kind, _, name = self.instruction.mnemonic.partition(".")
        if name in OPERATIONS and kind in ("i32", "i64"):
            return self._arithmetic(OPERATIONS[name], kind)
        if name in SHIFTS and kind in ("i32", "i64"):
            return self._arithmetic(SHIFTS[name], kind)
        method = getattr(self, f"_{kind}_{name}" if name else f"_plain_{kind}", None)
        if method is None:
            self.refuse("an instruction that the model does not support")
        return method(*self.instruction.operands)

    # Operands

    def pop(self):
        if len(self.operands) <= (self.labels[-1] if self.labels else 0):
            self.refuse("takes an operand from an empty stack")
        return self.operands.pop()

    def push(self, value):
        self.operands.append(value)

    def pop_vector(self):
        return [self.whole(word) for word in self.pop_halves()]

    def pop_halves(self):
        value = self.pop()
        if not isinstance(value, list):
            self.refuse("an operand that is not a vector")
        return value

    def pop_known(self):
        value = self.pop()
        known = self._known(value)
        if known is None:
            self.refuse("a number that depends on data")
        return known

    def _local(self, index):
        return f"mm{index}" if self.types[index] == "v128" else f"l{index}"

    def _local_get(self, index):
        self.push(self.state.registers[self._local(index)])

    def _local_set(self, index):
        self.state.registers[self._local(index)] = self.pop()

    def _local_tee(self, index):
        self._local_set(index)
        self._local_get(index)

    def _global_get(self, index):
        self.push(self.state.registers[self._global(index)])

    def _global_set(self, index):
        self.state.registers[self._global(index)] = self.pop()

    def _global(self, index):
        if index != 0:
            self.refuse("a global variable that is not the pointer to the stack")
        return STACK

    def _i32_const(self, number):
        self.push(Polynomial.constant(number % (1 << 32)))

    def _i64_const(self, number):
        self.push(Polynomial.constant(number % RADIX))

    def _v128_const(self, *parts):
        self.push([Polynomial.constant(low + (high << 32)) for low, high in (parts[:2], parts[2:])])

    # Control

    types: tuple = ()

    def _plain_enter(self, parameters, *types):
        """The beginning of a function: locals that are no parameters are zero."""
        self.types = types
        arguments = [self.state.registers.get(f"l{i}") for i in range(parameters)] if not self.callers else None
        arguments = self.arguments if arguments is None else arguments
        for name in [name for name in self.state.registers if name.startswith(("l", "mm"))]:
            del self.state.registers[name]
        for i, kind in enumerate(types):
            zero = [Polynomial(), Polynomial()] if kind == "v128" else Polynomial()
            self.state.registers[self._local(i)] = arguments[i] if i < parameters else zero

    def _plain_call(self, target):
        if not isinstance(target, int):
            self.refuse("a call of a function outside the kernel")
        function = self.instructions[target]
        count = function.operands[0]
        self.arguments = [self.pop() for _ in range(count)][::-1]
        locals_ = {name: value for name, value in self.state.registers.items() if name != STACK}
        self.callers.append((self.state.at, self.types, locals_, self.operands, self.labels))
        self.operands, self.labels = [], []
        self.state.at = target

    def _returns(self):
        if self.operands:
            self.refuse("returns with operands on the stack")
        if not self.callers:
            return True
        self.state.at, self.types, locals_, self.operands, self.labels = self.callers.pop()
        pointer = self.state.registers[STACK]
        self.state.registers = {STACK: pointer, **locals_}
        return False

    def run(self, instructions, state):
        self.instructions = instructions
        return super().run(instructions, state)

    def _plain_block(self):
        self.labels.append(len(self.operands))

    _plain_loop = _plain_block

    def _plain_end(self):
        self._close(1)

    def _close(self, count):
        """Ends blocks, which have no result."""
        for _ in range(count):
            if len(self.operands) != self.labels.pop():
                self.refuse("leaves a block with operands on the stack")

    def _plain_br(self, depth, loop, target):
        self._close(depth if loop else depth + 1)
        if loop and len(self.operands) != self.labels[-1]:
            self.refuse("begins a loop with operands on the stack")
        self._jump("mp", target)

    def _condition(self):
        """Whether a number is not zero."""
        value = self.pop()
        if isinstance(value, Counter):
            self.asked(value)
            return value.value != 0
        self.push(value)
        return self.pop_known() != 0

    def _plain_br_if(self, depth, loop, target):
        if self._condition():
            self._plain_br(depth, loop, target)

    def _plain_drop(self):
        self.pop()

    def _plain_nop(self):
        pass

    def _plain_select(self):
        condition = self.pop_known()
        if_false, if_true = self.pop(), self.pop()
        self.push(if_true if condition else if_false)

    # Numbers and addresses

    def _arithmetic(self, name, kind):
        size, y, x = {"i32": 32, "i64": 64}[kind], self.pop(), self.pop()
        if name == "and" and isinstance(x, Pointer):
            return self.push(self._aligned(x, y))
        if isinstance(x, Counter) and (name, self._known(y)) in (("sub", 1), ("add", (1 << size) - 1)):
            return self.push(self.counted(x, 1))
        if name in ("add", "sub") and size == 32:
            y, x = self._as_offset(y, x), self._as_offset(x, y)
        value = self.operation(name, x, y, size)
        if size == 32 and isinstance(value, Polynomial):
            known = value.as_constant()
            value = self.low_half(value) if known is None else Polynomial.constant(known % (1 << 32))
        self.push(value)

    def _as_offset(self, value, other):
        """A number that is added to an address, as one of 64 bits with a sign."""
        known = value.as_constant() if isinstance(value, Polynomial) else None
        if known is None or not isinstance(other, Pointer):
            return value
        return Polynomial.constant(((known + (1 << 31)) % (1 << 32) - (1 << 31)) % RADIX)

    def _aligned(self, pointer, mask):
        known = mask.as_constant() if isinstance(mask, Polynomial) else None
        if known is None:
            self.refuse("a mask that is no alignment of the stack")
        return self.aligned(pointer, known, 32, self.state.registers[STACK])

    def _differ(self):
        y, x = self.pop(), self.pop()
        if isinstance(x, Pointer) and isinstance(y, Pointer) and x.base == y.base:
            return x.offset != y.offset
        for counter, zero in ((x, y), (y, x)):
            if isinstance(counter, Counter) and self._known(zero) == 0:
                self.asked(counter)
                return counter.value != 0
        known = [self._known(word) for word in (x, y)]
        if None in known:
            self.refuse("compares numbers that depend on data")
        return known[0] != known[1]

    def _i32_ne(self):
        self.push(Polynomial.constant(int(self._differ())))

    def _i32_eq(self):
        self.push(Polynomial.constant(int(not self._differ())))

    _i64_ne, _i64_eq = _i32_ne, _i32_eq

    def _i32_eqz(self):
        self.push(Polynomial.constant(int(not self._condition())))

    _i64_eqz = _i32_eqz

    def _i32_wrap_i64(self):
        value = self.pop()
        if isinstance(value, Bits):
            value = Bits(value.bits[:32])
        elif value != OTHER:
            value = self.low_half(value)
        self.push(value)

    def _i64_extend_i32_u(self):
        self.push(self.pop())

    # Memory

    def address(self, memory):
        if not isinstance(memory.base, Pointer):
            self.refuse("an address that is not one of an operand")
        # Addresses of 32 bits do not wrap: operands and the stack are smaller than half of them.
        if not 0 <= memory.offset < 1 << 31 or abs(memory.base.offset) >= 1 << 31:
            self.refuse("an address that may wrap")
        return memory.base.base, memory.base.offset + memory.offset

    def _place(self, offset, size=BITS):
        """The place in memory of an access, whose address is on the stack."""
        base = self.pop()
        if isinstance(base, Polynomial) and base.as_constant() is not None:
            base = Pointer(IMAGE, base.as_constant())
        return Memory(base, None, 1, offset, size)

    def _i64_load(self, _align, offset):
        self.push(self._number(self.load(self._place(offset))))

    def _i32_load(self, _align, offset):
        place = self._place(offset, 32)
        pointer = self.state.memory.get(("half", *self.address(place)))
        self.push(pointer if isinstance(pointer, Pointer) else self.value(place))

    def _number(self, word):
        """The content of a local variable with this word."""
        return word if isinstance(word, Pointer) else self.of_vector(self.whole(word))

    def _i64_store(self, _align, offset):
        value = self.pop()
        self.store(self._place(offset), value)

    def _i32_store(self, _align, offset):
        value = self.pop()
        self._store_half(self._place(offset, 32), value)

    def _v128_load(self, _align, offset):
        place = self._place(offset)
        words = [self.load(place, 8 * i) for i in range(2)]
        # A vector may have constants that the kernel does not use.
        self.push([OTHER if isinstance(word, Opaque) else word for word in words])

    def _v128_store(self, _align, offset):
        words = self.pop_halves()
        place = self._place(offset)
        for i, word in enumerate(words):
            self.store(place, word, 8 * i)

    def _v128_load64_splat(self, _align, offset):
        self.push([self.load(self._place(offset))] * 2)

    def _v128_load64_zero(self, _align, offset):
        self.push([self.load(self._place(offset)), Polynomial()])

    def _v128_load64_lane(self, _align, offset, lane):
        words = list(self.pop_halves())
        words[lane] = self.load(self._place(offset))
        self.push(words)

    def _v128_store64_lane(self, _align, offset, lane):
        words = self.pop_halves()
        self.store(self._place(offset), words[lane])

    def _v128_load32_splat(self, _align, offset):
        half = self.value(self._place(offset, 32))
        self.push([Halves(half, half)] * 2)

    def _memory_copy(self, *_):
        size = self.pop_known()
        source, target = self._place(0), self._place(0)
        if size % 8:
            self.refuse("copies parts of words")
        for i, word in enumerate([self.load(source, i) for i in range(0, size, 8)]):
            self.store(target, word, 8 * i)

    def _memory_fill(self, *_):
        size, byte = self.pop_known(), self.pop_known()
        target = self._place(0)
        if size % 8:
            self.refuse("fills parts of words")
        for i in range(0, size, 8):
            self.store(target, Polynomial.constant(byte % 256 * (RADIX // 255)), i)

    # Lanes

    def _lanes(self, operation, count):
        vectors = [self.pop_vector() for _ in range(count)][::-1]
        self.push(self.each_lane(operation, *vectors))

    def _i64x2_add(self):
        self._lanes(lambda x, y: x + y, 2)

    def _i64x2_sub(self):
        self._lanes(lambda x, y: x - y, 2)

    def _i64x2_mul(self):
        self._lanes(self.product_of_words, 2)

    def _shifted(self, operation, words, count):
        return self.each_lane(lambda x: operation(x, count), words) if count else words

    def _i64x2_shl(self):
        count, words = self.pop_known() % BITS, self.pop_vector()
        self.push(self.shift_left(words, count) if count else words)

    def _i64x2_shr_u(self):
        count, words = self.pop_known() % BITS, self.pop_vector()
        self.push(self._shifted(self.unsigned_shift, words, count))

    def _i64x2_shr_s(self):
        count, words = self.pop_known() % BITS, self.pop_vector()
        if count == BITS - 1:
            return self.push([self.sign(word) for word in words])
        self.push(self._shifted(self.signed_shift, words, count))

    def _sum_of_doubles(self, sign):
        right, left = self.pop_vector(), self.pop_vector()
        words = zip(left, right, strict=True)
        self.push([self._rounded(lambda x, y: x + y * sign, *pair) for pair in words])

    def _f64x2_add(self):
        self._sum_of_doubles(1)

    def _f64x2_sub(self):
        self._sum_of_doubles(-1)

    def _f64x2_relaxed_madd(self):
        summand, right, left = self.pop_vector(), self.pop_vector(), self.pop_vector()
        self.push([self._sum(*words) for words in zip(left, right, summand, strict=True)])

    def _i64x2_splat(self):
        self.push([self.pop()] * 2)

    def _i32x4_splat(self):
        half = self.half(self.pop(), 0)
        self.push([Halves(half, half)] * 2)

    def _i64x2_extract_lane(self, lane):
        self.push(self._number(self.pop_vector()[lane]))

    def _i64x2_extend_low_i32x4_u(self):
        word = self.pop_halves()[0]
        self.push([self.half(word, which) for which in range(2)])

    def _i64x2_extmul_low_i32x4_u(self):
        words = self.pop_halves()[0], self.pop_halves()[0]
        right, left = ([self.half(word, which) for which in range(2)] for word in words)
        self.push(self.each_lane(self._product_of_halves, left, right))

    def _i32x4_mul(self):
        right, left = self.pop_halves(), self.pop_halves()

        def product(x, y):
            return self.low_half(self._product_of_halves(x, y))

        halves = [[[self.half(word, which) for word in words] for words in (left, right)] for which in range(2)]
        products = [self.each_lane(product, *factors) for factors in halves]
        self.push([Halves(low, high) for low, high in zip(*products, strict=True)])

    def _i8x16_shuffle(self, *parts):
        right, left = self.pop_halves(), self.pop_halves()
        halves = [HALF.get(part) for part in parts]
        if None in halves:
            self.refuse("a permutation of parts of words")
        self.push([self._of_halves([*left, *right], *pair) for pair in (halves[:2], halves[2:])])

    def _of_halves(self, words, low, high):
        if low % 2 == 0 and high == low + 1:
            return words[low // 2]
        return Halves(*(self.half(words[place // 2], place % 2) for place in (low, high)))

    # Masks

    def _i64x2_eq(self):
        right, left = self.pop_vector(), self.pop_vector()
        self.push(self.masks(self.compare(left, right)))

    _i64x2_ne = _i64x2_eq

    def _i64x2_bitmask(self):
        """The signs of both words, which are masks."""
        self.push(Bits(tuple(self._sign(word) for word in self.pop_vector())))

    def _logic_of_vectors(self, method):
        right, left = ([self._known_sign(word) for word in self.pop_vector()] for _ in range(2))
        self.push([self._logic_in_lane(method, *pair) for pair in zip(left, right, strict=True)])

    def _v128_and(self):
        self._logic_of_vectors(self.both)

    def _v128_or(self):
        self._logic_of_vectors(self.either)

    def _v128_xor(self):
        self._logic_of_vectors(self.exclusive)

    def _v128_bitselect(self):
        mask, otherwise, if_set = self.pop_vector(), self.pop_vector(), self.pop_vector()
        self.push([self.selected_by(*words) for words in zip(mask, if_set, otherwise, strict=True)])

    # Paths

    def _selector(self):
        name = self.instruction.mnemonic
        if name in ("i64x2.eq", "i64x2.ne"):
            return self.flag_of_comparison(*(self._top(i) for i in (1, 0)))
        if name == "v128.bitselect":
            return self.flag_of_masks(self._top(0))
        if name in ("v128.and", "v128.or", "v128.xor"):
            return self.flag_of_masks([*self._top(0), *self._top(1)])
        return None

    def _top(self, depth):
        """The words of the vector at a depth of the operand stack."""
        return [self.whole(word) for word in self.operands[-1 - depth]]
