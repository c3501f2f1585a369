"""Proofs of kernels that repeat a step, for any number of repetitions, by induction.

The kernel runs two steps, and then three. Where the loop begins again, each word that held a digit of the operand the
first time now holds a digit of the result of one step. This result is proved to satisfy the claim. Then any digits that
the claim allows take its place, and all else that has changed is unknown, but for the number of steps that remain. Of
that the code only asks whether it is zero, so that other numbers of steps run the same instructions. The next step from
there is proved too: both its result at the end, and what it leaves for a further step. So the claim holds for every
step of any number of them.
"""

from copy import copy
from dataclasses import replace

from algebra import Polynomial
from disassembly import is_branch
from doubles import Double
from fma import Lanes
from lane_claims import Value, number
from lane_equations import DIGIT
from lane_proof import paths, prove, prove_path, transcript
from neon import Neon
from proof import Failed, nothing
from state import Counter, Opaque
from vectors import OTHER
from wasm import Wasm


class Repeated:
    """Follows one lane through the loop that begins at `head`."""

    head, operand, digits = None, (), None

    def _jump(self, condition, target):
        before = self.state.at
        super()._jump(condition, target)
        self.again = self.state.at < before

    def _splits_on(self):
        if self.state.at == self.head and self.head is not None:
            self._begin(self.again)
        self.again = False
        return super()._splits_on()

    again, first, others, found, seconds, forgotten = False, None, (), None, (), ()

    def _begin(self, again):
        # What was asked before, and flags, do not count any more.
        self.last_asked = None
        self.flags()
        if not again:
            self.first, self.others, self.found = self._words(), self._other_contents(), []
            return
        if self.first is None:
            return
        words = self._words()
        if self.found:
            self._check_others()
            self.found.append([words[held[0]] for held in self.places])
            self._put_digits()
            self.results = self.found
            return
        changed = {place for place, word in words.items() if not _same(word, self.first.get(place))}
        places = [[p for p in changed if _same(self.first.get(p), digit)] for digit in self.operand]
        if not any(places):
            return
        if not all(places):
            self.refuse("a digit of the operand has no place where the loop begins")
        # If a register holds a copy that is not needed any more, the digit is on the stack. The copy becomes unknown.
        for i, held in enumerate(places):
            place = min(held, key=lambda place: not self.on_stack(place[0]))
            places[i] = [other for other in held if _same(words[other], words[place])]
        self.places = places
        self.found.append([words[held[0]] for held in places])
        self.results = self.found
        for place in changed:
            self._put(place, OTHER)
        self._forget_others()
        self._put_digits()

    def _put_digits(self):
        for held, digit in zip(self.places, self.digits, strict=True):
            for place in held:
                self._put(place, digit)

    places, results = (), ()

    def _other_contents(self):
        """General registers, masks, and parts of words on the stack."""
        state = self.state
        registers = {(name,): value for name, value in state.registers.items() if not name.startswith("mm")}
        memory = {
            place: value
            for place, value in state.memory.items()
            if len(place) == 3 or (place[0] in self.writable and not self.on_stack(place[0]))
        }
        return registers | memory

    def _check_others(self):
        """Nothing else changes in later steps, and numbers of steps by one."""
        for place, value in self._other_contents().items():
            before = self.seconds.get(place)
            if isinstance(value, Counter) and isinstance(before, Counter):
                steps = before.value - value.value
                if steps != (0 if _same(before, self.others.get(place)) else 1):
                    self.refuse("counts steps in another way")
            elif not _same(value, before) and place not in self.forgotten:
                self.refuse("changes what did not change in the step before")

    def _forget_others(self):
        """What has changed is unknown, but for numbers of steps: of those, the code only asks whether they are zero."""
        self.seconds, self.forgotten = self._other_contents(), set()
        for place, value in self.seconds.items():
            before = self.others.get(place)
            if isinstance(value, Counter) and isinstance(before, Counter):
                if before.value - value.value not in (0, 1):
                    self.refuse("counts steps in another way")
                continue
            if _same(value, before):
                continue
            self.forgotten.add(place)
            if len(place) == 1:
                self.state.registers[place[0]] = Opaque("changes in the loop")
            elif len(place) == 3:
                del self.state.memory[place]
            else:
                self.state.memory[place] = Opaque("changes in the loop")

    def _words(self):
        """All words of vectors and of the stack, by place."""
        state = self.state
        words = {
            ("mm", name, i): word
            for name, vector in state.registers.items()
            if name.startswith("mm")
            for i, word in enumerate(vector)
        }
        return words | {place: word for place, word in state.memory.items() if self.on_stack(place[0])}

    def _put(self, place, word):
        if self.on_stack(place[0]):
            self.state.memory[place] = word
        else:
            vector = list(self.state.registers[place[1]])
            vector[place[2]] = word
            self.state.registers[place[1]] = vector


