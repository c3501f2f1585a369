"""The control flow of kernels for vectors, and general registers: addresses, counters, and bits of lanes.

Loops and calls are executed. Conditions of branches, addresses and numbers of steps must not depend on data, so the
time does not depend on data either.
"""

from dataclasses import dataclass, replace

from algebra import RADIX, Polynomial
from disassembly import Memory
from known import Known, LowByte
from lane_ranges import SIGN
from state import Opaque, Pointer

OTHER = Opaque("another lane")
# More instructions than any kernel executes.
MOST_STEPS = 100_000
# Instructions on words of bits of lanes.
BIT_MOVES = ("mov", "movzx", "shr", "shl", "and", "or", "not")


@dataclass(frozen=True)
class Bits:
    """A word of bits of lanes, of which the bit of one lane is known. Bits above the last one are zero."""

    bits: tuple

    def shifted(self, count):
        """The bits shifted right by a count, or left by a negative count."""
        return Bits(self.bits[count:] if count >= 0 else (0,) * -count + self.bits)

    def of_word(self, mask):
        """The word of the bits of a mask, if they are known."""
        chosen = [(i, bit) for i, bit in enumerate(self.bits) if mask >> i & 1]
        if any(bit == OTHER for _, bit in chosen):
            return OTHER
        return Polynomial.constant(sum(bit << i for i, bit in chosen))


