"""Parses the text of kernels with their certificate, as `replay.ml` does, and writes it again."""

# The parts of instructions: registers (r), operands (o) and integers (i).
PARTS = {
    **dict.fromkeys(("mov", "add", "adc", "sub", "sbb"), "oo"),
    **dict.fromkeys(("imul", "adcx", "adox", "and"), "ro"),
    **dict.fromkeys(("sbbsame", "zero", "double"), "r"),
    **dict.fromkeys(("shlx", "shrx"), "ror"),
    **dict.fromkeys(("push", "pop"), "o"),
    **{"mulx": "rro", "cmov": "iro", "lea": "rri", "madd52": "iroo"},
}
# The parts of operands and of values.
OPERANDS = {"register": "r", "immediate": "i", "memory": "ri"}
VALUES = {"number": "p", "address": "ii", "caller": "r", "content": "i"}


class Words:
    def __init__(self, source):
        self.words, self.at = source.split(), 0

    def word(self):
        self.at += 1
        return self.words[self.at - 1]

    def integer(self):
        return int(self.word(), 0)

    def list(self, item):
        return [item() for _ in range(self.integer())]

    def poly(self):
        return self.list(lambda: [self.integer(), self.list(self.integer)])

    def combination(self):
        return self.list(lambda: [self.integer(), self.poly()])

    def reason(self):
        factor = self.integer()
        positives = self.list(lambda: [self.word(), self.integer(), self.poly()])
        return {"factor": factor, "positives": positives, "zeros": self.combination()}

    def step(self, kind):
        parts = {
            "equal": (self.integer, self.poly, self.combination),
            "congruent": (self.integer, self.integer, self.integer, self.poly, self.poly, self.combination),
            "atleast": (self.integer, self.poly, self.reason),
            "between": (self.integer, self.integer, self.integer, self.reason, self.reason),
            "squeezed": (self.integer, self.poly, self.reason, self.reason),
            "multiplied": (self.integer, self.integer, self.integer),
        }
        return [kind, *(part() for part in parts[kind])]

    def proof(self):
        """A list: `then, step, rest`; `cases, variable, lower, upper`; `done, factor, quotient, zeros, reasons`."""
        before = []
        while (kind := self.word()) not in ("cases", "done"):
            before.append(self.step(kind))
        if kind == "cases":
            proof = ["cases", self.integer(), self.proof(), self.proof()]
        else:
            proof = ["done", self.integer(), self.poly(), self.combination(), self.list(self.reason)]
        for step in reversed(before):
            proof = ["then", step, proof]
        return proof

    def parts(self, kinds):
        read = {
            "r": self.word,
            "i": self.integer,
            "p": self.poly,
            "o": lambda: self.tagged(OPERANDS),
            "v": lambda: self.tagged(VALUES),
        }
        return [read[kind]() for kind in kinds]

    def tagged(self, table):
        kind = self.word()
        return [kind, *self.parts(table[kind])]

    def kernels(self):
        found = []
        while self.words[self.at] == "kernel":
            found.append(self.kernel())
        return found

    def kernel(self):
        assert self.word() == "kernel"
        return {
            "target": self.word(),
            "registers": self.list(lambda: self.parts("rv")),
            "memory": self.list(lambda: self.parts("iiv")),
            "writable": self.list(self.integer),
            "code": self.list(lambda: self.tagged(PARTS)),
            "places": self.list(lambda: self.parts("ii")),
            "digit": self.integer(),
            "variables": self.integer(),
            "ranges": self.list(lambda: self.parts("iii")),
            "zero": self.list(self.poly),
            "not_less": self.list(self.poly),
            "radix": self.integer(),
            "expected": self.poly(),
            "divisor": self.poly(),
            "limits": self.list(self.poly),
        }


def parse(source):
    words = Words(source)
    return words.kernels(), words.proof()


# Lists, with or without their number of items, as words.


def integer(value):
    return f"-0x{-value:x}" if value < 0 else f"0x{value:x}"


def poly(terms):
    parts = [str(len(terms))]
    for coefficient, monomial in terms:
        parts += [integer(coefficient), str(len(monomial)), *map(str, monomial)]
    return " ".join(parts)


def items(entries, item):
    return " ".join([str(len(entries)), *map(item, entries)])


def combination(zeros):
    return items(zeros, lambda entry: f"{entry[0]} {poly(entry[1])}")


def reason(why):
    positives = items(why["positives"], lambda entry: f"{entry[0]} {entry[1]} {poly(entry[2])}")
    return f"{integer(why['factor'])} {positives} {combination(why['zeros'])}"


def step(entry):
    kind, *parts = entry
    writers = {
        "equal": (str, poly, combination),
        "congruent": (str, str, integer, poly, poly, combination),
        "atleast": (str, poly, reason),
        "between": (str, integer, integer, reason, reason),
        "squeezed": (str, poly, reason, reason),
        "multiplied": (str, str, str),
    }
    return " ".join([kind, *(write(part) for write, part in zip(writers[kind], parts, strict=True))])


def proof_text(proof):
    lines = []
    while proof[0] == "then":
        lines.append(step(proof[1]))
        proof = proof[2]
    if proof[0] == "cases":
        lines += [f"cases {proof[1]}", proof_text(proof[2]), proof_text(proof[3])]
    else:
        lines.append(f"done {integer(proof[1])} {poly(proof[2])} {combination(proof[3])} {items(proof[4], reason)}")
    return "\n".join(lines)


def flat(entry):
    """The words of nested parts that are no polynomials."""
    return " ".join(poly(part[1]) if part[0] == "p" else part[1] for part in tagged(entry))


def tagged(entry):
    for i, part in enumerate(entry):
        if isinstance(part, list) and part and part[0] == "number":
            yield "w", "number"
            yield "p", part[1]
        elif isinstance(part, list):
            yield from tagged(part)
        else:
            yield "w", str(part)


def text(kernels, proof):
    return "\n".join([*map(kernel_text, kernels), proof_text(proof), ""])


def kernel_text(kernel):
    parts = [
        f"kernel {kernel['target']}",
        *(items(kernel[name], flat) for name in ("registers", "memory")),
        items(kernel["writable"], str),
        *(items(kernel[name], flat) for name in ("code", "places")),
        f"{kernel['digit']} {kernel['variables']}",
        items(kernel["ranges"], flat),
        *(items(kernel[name], poly) for name in ("zero", "not_less")),
        f"{kernel['radix']} {poly(kernel['expected'])} {poly(kernel['divisor'])}",
        items(kernel["limits"], poly),
    ]
    return "\n".join(parts)
