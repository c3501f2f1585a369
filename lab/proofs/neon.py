"""The instructions of AArch64 on vectors of two words (NEON), and those of general registers around them.

The vector `v0` is the register `mm0` of the state. Words of lanes and their operations are those of x86-64.
"""

import re
from dataclasses import replace

from algebra import Polynomial
from control import OTHER, Bits
from disassembly import IMAGE, Memory
from neon_registers import GeneralRegisters
from state import A64_NAMES, Pointer
from two_words import Halves, Positive

VECTOR = re.compile(r"^\{?([vqds])(\d+)(?:\.(\w+))?\}?(?:\[(\d)\])?$")
# The names of selections by a mask: which operands are the mask, its words where it is set, and the others.
SELECTIONS = {"bif": (2, 0, 1), "bit": (2, 1, 0), "bsl": (0, 1, 2)}
LOGIC = {"and": "both", "orr": "either", "eor": "exclusive"}
# The arrangements of the operands of instructions on vectors; `None` is a whole register such as `d0`. Instructions on
# whole words, of which the model has no smaller ones, are not listed.
BYTES = {"16b", "8b"}
ARRANGEMENTS = {
    **dict.fromkeys(("and", "orr", "eor", "bic", "bif", "bit", "bsl", "ext"), BYTES),
    "mov": {*BYTES, "d", "s", None},
    "fmov": {"d", None},
    "movi": {"2d", None},
    "dup": {"2d", "2s", "4s", "d", "s"},
    **dict.fromkeys(("uxtl", "shll", "xtn"), {"2d", "2s"}),
    **dict.fromkeys(("umlal", "umlsl"), {"2d", "2s"}),
    "mul": {"2s", "s"},
    **dict.fromkeys(("fmla",), {"2d", "d"}),
    "ld1": {"d"},
    "ld1r": {"2d", "2s", "4s"},
    **dict.fromkeys(("ldr", "ldp", "str", "stp", "ldur", "stur"), {None}),
}