class Control(Known):
    """Control flow and general registers."""

    def __init__(self, equations, writable, constant):
        super().__init__(equations, writable, constant)
        # The positions of all instructions that were executed, and their number.
        self.executed, self.steps = set(), 0

    def count_step(self):
        self.executed.add(self.state.at - 1)
        self.state.trace = hash((self.state.trace, self.state.at))
        self.steps += 1
        if self.steps > MOST_STEPS:
            self.refuse("more instructions than any kernel executes")

    def _returns(self):
        pointer = self.register("rsp")
        target = self.load(Memory("rsp", None, 1, 0, 64))
        self.put("rsp", Pointer(pointer.base, pointer.offset + 8))
        if isinstance(target, Pointer) and target.base == "code":
            self.state.at = target.offset
            return False
        if target != Opaque("the return address"):
            self.refuse("returns to another address than its caller's")
        return True

    def _call_(self, target):
        if target == "memcpy":
            return self._copy()
        if not isinstance(target, int):
            self.refuse("a call of a function outside the kernel")
        pointer = self.register("rsp")
        self.put("rsp", Pointer(pointer.base, pointer.offset - 8))
        self.store(Memory("rsp", None, 1, 0, 64), Pointer("code", self.state.at))
        self.state.at = target

    def _copy(self):
        """Copies a known number of words, as `memcpy` does. Registers that it may change are unknown afterwards."""
        to, from_, size = self.copied
        target, size = self.register(to), self.register(size)
        known = size.as_constant() if isinstance(size, Polynomial) else None
        if known is None or known % 8:
            self.refuse("copies an unknown number of words")
        source = self.register(from_)
        if isinstance(source, Pointer) and source.base == target.base and abs(source.offset - target.offset) < known:
            self.refuse("copies words to where some of them are")
        words = [self.load(Memory(from_, None, 1, offset, 64)) for offset in range(0, known, 8)]
        for i, word in enumerate(words):
            self.store(Memory(to, None, 1, 8 * i, 64), word)
        stack = self.state.registers[self.stack_pointer]
        for place in [p for p in self.state.memory if stack.base in p[:2] and p[-1] < stack.offset]:
            del self.state.memory[place]
        self._copied()
        self.state.registers[self.result] = target
        self.flags()

    # The registers of the target, the source and the number of bytes of `memcpy`, and that of a result.
    copied, result, stack_pointer = ("rdi", "rsi", "rdx"), "rax", "rsp"

    def _copied(self):
        """What `memcpy` may change is unknown afterwards."""
        for name in ("rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11"):
            self.state.registers[name] = Opaque(f"an unspecified {name}")
        for name in [name for name in self.state.registers if name.startswith(("mm", "k"))]:
            del self.state.registers[name]

    def _jump(self, condition, target):
        if not isinstance(target, int):
            self.refuse("a jump outside the kernel")
        if condition == "mp" or self._holds(condition):
            self.state.at = target

    # Comparisons

    def _cmp_(self, left, right):
        size, right = self._size(left), right % RADIX if isinstance(right, int) else right
        left, right = self.value(left), self.value(right)
        self.flags()
        if isinstance(left, Pointer) and isinstance(right, Pointer) and left.base == right.base:
            left, right = (Polynomial.constant(pointer.offset + SIGN) for pointer in (left, right))
        known = [value.as_constant() if isinstance(value, Polynomial) else None for value in (left, right)]
        if None not in known:
            left, right = (value % (1 << size) for value in known)
            self._compared(left - right, size, left < right)

    def _test_(self, left, right):
        self.flags()
        known = self._known_words(left, right)
        if known is not None:
            self._compared(known[0] & known[1], self._size(left), False)

    def _after(self, target):
        """Records a sum or difference, whose carry is not needed."""
        value = self.value(target)
        known = value.as_constant() if isinstance(value, Polynomial) else None
        self.flags()
        if known is not None:
            self._compared(known, self._size(target))

    # Instructions on known words, addresses, and bits of lanes

    def _wide_name(self, name):
        return self.names[name][0]

    def _of_known_words(self):
        """Executes an instruction on known words, or on bits of lanes. Returns whether it did."""
        name, operands = self.instruction.mnemonic, self.instruction.operands
        in_registers = not any(isinstance(operand, Memory) for operand in operands)
        if in_registers and name in BIT_MOVES and self._of_bits(name, *operands):
            return True
        return super()._of_known_words()

    def _of_bits(self, name, target, source=1):
        bits = self._register(source if name in ("mov", "movzx") else target)
        if not isinstance(bits, Bits):
            return False
        if self._size(target) < 32:
            self.refuse("bits of lanes in a part of a register")
        bits = Bits(bits.bits[: self._size(source if name in ("mov", "movzx") else target)])
        if name in ("mov", "movzx"):
            self.state.registers[self._wide_name(target)] = Bits(bits.bits[: self._size(source)])
            return True
        if name in ("and", "or", "not"):
            return self._logic_of_bits(name, bits, target, source)
        counts = self._known_words(source)
        if counts is None:
            self.refuse("shifts by an unknown number of bits")
        count = counts[0] % self._size(target)
        count = count if name == "shr" else -count
        self.state.registers[self._wide_name(target)] = Bits(bits.shifted(count).bits[: self._size(target)])
        self.flags()
        return True

    def _logic_of_bits(self, name, bits, target, source):
        size = self._size(target)
        first = (bits.bits + (0,) * size)[:size]
        if name == "not":
            result = [self.not_bit(bit) for bit in first]
        else:
            other = self._register(source)
            if not isinstance(other, Bits):
                self.refuse("logic of bits of lanes and another word")
            second = (other.bits + (0,) * size)[:size]
            operation = self.and_bits if name == "and" else self.or_bits
            result = [operation(x, y) for x, y in zip(first, second, strict=True)]
        self.state.registers[self._wide_name(target)] = Bits(tuple(result))
        if name != "not":
            self.flags()
        return True

    def not_bit(self, bit):
        return bit if bit == OTHER else 1 - bit

    def and_bits(self, x, y):
        if x == 0 or y == 0:
            return 0
        return OTHER if OTHER in (x, y) else 1

    def or_bits(self, x, y):
        if x == 1 or y == 1:
            return 1
        return OTHER if OTHER in (x, y) else 0

    def _add_(self, target, source):
        if isinstance(self.value(target), Polynomial) and isinstance(self.value(source), Pointer):
            index, pointer = self._known_words(target), self.value(source)
            if index is None:
                self.refuse("an address that depends on data")
            self.put(target, Pointer(pointer.base, pointer.offset + index[0]))
            return self.flags()
        if isinstance(self.value(target), Pointer):
            super()._add_(target, self._index(target, source))
        else:
            self._put_sum(target, self.word(target) + self.word(source))
        self._after(target)

    def _put_sum(self, target, value):
        """Writes a sum as a word of a lane, which equals it modulo 2^64. Its carry must not be needed."""
        self._wide(target)
        self.put(target, value if value.as_constant() is None else Polynomial.constant(value.as_constant() % RADIX))

    def _lea_(self, target, source):
        base = self._register(source.base)
        if not isinstance(base, Polynomial) or base.as_constant() is not None:
            return super()._lea_(target, source)
        index = self.word(source.index) * source.scale if source.index else 0
        self._put_sum(target, base + index + source.offset)

    def _imul_(self, target, *sources):
        """A product with a known number, as a word of a lane."""
        factors = [self.word(operand) for operand in ((target, *sources) if len(sources) == 1 else sources)]
        if len(factors) != 2 or all(factor.as_constant() is None for factor in factors):
            self.refuse("a product of words")
        known, factor = sorted(factors, key=lambda factor: factor.as_constant() is None)
        number = known.as_constant()
        self._put_sum(target, factor * (number - RADIX if number >= SIGN else number))
        self.flags()

    def _index(self, target, source):
        """A known word that is added to an address, as an integer."""
        known = self._known_words(source) if isinstance(source, str) else None
        if isinstance(self.value(target), Pointer) and known is not None:
            return known[0] - (RADIX if known[0] >= SIGN else 0)
        return source

    def _sub_(self, target, source):
        known = None if isinstance(self.value(target), Pointer) else self._known_words(target, source)
        if isinstance(self.value(target), Pointer):
            super()._sub_(target, source)
        else:
            self._put_sum(target, self.word(target) - self.word(source))
        self._after(target)
        if known is not None:
            self._compared(known[0] - known[1], self._size(target), known[0] < known[1])

    def _dec_(self, target):
        super()._dec_(target)
        self._after(target)

    def _inc_(self, target):
        super()._inc_(target)
        self._after(target)

    def _and_(self, target, source):
        if target != "rsp" or not isinstance(source, int):
            return super()._and_(target, source)
        self.put(target, self.aligned(self.value(target), source, 64, self.value(target)))
        self.flags()

    # General registers and memory of other widths

    def register(self, name):
        value = self._register(name)
        if isinstance(value, LowByte):
            return Polynomial.constant(value.byte) if self._size(name) == 8 else value
        return super().register(name)

    def address(self, memory):
        index = self._register(memory.index) if memory.index else None
        if isinstance(index, Pointer) and memory.scale == 1:
            # The address is in the second register.
            memory = replace(memory, base=memory.index, index=memory.base)
        base, offset = super().address(memory)
        return base, (offset + SIGN) % RADIX - SIGN

    def value(self, operand):
        if not isinstance(operand, Memory) or operand.size not in (8, 16, 32):
            return super().value(operand)
        base, offset = self.accessed(*self.address(operand))
        if operand.size == 8 and ("byte", base, offset) in self.state.memory:
            return Polynomial.constant(self.state.memory["byte", base, offset])
        word, inside = self.state.memory.get(("half", base, offset)), 0
        if isinstance(word, LowByte) and operand.size == 8:
            return Polynomial.constant(word.byte)
        if word is None:
            inside = offset % 8
            if 8 * inside + operand.size > 64:
                self.refuse("reads parts of two words")
            word = self._word(self.load(operand, -inside))
        word, text = self._word(word), self.instruction.text
        word = self.equations.split(word, 8 * inside, "memory", text)[0] if inside else word
        return self.equations.split(word, operand.size, "memory", text)[1]

    def store(self, memory, value, bytes_=0):
        base, offset = self.address(memory)
        for half in (0, 4):
            self.state.memory.pop(("half", base, offset + bytes_ + half), None)
        self._forget_bytes(base, offset + bytes_, 8)
        super().store(memory, value, bytes_)

    def _store_half(self, memory, value):
        """Stores half a word on the stack. The word itself is unknown then."""
        base, offset = self.address(memory)
        self.accessed(base, offset)
        outside = not self.on_stack(base) or offset % 4 or offset >= self.frames.get(base, 0)
        if outside or not isinstance(value, Polynomial | LowByte | Pointer):
            self.refuse("writes memory of another width than a word")
        self.state.memory.pop((base, offset // 8 * 8), None)
        self._forget_bytes(base, offset, 4)
        self.state.memory["half", base, offset] = value

    def put(self, operand, value):
        if isinstance(operand, Memory) and operand.size == 32:
            return self._store_half(operand, value)
        if self._size(operand) == 8:
            return self._put_byte(operand, value)
        super().put(operand, value)
