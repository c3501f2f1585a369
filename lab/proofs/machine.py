"""A processor model with polynomials as words, without instructions: paths, memory, sums and halves of words.

It runs a straight line of instructions once for all inputs. An instruction that selects by a flag splits the run into
one path for each value of the flag. Everything that the model does not describe exactly is refused: unknown
instructions, branches, flags that hold no carry, memory outside the operands.

`x86_64.py` and `a64.py` contain the instructions.
"""

from algebra import Polynomial
from disassembly import IMAGE
from state import Pointer, Refused

MOST_PATHS = 16


class Machine:
    """Runs instructions. `finished` contains the final state of every path."""

    def __init__(self, equations, writable, constant=lambda address: None):
        self.equations = equations
        # A function that returns the word at a read-only address of the library, or None.
        self.constant = constant
        # The names of the memories that the function may write, in addition to its stack.
        self.writable = {*writable, "stack"}
        # For each aligned part of the stack: how many bytes from its beginning on belong to the function.
        self.frames = {}
        # For each part of the stack above an aligned one: below which offset that one begins.
        self.floors = {}
        # The memory that each aligned part of the stack is below.
        self.parents = {}
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
                if self.instruction.mnemonic == "ret" and self.instruction.operands:
                    self.refuse("returns to an address in another register")
                if self.instruction.mnemonic == "ret" and self._returns():
                    self.finished.append(self.state)
                    break
                if self.instruction.mnemonic != "ret":
                    self._step()
        return self.finished

    def refuse(self, why):
        raise Refused(f"`{self.instruction.text}`: {why}")

    # Paths

    def _returns(self):
        """Whether `ret` ends the run. Otherwise it has changed the position."""
        return True

    def _selector(self):
        """The flag that selects the effect of this instruction, or None."""
        raise NotImplementedError

    def _splits_on(self):
        """The undetermined variable that selects the effect of this instruction, or None."""
        flag = self._selector()
        if flag is None:
            return None
        carry = self._assumed(flag)
        if carry.as_constant() is not None:
            return None
        # A borrow is a carry's complement.
        variable = carry.as_variable() if carry.as_variable() is not None else (1 - carry).as_variable()
        if variable is None:
            self.refuse("selects by a flag that is not a single carry")
        return variable

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

    def load(self, memory, bytes_=0):
        base, offset = self._accessed_place(memory, bytes_)
        value = self.state.memory.get((base, offset))
        if base == IMAGE and (constant := self.constant(offset)) is not None:
            value = Polynomial.constant(constant)
        if value is None:
            self.refuse(f"reads {base}[{offset}], which is outside the operands or was not written")
        return value

    def store(self, memory, value, bytes_=0):
        base, offset = self._accessed_place(memory, bytes_)
        if base not in self.writable:
            self.refuse(f"writes to {base}")
        if offset % 8 or (not self.on_stack(base) and (base, offset) not in self.state.memory):
            self.refuse(f"writes {base}[{offset}], which is outside the result")
        if self.on_stack(base) and offset >= self.frames.get(base, 0):
            self.refuse("writes to the stack of its caller")
        self.state.memory[base, offset] = value

    # The stack

    def on_stack(self, base):
        return base == "stack" or base in self.frames

    def _accessed_place(self, memory, bytes_=0):
        """The place of a word that the code reads or writes."""
        base, offset = self.address(memory)
        return self.accessed(base, offset + bytes_)

    def accessed(self, base, offset):
        if offset < self.floors.get(base, offset):
            self.refuse("uses memory that an aligned part of the stack may have")
        self.state.trace = hash((self.state.trace, base, offset))
        return base, offset

    def aligned(self, pointer, mask, bits, stack):
        """The multiple of an alignment at or below a pointer into the stack. What is between both is unknown, so this
        is a memory of its own. Its bytes below `stack - pointer` belong to the function.
        """
        unit = (1 << bits) - mask % (1 << bits)
        if not self.on_stack(pointer.base) or pointer.base != stack.base or unit & (unit - 1) or unit < 16:
            self.refuse("a mask that is no alignment of the stack")
        if pointer.offset > stack.offset:
            self.refuse("aligns an address above the stack pointer")
        self._forget_parts(pointer.base)
        name = f"aligned stack {len(self.parents)}"
        self.parents[name] = pointer.base
        self.frames[name] = stack.offset - pointer.offset
        self.floors[pointer.base] = stack.offset
        self.writable.add(name)
        return Pointer(name, 0)

    def _forget_parts(self, base):
        """Another aligned part may be where those of this base were."""
        for name in [name for name in self.frames if self.parents[name] == base]:
            self._forget_parts(name)
            del self.frames[name]
            self.writable.discard(name)
            for place in [place for place in self.state.memory if name in place[:2]]:
                del self.state.memory[place]

    def _word(self, value):
        if not isinstance(value, Polynomial):
            self.refuse("computes with an address or a value of its caller")
        return value

    def word(self, operand):
        return self._word(self.value(operand))

    def address(self, memory):
        """The base and the offset of a memory operand."""
        raise NotImplementedError

    def value(self, operand):
        """The value of an operand of an instruction."""
        raise NotImplementedError

    def move_pointer(self, target, operand, offset):
        """Puts the address `operand + offset` into a register."""
        pointer = self.value(operand)
        if pointer.base == "code":
            self.refuse("computes with the address of code")
        if not isinstance(offset, int):
            self.refuse("an address that depends on data")
        self.put(target, Pointer(pointer.base, pointer.offset + offset))

    def _divided(self, total, target):
        name = target if isinstance(target, str) else "memory"
        return self.equations.divide(self._assumed(total), name, self.instruction.text)

    def _halves(self, operand, low_bits):
        name = operand if isinstance(operand, str) else "memory"
        return self.equations.split(self._assumed(self.word(operand)), low_bits, name, self.instruction.text)