class Neon(GeneralRegisters):
    """Vectors of two words."""

    names = A64_NAMES

    def _step(self):
        self.count_step()
        name, operands = self.instruction.mnemonic, self.instruction.operands
        if name in ("nop", "bti"):
            return None
        vector = bool(operands) and isinstance(operands[0], str) and VECTOR.match(operands[0])
        for operand in operands:
            match = VECTOR.match(operand) if isinstance(operand, str) else None
            if match and match.group(3) not in ARRANGEMENTS.get(name, {"2d"}):
                self.refuse("an arrangement of vectors that the model does not support")
        if name.startswith("b."):
            return self._branch(name[2:], *operands)
        method = getattr(self, f"_any_{name}", None)
        method = method or getattr(self, f"_{'vector' if vector else 'word'}_{name}", None)
        if method is None:
            self.refuse("an instruction that the model does not support")
        try:
            return method(*operands)
        except (TypeError, IndexError) as error:
            self.refuse(f"operands that the model does not support ({error})")

    # Registers

    def _named(self, operand):
        """The letter, the register, the arrangement and the index of a vector operand."""
        match = VECTOR.match(operand) if isinstance(operand, str) else None
        if match is None:
            self.refuse(f"{operand} is not a vector")
        letter, number, arrangement, index = match.groups()
        return letter, f"mm{number}", arrangement, None if index is None else int(index)

    def _raw(self, operand):
        """The words of a vector, of which some may be halves."""
        _, register, _, _ = self._named(operand)
        values = self.state.registers.get(register)
        if values is None:
            self.refuse(f"{operand} is read before it is written")
        return values

    def vector(self, operand, words=None):
        """The words of a vector, of an element or a number in both lanes."""
        if isinstance(operand, int):
            return [Polynomial.constant(operand)] * 2
        letter, _, arrangement, index = self._named(operand)
        values = [self.whole(word) for word in self._raw(operand)]
        if arrangement == "d":
            return [values[index]] * 2
        if letter != "q" and arrangement not in ("2d", "16b", "8b"):
            self.refuse("parts of words")
        return values

    def put_vector(self, operand, values):
        letter, register, arrangement, index = self._named(operand)
        if index is not None or (letter == "v" and arrangement not in ("2d", "16b", "8b", "2s", "4s")):
            self.refuse("writes a part of a vector")
        if letter in ("d", "s") or arrangement in ("8b", "2s"):
            values = [values[0], Polynomial()]
        self.state.registers[register] = list(values)

    def _element(self, operand):
        """The word or the half of a vector operand with an index, or of the lowest one."""
        letter, _, arrangement, index = self._named(operand)
        if letter == "s" or arrangement == "s":
            index = index or 0
            return self.half(self._raw(operand)[index // 2], index % 2)
        return self.whole(self._raw(operand)[index or 0])

    # Paths

    def _selector(self):
        name, operands = self.instruction.mnemonic, self.instruction.operands
        if not operands or not isinstance(operands[0], str) or not VECTOR.match(operands[0]):
            return None
        if name == "cmeq":
            return self.flag_of_comparison(*(self.vector(operand) for operand in operands[1:]))
        if name in SELECTIONS:
            return self.flag_of_masks(self.vector(operands[SELECTIONS[name][0]]))
        if name in LOGIC or name == "bic":
            return self.flag_of_masks([word for operand in operands[1:] for word in self.vector(operand)])
        return None

    # Sums, products and shifts of lanes

    def _lanes(self, operation, target, *sources):
        self.put_vector(target, self.each_lane(operation, *(self.vector(source) for source in sources)))

    def _vector_add(self, *operands):
        self._lanes(lambda x, y: x + y, *operands)

    def _vector_sub(self, *operands):
        self._lanes(lambda x, y: x - y, *operands)

    def _vector_neg(self, *operands):
        self._lanes(lambda x: -x, *operands)

    def _vector_ushr(self, target, source, count):
        self._lanes(lambda x: self.unsigned_shift(x, count), target, source)

    def _vector_sshr(self, target, source, count):
        self._lanes(lambda x: self.signed_shift(x, count), target, source)

    def _vector_usra(self, target, source, count):
        self._lanes(lambda x, y: x + self.unsigned_shift(y, count), target, target, source)

    def _vector_ssra(self, target, source, count):
        self._lanes(lambda x, y: x + self.signed_shift(y, count), target, target, source)

    def _vector_shl(self, target, source, count):
        self.put_vector(target, self.shift_left(self.vector(source), count))

    def _vector_sli(self, target, source, count):
        """The lowest bits remain."""

        def inserted(x, y):
            low = self.equations.split(x, self.known_count(count), "word", self.instruction.text)[1]
            return self.shifted_left(y, count) + low

        self._lanes(inserted, target, target, source)

    def _fused(self, target, left, right, summand):
        words = zip(self.vector(left), self.vector(right), self.vector(summand), strict=True)
        self.put_vector(target, [self._sum(*three) for three in words])

    def _vector_fmla(self, target, left, right):
        self._fused(target, left, right, target)

    def _vector_fadd(self, *operands):
        self._sums(1, *operands)

    def _vector_fsub(self, *operands):
        self._sums(-1, *operands)

    # Halves

    def _vector_xtn(self, target, source):
        self.put_vector(target, [Halves(*(self.half(word, 0) for word in self.vector(source))), Polynomial()])

    def _both_halves(self, operand):
        if self._named(operand)[2] != "2s":
            self.refuse("halves of other words")
        return [self.half(self._raw(operand)[0], which) for which in range(2)]

    def _vector_uxtl(self, target, source):
        self.put_vector(target, self._both_halves(source))

    def _vector_shll(self, target, source, count):
        if count != 32:
            self.refuse("another shift than by half a word")
        halves = self._both_halves(source)
        self.put_vector(target, self.each_lane(lambda x: self.shifted_left(x, 32), halves))

    def _product_of_vectors(self, sign, target, left, right):
        def summed(total, x, y):
            return total + self._product_of_halves(x, y) * sign

        halves = self._both_halves(left), self._both_halves(right)
        self.put_vector(target, self.each_lane(summed, self.vector(target), *halves))

    def _vector_umlal(self, *operands):
        self._product_of_vectors(1, *operands)

    def _vector_umlsl(self, *operands):
        self._product_of_vectors(-1, *operands)

    def _vector_mul(self, target, left, right):
        """The lower halves of products of halves."""

        def product(x, y):
            return self.low_half(self._product_of_halves(x, y))

        element = self._named(right)[3] is not None
        factors = [self._element(right)] * 2 if element else self._both_halves(right)
        halves = self.each_lane(product, self._both_halves(left), factors)
        self.put_vector(target, [Halves(*halves)])

    # Moves

    def _vector_mov(self, target, source):
        letter, register, arrangement, index = self._named(target)
        if index is None and letter == "v":
            return self.put_vector(target, self._raw(source))
        word = self._element(source) if VECTOR.match(source) else self.content(source)
        if index is None:
            return self.put_vector(target, [word])
        if arrangement != "d":
            self.refuse("writes half a word")
        values = list(self._raw(target))
        values[index] = word
        self.state.registers[register] = values

    def _vector_fmov(self, target, source):
        self.put_vector(target, [self._element(source) if VECTOR.match(source) else self.content(source)])

    def _word_fmov(self, target, source):
        self.put(target, self.of_vector(self._element(source)))

    def _vector_movi(self, target, number):
        self.put_vector(target, self.vector(number))

    def _vector_dup(self, target, source):
        vector = VECTOR.match(source)
        word = self._element(source) if vector else self.content(source)
        if self._named(target)[2] in ("2s", "4s"):
            half = self.half(word, 0)
            word = self.twice(half) if isinstance(half, Bits) else Halves(half, half)
        self.put_vector(target, [word] * 2)

    def _vector_zip1(self, target, left, right):
        self.put_vector(target, [self.vector(left)[0], self.vector(right)[0]])

    def _vector_zip2(self, target, left, right):
        self.put_vector(target, [self.vector(left)[1], self.vector(right)[1]])

    _vector_trn1, _vector_trn2 = _vector_zip1, _vector_zip2

    def _vector_ext(self, target, left, right, count):
        if count != 8:
            self.refuse("a permutation of parts of words")
        self.put_vector(target, [self.vector(left)[1], self.vector(right)[0]])

    # Masks

    def _vector_cmlt(self, target, source, zero):
        if zero != 0:
            self.refuse("compares with another number than zero")
        self.put_vector(target, [self.sign(word) for word in self.vector(source)])

    def _vector_cmgt(self, target, source, zero):
        if zero != 0:
            self.refuse("compares with another number than zero")
        masks = [word if word == OTHER else Positive(word, self.sign(word)) for word in self.vector(source)]
        self.put_vector(target, masks)

    def _vector_cmeq(self, target, left, right):
        self.put_vector(target, self.masks(self.compare(self.vector(left), self.vector(right))))

    def _vector_and(self, *operands):
        self._logic_of_vectors(self.both, *operands)

    def _vector_orr(self, *operands):
        self._logic_of_vectors(self.either, *operands)

    def _vector_eor(self, *operands):
        self._logic_of_vectors(self.exclusive, *operands)

    def _vector_bic(self, target, left, right):
        self._logic_of_vectors(self.without, target, right, left)

    def _logic_of_vectors(self, method, target, left, right):
        pairs = zip(
            *([self._known_sign(word) for word in self.vector(source)] for source in (left, right)), strict=True
        )
        self.put_vector(target, [self._logic_in_lane(method, *pair) for pair in pairs])

    def _selection(self, *operands):
        places = SELECTIONS[self.instruction.mnemonic]
        words = zip(*(self.vector(operands[place]) for place in places), strict=True)
        self.put_vector(operands[0], [self.selected_by(*three) for three in words])

    _vector_bif = _vector_bit = _vector_bsl = _selection

    # Loads and stores

    def _accessed(self, memory, after, count, transfer):
        """Transfers `count` parts. `after` is "!" if the base becomes the address, or what the base grows by."""
        if not isinstance(memory, Memory):
            self.refuse("an operand that is not in memory")
        if after == "!":
            self.move_pointer(memory.base, memory.base, memory.offset)
            memory = replace(memory, offset=0)
        stack = self.content("sp")
        if memory.base == "sp" and stack.offset % 16:
            self.refuse("uses a stack pointer that is not aligned")
        for i in range(count):
            transfer(i, memory)
        if after not in (None, "!"):
            self.move_pointer(memory.base, memory.base, after)

    def _size_in_memory(self, register):
        vector = VECTOR.match(register)
        return {"q": 16, "d": 8, "s": 4, "x": 8, "w": 4}.get(vector.group(1) if vector else register[0], 0)

    def _load_all(self, registers, memory, after=None):
        size, loaded = self._size_in_memory(registers[0]), []
        if after is not None and memory.base in registers:
            self.refuse("changes a base that it loads")
        self._accessed(memory, after, len(registers), lambda i, m: loaded.append(self._loaded(m.moved(size * i), size)))
        for register, words in zip(registers, loaded, strict=True):
            if VECTOR.match(register):
                self.put_vector(register, words)
            else:
                self.put(register, self.joined(words[0]))

    def _loaded(self, memory, size):
        if size == 4:
            return [self.value(replace(memory, size=32))]
        return [self.load(memory, i) for i in range(0, size, 8)]

    def _store_all(self, registers, memory, after=None):
        size = self._size_in_memory(registers[0])

        def transfer(i, place):
            register = registers[i]
            vector = VECTOR.match(register)
            words = self._raw(register)[: max(size // 8, 1)] if vector else [self.content(register)]
            if size == 4:
                return self._store_half(place.moved(4 * i), words[0])
            for j, word in enumerate(words):
                self.store(place, word, size * i + 8 * j)

        self._accessed(memory, after, len(registers), transfer)

    def _any_ldr(self, register, memory, after=None):
        self._load_all((register,), memory, after)

    def _any_ldp(self, first, second, memory, after=None):
        self._load_all((first, second), memory, after)

    def _any_str(self, register, memory, after=None):
        self._store_all((register,), memory, after)

    def _any_stp(self, first, second, memory, after=None):
        self._store_all((first, second), memory, after)

    _any_ldur, _any_stur = _any_ldr, _any_str

    def _any_ld1(self, target, memory, after=None):
        _, register, arrangement, index = self._named(target)
        if arrangement != "d" or index is None:
            self.refuse("a load of parts of words")
        values = list(self._raw(target))
        values[index] = self.load(memory)
        self._accessed(memory, after, 0, None)
        self.state.registers[register] = values

    def _any_ld1r(self, target, memory, after=None):
        if self._named(target)[2] in ("2s", "4s"):
            half = self.value(replace(memory, size=32))
            word = Halves(half, half)
        else:
            word = self.load(memory)
        self._accessed(memory, after, 0, None)
        self.put_vector(target, [word] * 2)

    def _word_adrp(self, target, page):
        self.put(target, Pointer(IMAGE, int(page, 16)))
