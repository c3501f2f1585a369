"""The instructions of x86-64, as far as the kernels use them."""

from algebra import BITS, RADIX, Polynomial
from disassembly import IMAGE, Memory
from machine import Machine
from state import NAMES, Pointer

# The conditions that depend on the carry flag only, with the value of the flag.
ON_CARRY = {"b": 1, "c": 1, "nae": 1, "ae": 0, "nb": 0, "nc": 0}


# The bytes below the stack pointer that a signal does not change.
RED_ZONE = 128


class X86(Machine):
    """Runs instructions of x86-64."""

    # The registers of all widths.
    names = NAMES

    def _selector(self):
        name, operands = self.instruction.mnemonic, self.instruction.operands
        mask = name == "sbb" and operands[0] == operands[1]
        if mask or (name.startswith("cmov") and name[4:] in ON_CARRY):
            return self._flag("carry")
        return None

    # Operands

    def register(self, name):
        if name not in self.names:
            self.refuse(f"unknown register {name}")
        wide, size = self.names[name]
        value = self.state.registers.get(wide)
        if value is None:
            self.refuse(f"{wide} is read before it is written")
        if size == 64:
            return value
        if not isinstance(value, Polynomial):
            self.refuse("reads half of an address")
        return self.equations.split(value, size, name, self.instruction.text)[1]

    def address(self, memory):
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

    def value(self, operand):
        if isinstance(operand, int):
            return Polynomial.constant(operand % RADIX)
        if isinstance(operand, Memory):
            if operand.size != 64:
                self.refuse("reads memory of another width than a word")
            return self.load(operand)
        return self.register(operand)

    def put(self, operand, value):
        if isinstance(operand, Memory):
            if operand.size != 64:
                self.refuse("writes memory of another width than a word")
            self.store(operand, value)
            return
        if operand not in self.names:
            self.refuse(f"unknown register {operand}")
        wide, size = self.names[operand]
        if size < 32:
            self.refuse("writes a byte or two of a register")
        if size == 32 and isinstance(value, Polynomial):
            value = self.equations.split(value, 32, operand, self.instruction.text)[1]
        self.state.registers[wide] = value

    def accessed(self, base, offset):
        pointer = self.state.registers.get("rsp")
        if isinstance(pointer, Pointer) and pointer.base == base and offset < pointer.offset - RED_ZONE:
            self.refuse("uses memory below the red zone")
        return super().accessed(base, offset)

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
        if isinstance(operand, str) and self.names.get(operand, ("", 64))[1] != 64:
            self.refuse("arithmetic on a part of a register")

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
            return self._move_pointer(target, source)
        self.flags(self._sum(target, source, 0))

    def _adc_(self, target, source):
        self.flags(self._sum(target, source, self._flag("carry")))

    def _adcx_(self, target, source):
        self.state.carry = self._sum(target, source, self._flag("carry"))

    def _adox_(self, target, source):
        self.state.overflow = self._sum(target, source, self._flag("overflow"))

    def _sub_(self, target, source):
        if isinstance(self.value(target), Pointer):
            return self._move_pointer(target, -source if isinstance(source, int) else source)
        self.flags(self._difference(target, source, 0))

    def _move_pointer(self, target, offset):
        self.move_pointer(target, target, offset)
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
            return self.put(target, Pointer(*self.address(memory)))
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

    def _shlx_(self, target, source, count):
        self._wide(target)
        count = self._known_count(count)
        _, low = self._halves(source, BITS - count)
        self.put(target, low * (1 << count))

    def _shrx_(self, target, source, count):
        self._wide(target)
        self.put(target, self._halves(source, self._known_count(count))[0])

    def _known_count(self, register):
        """The number of bits in a register, if it does not depend on data."""
        return self._count(self._assumed(self.word(register)).as_constant())

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
        wide, size = self.names[target]
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
