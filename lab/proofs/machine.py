"""A processor model with polynomials as words: the effects of instructions on registers, flags and memory.

It runs a straight line of instructions once for all inputs. An instruction that selects by a flag (`cmov`, or `sbb r,
r` for a mask) splits the run into one path for each value of the flag. Everything that the model does not describe
exactly is refused: unknown instructions, branches, flags that hold no carry, memory outside the operands.
"""

from algebra import BITS, RADIX, Polynomial
from disassembly import IMAGE, Memory
from state import NAMES, Opaque, Pointer, Refused

MOST_PATHS = 16

# The conditions that depend on the carry flag only, with the value of the flag.
ON_CARRY = {"b": 1, "c": 1, "nae": 1, "ae": 0, "nb": 0, "nc": 0}


class Machine:
    """Runs instructions. `finished` contains the final state of every path."""

    def __init__(self, equations, writable, constant=lambda address: None):
        self.equations = equations
        # A function that returns the word at a read-only address of the library, or None.
        self.constant = constant
        # The names of the memories that the function may write, in addition to its stack.
        self.writable = {*writable, "stack"}
        self.finished = []
        self.state = None
        self.instruction = None

    def run(self, instructions, state):
        waiting = [state]
        while waiting:
            self.state = waiting.pop()
            while True:
                if self.state.at >= len(instructions):
                    raise Refused("the code ends without ret")
                self.instruction = instructions[self.state.at]
                flag = self._splits_on()
                if flag is not None:
                    if len(waiting) + len(self.finished) >= MOST_PATHS:
                        raise Refused(f"more than {MOST_PATHS} paths")
                    other = self.state.copy()
                    other.assumed[flag], self.state.assumed[flag] = 1, 0
                    waiting.append(other)
                    continue
                self.state.at += 1
                if self.instruction.mnemonic == "ret":
                    self.finished.append(self.state)
                    break
                self._step()
        return self.finished

    def refuse(self, why):
        raise Refused(f"`{self.instruction.text}`: {why}")

    # Paths

    def _splits_on(self):
        """The undetermined flag that selects the effect of this instruction, or None."""
        name, operands = self.instruction.mnemonic, self.instruction.operands
        mask = name == "sbb" and operands[0] == operands[1]
        if not (mask or (name.startswith("cmov") and name[4:] in ON_CARRY)):
            return None
        carry = self._assumed(self._flag("carry"))
        if carry.as_constant() is not None:
            return None
        if carry.as_variable() is None:
            self.refuse("selects by a flag that is not a single carry")
        return carry.as_variable()

    def _assumed(self, value):
        """The value after substitution of the flags assumed on this path."""
        for flag, bit in self.state.assumed.items():
            if (flag,) in value.terms:
                value = value + (bit - Polynomial.variable(flag)) * value.terms[(flag,)]
        return value

    # Operands

    def _flag(self, which):
        value = getattr(self.state, which)
        if value is None:
            self.refuse(f"the {which} flag holds no carry")
        return value

    def register(self, name):
        if name not in NAMES:
            self.refuse(f"unknown register {name}")
        wide, size = NAMES[name]
        value = self.state.registers.get(wide)
        if value is None:
            self.refuse(f"{wide} is read before it is written")
        if size == 64:
            return value
        if not isinstance(value, Polynomial):
            self.refuse("reads half of an address")
        return self.equations.split(value, size, name, self.instruction.text)[1]

    def _address(self, memory):
        if memory.base is None:
            self.refuse("an address without a base")
        base = Pointer(IMAGE, 0) if memory.base == IMAGE else self.register(memory.base)
        if not isinstance(base, Pointer):
            self.refuse(f"{memory.base} is not the address of an operand")
        offset = base.offset + memory.offset
        if memory.index:
            index = self._word(self.register(memory.index)).as_constant()
            if index is None:
                self.refuse("an address that depends on data")
            offset += index * memory.scale
        return base.base, offset

    def load(self, memory, bytes_=0):
        base, offset = self._address(memory)
        value = self.state.memory.get((base, offset + bytes_))
        if base == IMAGE and (constant := self.constant(offset + bytes_)) is not None:
            value = Polynomial.constant(constant)
        if value is None:
            self.refuse(f"reads {base}[{offset + bytes_}], which is outside the operands or was not written")
        return value

    def store(self, memory, value, bytes_=0):
        base, offset = self._address(memory)
        offset += bytes_
        if base not in self.writable:
            self.refuse(f"writes to {base}")
        if offset % 8 or (base != "stack" and (base, offset) not in self.state.memory):
            self.refuse(f"writes {base}[{offset}], which is outside the result")
        if base == "stack" and offset >= 0:
            self.refuse("writes to the stack of its caller")
        self.state.memory[base, offset] = value

    def value(self, operand):
        if isinstance(operand, int):
            return Polynomial.constant(operand % RADIX)
        if isinstance(operand, Memory):
            if operand.size != 64:
                self.refuse("reads memory of another width than a word")
            return self.load(operand)
        return self.register(operand)

    def _word(self, value):
        if not isinstance(value, Polynomial):
            self.refuse("computes with an address or a value of its caller")
        return value

    def word(self, operand):
        return self._word(self.value(operand))

    def put(self, operand, value):
        if isinstance(operand, Memory):
            if operand.size != 64:
                self.refuse("writes memory of another width than a word")
            self.store(operand, value)
            return
        if operand not in NAMES:
            self.refuse(f"unknown register {operand}")
        wide, size = NAMES[operand]
        if size == 8:
            self.refuse("writes a byte of a register")
        if size == 32 and isinstance(value, Polynomial):
            value = self.equations.split(value, 32, operand, self.instruction.text)[1]
        self.state.registers[wide] = value

    def flags(self, carry=None, overflow=None):
        self.state.carry, self.state.overflow = carry, overflow

    # Instructions

    def _step(self):
        name, operands = self.instruction.mnemonic, self.instruction.operands
        if name.startswith("cmov"):
            return self._cmov(name[4:], *operands)
        if name.startswith("set"):
            return self._set(name[3:], *operands)
        if name in VECTOR_MOVES:
            return self._vector_move(*operands)
        if name.startswith("j") or name.startswith("call"):
            self.refuse("a branch or a call: the code is not a straight line")
        method = getattr(self, f"_{ALIASES.get(name, name)}_", None)
        if method is None:
            self.refuse("an instruction that the model does not support")
        return method(*operands)

    def _wide(self, operand):
        """Refuses arithmetic on anything but whole words."""
        if isinstance(operand, str) and NAMES.get(operand, ("", 64))[1] != 64:
            self.refuse("arithmetic on a part of a register")

    def _divided(self, total, target):
        name = target if isinstance(target, str) else "memory"
        return self.equations.divide(self._assumed(total), name, self.instruction.text)

    def _sum(self, target, source, carry):
        self._wide(target)
        if target == source:
            word, carry = self._doubled(self.word(target), target, carry)
        else:
            word, carry = self._divided(self.word(target) + self.word(source) + carry, target)
        self.put(target, word)
        return carry

    def _doubled(self, value, target, carry):
        """`2 value + carry` by splitting off the top bit of the value, which is the new carry. All doublings of a value
        share that bit.
        """
        name = target if isinstance(target, str) else "memory"
        high, low = self.equations.split(self._assumed(value), BITS - 1, name, self.instruction.text)
        return low * 2 + carry, high

    def _difference(self, target, source, borrow, keep=True):
        self._wide(target)
        word, above = self._divided(self.word(target) - self.word(source) - borrow, target)
        if keep:
            self.put(target, word)
        return -above

    def _add_(self, target, source):
        if isinstance(self.value(target), Pointer):
            return self._move_pointer(target, source, 1)
        self.flags(self._sum(target, source, 0))

    def _adc_(self, target, source):
        self.flags(self._sum(target, source, self._flag("carry")))

    def _adcx_(self, target, source):
        self.state.carry = self._sum(target, source, self._flag("carry"))

    def _adox_(self, target, source):
        self.state.overflow = self._sum(target, source, self._flag("overflow"))

    def _sub_(self, target, source):
        if isinstance(self.value(target), Pointer):
            return self._move_pointer(target, source, -1)
        self.flags(self._difference(target, source, 0))

    def _move_pointer(self, target, source, sign):
        pointer = self.value(target)
        if not isinstance(source, int):
            self.refuse("an address that depends on data")
        self.put(target, Pointer(pointer.base, pointer.offset + sign * source))
        self.flags()

    def _sbb_(self, target, source):
        if target == source:
            # The result is a mask: the run was split on the flag.
            carry = self._assumed(self._flag("carry"))
            self.put(target, Polynomial.constant(-carry.as_constant() % RADIX))
            return self.flags(carry)
        self.flags(self._difference(target, source, self._flag("carry")))

    def _cmp_(self, left, right):
        self.flags(self._difference(left, right, 0, keep=False))

    def _neg_(self, target):
        self._wide(target)
        word, above = self._divided(-self.word(target), target)
        self.put(target, word)
        self.flags(-above)

    def _not_(self, target):
        self._wide(target)
        self.put(target, RADIX - 1 - self.word(target))

    def _inc_(self, target):
        self._sum(target, 1, 0)
        self.state.overflow = None

    def _dec_(self, target):
        self._difference(target, 1, 0)
        self.state.overflow = None

    def _mulx_(self, high, low, source):
        low_word, high_word = self._product("rdx", source)
        self.put(low, low_word)
        self.put(high, high_word)

    def _mul_(self, source):
        low, high = self._product("rax", source)
        self.put("rax", low)
        self.put("rdx", high)
        self.flags()

    def _imul_(self, target, *sources):
        if not sources:
            self.refuse("a signed product")
        self._wide(target)
        low, _ = self._product(*((target, *sources) if len(sources) == 1 else sources))
        self.put(target, low)
        self.flags()

    def _product(self, left, right):
        left, right = self._assumed(self.word(left)), self._assumed(self.word(right))
        return self.equations.product(left, right, self.instruction.text)

    def _mov_(self, target, source):
        self.put(target, self.value(source))

    def _movzx_(self, target, source):
        self.put(target, self.value(source))

    def _xor_(self, target, source):
        if target != source:
            self.refuse("xor of two words")
        self.put(target, Polynomial())
        self.flags(Polynomial(), Polynomial())

    def _and_(self, target, source):
        self._wide(target)
        values = [self._assumed(self.word(target)), self._assumed(self.word(source))]
        self.put(target, self._masked(*values))
        self.flags(Polynomial(), Polynomial())

    def _masked(self, left, right):
        if left.as_constant() is not None:
            left, right = right, left
        mask = right.as_constant()
        if left.as_constant() is not None:
            return Polynomial.constant(left.as_constant() & mask)
        if mask is None:
            self.refuse("and of two words of which none is a known mask")
        if mask & (mask + 1):
            self.refuse("a mask that is not the lowest bits")
        if mask == 0:
            return Polynomial()
        return self.equations.split(left, mask.bit_length(), "mask", self.instruction.text)[1]

    def _or_(self, target, source):
        self._wide(target)
        values = [self._assumed(self.word(target)), self._assumed(self.word(source))]
        if 0 not in [value.as_constant() for value in values]:
            self.refuse("or of two words of which none is zero")
        self.put(target, values[0] + values[1])
        self.flags(Polynomial(), Polynomial())

    def _test_(self, *_):
        self.flags(Polynomial(), Polynomial())

    def _lea_(self, target, memory):
        base = self.register(memory.base) if memory.base not in (None, IMAGE) else Polynomial()
        if isinstance(base, Pointer) or memory.base == IMAGE:
            return self.put(target, Pointer(*self._address(memory)))
        self._wide(target)
        if memory.index == memory.base and memory.scale == 1 and memory.offset == 0:
            return self.put(target, self._doubled(self._word(base), target, 0)[0])
        total = self._word(base) + memory.offset
        if memory.index:
            total = total + self.word(memory.index) * memory.scale
        self.put(target, self._divided(total, target)[0])

    def _count(self, count):
        if not isinstance(count, int) or not 0 < count < BITS:
            self.refuse("shifts by an unknown number of bits")
        return count

    def _halves(self, operand, low_bits):
        name = operand if isinstance(operand, str) else "memory"
        return self.equations.split(self._assumed(self.word(operand)), low_bits, name, self.instruction.text)

    def _shl_(self, target, count=1):
        self._wide(target)
        high, low = self._halves(target, BITS - self._count(count))
        self.put(target, low * (1 << count))
        self.flags(high if count == 1 else None)

    def _shr_(self, target, count=1):
        self._wide(target)
        high, low = self._halves(target, self._count(count))
        self.put(target, high)
        self.flags(low if count == 1 else None)

    def _shld_(self, target, source, count):
        self._wide(target)
        _, low = self._halves(target, BITS - self._count(count))
        high, _ = self._halves(source, BITS - count)
        self.put(target, low * (1 << count) + high)
        self.flags()

    def _shrd_(self, target, source, count):
        self._wide(target)
        high, _ = self._halves(target, self._count(count))
        _, low = self._halves(source, count)
        self.put(target, high + low * (1 << BITS - count))
        self.flags()

    def _rorx_(self, target, source, count):
        self._wide(target)
        high, low = self._halves(source, self._count(count))
        self.put(target, high + low * (1 << BITS - count))

    def _cmov(self, condition, target, source):
        self._wide(target)
        if condition not in ON_CARRY:
            self.refuse("selects by another flag than the carry")
        taken = self._assumed(self._flag("carry")).as_constant() == ON_CARRY[condition]
        # The memory is read in both cases.
        source = self.value(source)
        if taken:
            self.put(target, source)

    def _set(self, condition, target):
        if condition not in ON_CARRY:
            self.refuse("stores another flag than the carry")
        wide, size = NAMES[target]
        before = self.state.registers.get(wide)
        if size != 8 or not isinstance(before, Polynomial) or self.equations.range(before)[1] > 255:
            self.refuse("stores a flag into a register whose other bytes are not zero")
        carry = self._flag("carry")
        self.state.registers[wide] = carry if ON_CARRY[condition] else 1 - carry

    def _push_(self, source):
        value = self.value(source)
        pointer = self.register("rsp")
        self.put("rsp", Pointer(pointer.base, pointer.offset - 8))
        self.store(Memory("rsp", None, 1, 0, 64), value)

    def _pop_(self, target):
        value = self.load(Memory("rsp", None, 1, 0, 64))
        pointer = self.register("rsp")
        self.put("rsp", Pointer(pointer.base, pointer.offset + 8))
        self.put(target, value)

    def _vector_move(self, target, source):
        """A move of two or four words, used by the compiler to copy arrays."""
        register = target if isinstance(target, str) else source
        words = {"x": 2, "y": 4}.get(register[0])
        if words is None or not register[1:].startswith("mm"):
            self.refuse("a move of neither two nor four words")
        if isinstance(source, Memory):
            values = [self.load(source, 8 * i) for i in range(words)]
        else:
            values = self.state.registers.get(source[1:], [])[:words]
            if len(values) < words:
                self.refuse(f"{source} is read before it is written")
        if isinstance(target, Memory):
            for i, value in enumerate(values):
                self.store(target, value, 8 * i)
        else:
            self.state.registers[target[1:]] = values

    def _vzeroupper_(self):
        for name in list(self.state.registers):
            if name.startswith("mm"):
                self.state.registers[name] = self.state.registers[name][:2]

    def _nop_(self, *_):
        pass


ALIASES = {
    "movabs": "mov",
    "sal": "shl",
    "endbr64": "nop",
    "nopw": "nop",
    "nopl": "nop",
}

VECTOR_MOVES = {
    *("movups", "movaps", "movupd", "movapd", "movdqu", "movdqa"),
    *("vmovups", "vmovaps", "vmovupd", "vmovapd", "vmovdqu", "vmovdqa"),
}