class RepeatedLanes(Repeated, Lanes):
    """On x86-64."""


class RepeatedNeon(Repeated, Neon):
    """On AArch64."""


class RepeatedWasm(Repeated, Wasm):
    """On WebAssembly."""


def _same(x, y):
    return type(x) is type(y) and x == y


def heads(instructions, executed):
    """The positions where loops begin: targets of jumps backwards, innermost first."""
    found = [
        (i - instruction.operands[-1], instruction.operands[-1])
        for i, instruction in enumerate(instructions)
        if i in executed and is_branch(instruction) and isinstance(instruction.operands[-1], int)
    ]
    return [head for length, head in sorted(found) if length > 0]


def prove_claim(claim, instructions, constant=nothing, lanes=None):
    """Proves a claim, and for a kernel with a number of steps the induction, or raises `Failed`."""
    report = prove(claim, instructions, constant, lanes)
    if not claim.same_code and any(isinstance(argument, Value) for argument in claim.arguments):
        proved = {}
        for lane in range(claim.lanes) if lanes is None else lanes:
            _prove_repetition(claim, instructions, report.executed, lane, constant, proved)
        report.equations += sum(proved.values())
        report.repeated = True
    return report


def _prove_repetition(claim, instructions, executed, lane, constant, proved):
    """Proves the induction for a lane. `proved` contains the lanes' transcripts and numbers of equations."""
    for head in heads(instructions, executed):
        try:
            going, later = _repeated(claim, instructions, head, 3, lane, constant)
        except Failed:
            continue
        if len(going.machine.results) != 2:
            # Another loop, such as one over vectors.
            continue
        ending, digits = _repeated(claim, instructions, head, 2, lane, constant)
        first = [_digit(ending, word, i) for i, word in enumerate(ending.machine.results[0])]
        second = [_digit(going, word, i) for i, word in enumerate(going.machine.results[1])]
        steps = (
            replace(ending, words=first),
            replace(ending, operands=_operands(ending, digits)),
            replace(going, words=second, operands=_operands(going, later)),
        )
        key = "\n".join(transcript(step) for step in steps)
        if key not in proved:
            proved[key] = len(ending.equations.equations) + len(going.equations.equations)
            for step in steps:
                prove_path(claim, step)
        return
    raise Failed("repetition", "no loop holds the digits of its operand where it begins")


def _operands(path, digits):
    """The operands of a step that begins with these digits."""
    later = copy(path.operands)
    later.a_words, later.a = digits, number(digits, DIGIT)
    return later


def _repeated(claim, instructions, head, steps, lane, constant):
    """A run with a number of steps, and the digits that replace the result of the first one."""
    arguments = tuple(replace(a, value=steps) if isinstance(a, Value) else a for a in claim.arguments)
    output, digits = claim.output(), []

    def prepared(machine, equations, operands):
        machine.head, machine.operand = head, operands.a_words
        last = len(operands.a_words) - 1
        for i in range(last + 1):
            most = output.top if i == last else 1 << DIGIT
            digits.append(equations.operand(f"digit {i}", most - 1))
        machine.digits = list(digits)
        if output.doubles:
            machine.operand, machine.digits = ([Double(word) for word in words] for words in (machine.operand, digits))
            return
        for i in range(last):
            above = equations.operand(f"bits above digit {i}", (1 << 64 - DIGIT) - 1)
            machine.digits[i] = digits[i] + above * (1 << DIGIT)

    repeated = replace(claim, arguments=arguments)
    machine = {"neon": RepeatedNeon, "relaxed-simd": RepeatedWasm}.get(claim.vectors, RepeatedLanes)
    (path,) = paths(repeated, instructions, lane, constant, machine=machine, prepared=prepared)
    return path, digits


def _digit(path, word, i):
    """The digit in a word: its low bits, or the highest word itself."""
    if isinstance(word, Double):
        return word.value
    if not isinstance(word, Polynomial):
        raise Failed("repetition", "a digit is unknown where the loop begins again")
    last = i == len(path.operands.a_words) - 1
    word = path.equations.unsigned(word)
    return word if last else path.equations.split(word, DIGIT, "digit", "the loop")[1]
