"""Writes a statement and a certificate for each kernel for single numbers, for the checker in `lab/coq/certificates`.

certify.py [--target aarch64] LIBRARY FOLDER [NAME..].
"""

import argparse
import sys
import time
from dataclasses import replace
from pathlib import Path

import native
import proof
from algebra import Polynomial, number, ratio
from bounds import SCALE, Context
from disassembly import Library
from equations import Equations
from kernel_text import kernel
from kernels import kernels
from links import Links
from processor import Contradiction, samples
from reading import RECORDERS, code, read
from reasons import Certified, Rest
from state import Refused
from steps import Unproved, combination, integer, polynomial, reason, step
from targets import TARGETS, X86_64


class Named(Equations):
    """Equations that remember the sums that have become variables."""

    def __init__(self):
        super().__init__()
        self.named_values = {}

    def named(self, value, name, instruction):
        before = len(self.names)
        result = super().named(value, name, instruction)
        if len(self.names) > before:
            self.named_values[before] = value
        return result


class Certificate:
    """The proof of one kernel as text."""

    def __init__(self, claim, instructions, constant, target=X86_64):
        self.claim, self.lines = claim, []
        self.statement = read(claim, instructions, constant, target)
        self.equations = Named()
        inputs = []

        def word(operand, i):
            if operand.fixed and operand.fixed[i] is not None:
                return Polynomial.constant(operand.fixed[i])
            value = self.equations.input(f"{operand.name}[{i}]", int((operand.name, i) == ("p", 0)))
            inputs.append((value.as_variable(), len(inputs) + 1))
            return value

        state, self.operands = proof.start(claim, word, target)
        if hasattr(self.operands, "p_words") and hasattr(self.operands, "inverse"):
            self.equations.declare_negated_inverse(self.operands.p_words[0], self.operands.inverse)
        target = replace(target, machine=RECORDERS[target.name])
        ends, results = proof.run(claim, self.equations, instructions, state, constant, target)
        read_words = {v for words in results for word in words for monomial in word.terms for v in monomial}
        samples = [
            self.equations.evaluate(proof.inputs(claim, self.operands, numbers))
            for numbers in proof.operands_for(claim, proof.SAMPLES, seed=1)
        ]
        self.make_bounds = lambda links: Certified(self.equations, read_words, samples, links)
        links = Links.first(self.statement, self.equations, inputs)
        logs = [end.registers.get("log", ()) for end in ends]
        self.branch(list(zip(ends, results, logs, strict=True)), links)

    def text(self):
        return kernel(self.statement) + "\n" + "\n".join(self.lines) + "\n"

    def branch(self, paths, links):
        """Links all results up to the flag on which the paths differ, then writes both cases."""
        theirs = self.statement.log
        while True:
            entries = paths[0][2]
            if not entries:
                break
            if entries[0][1] == "flag":
                return self.cases(paths, links)
            at = entries[0][0]
            count = next((i for i, e in enumerate(entries) if e[0] != at or e[1] == "flag"), len(entries))
            links.take(entries[:count], [e for e in theirs if e[0] == at])
            paths = [(end, words, log[count:]) for end, words, log in paths]
        ((end, words, _),) = paths
        self.leaf(end, words, links)

    def cases(self, paths, links):
        flag = paths[0][2][0][2][0]
        image = links.image(Polynomial.variable(flag))
        ((variable, sign),) = ((m[0], c) for m, c in image.terms.items() if m)
        offset = image.terms.get((), 0)
        least, _ = links.bounds[variable]
        self.write(links)
        self.lines.append(f"cases {variable}")
        for value in (least, least + 1):
            bit = sign * value + offset
            chosen = [(end, words, log[1:]) for end, words, log in paths if log[0][2] == (flag, bit)]
            case = links.copy()
            case.bounds[variable] = value, value
            case.fixed(variable)
            self.branch(chosen, case)

    def write(self, links):
        self.lines += [step(entry) for entry in links.steps[links.taken :]]
        links.taken = len(links.steps)

    def leaf(self, end, words, links):
        claim = self.claim
        bounds = self.make_bounds(links)
        context = Context(self.facts(bounds, links))
        for flag, value in end.assumed.items():
            context = bounds.with_flag(flag, value, context)
        form = number(words) * SCALE
        bounds.exact(form, context)
        trace = bounds.trace
        rest = Rest(links, self.statement.congruent * SCALE)
        bounds.use_trace(rest, trace, claim.radix)
        rest.simplify()
        factor = self.remove_multiples(rest, bounds, context)
        reasons = []
        for limit in self.statement.limits:
            why = Rest(links, limit * SCALE)
            bounds.use_trace(why, trace, -claim.radix)
            reasons.append(bounds.finished(why, SCALE, context))
        if rest.value.terms:
            raise Unproved("the result differs from the claim: " + proof.text(rest.value, self.statement.program.names))
        self.write(links)
        scale, _, zeros = rest.scaled(SCALE)
        self.lines.append(
            f"done {integer(scale)} {polynomial(factor)} {combination(zeros)} {len(reasons)} "
            + " ".join(map(reason, reasons))
        )

    def facts(self, bounds, links):
        """The preconditions, with the keys of conditions, and of products of pairs."""
        facts, key = [], 0
        for fact in self.claim.given(self.operands):
            parts = [Polynomial.of(part) for part in (fact if isinstance(fact, tuple) else [fact])]
            for part in parts:
                facts.append(part)
                key += 1
                bounds.assume(part, key)
            if len(parts) == 2:
                facts.append(parts[0] * parts[1])
                name = links.key()
                links.steps.append(("multiplied", name, key - 1, key))
                bounds.assume(facts[-1], name)
        return facts

    def remove_multiples(self, rest, bounds, context):
        """Subtracts multiples of `p` from the rest. Returns the factor of `p`."""
        s, total = self.statement, Polynomial()
        first_related = 1 + int(hasattr(self.operands, "inverse") and hasattr(self.operands, "p_words"))
        for key in range(first_related, len(s.equations) + 1):
            related = bounds.links.image(Polynomial.of(self.claim.related(self.operands)[key - first_related]))
            quotient = divided(rest.value, related)
            # `related = equation + p multiple`.
            rest.subtract(key, quotient)
        if s.modulus.terms:
            quotient = divided(rest.value, s.modulus)
            total = Polynomial({m: ratio(c, SCALE) for m, c in quotient.terms.items()})
            rest.value = rest.value - quotient * s.modulus
        for monomial in [m for m in rest.value.terms if len(m) == 1]:
            ours = bounds.links.originals.get(monomial[0])
            ours = next((o for o, i in bounds.links.images.items() if i.as_variable() == monomial[0]), ours)
            if ours is not None:
                bounds.is_zero(ours, context)
        rest.simplify()
        return total


def divided(value, divisor):
    """The quotient that cancels all terms with one variable of the divisor. See `proof.multiple`."""
    if divisor.as_constant() is not None:
        modulus = divisor.as_constant()
        return Polynomial({m: c // modulus for m, c in value.terms.items() if c % (modulus * SCALE) == 0})
    lead, weight = min((t for t in divisor.terms.items() if t[0]), key=lambda term: abs(term[1]))
    quotient = {}
    for monomial, coefficient in value.terms.items():
        if lead[0] in monomial and coefficient % (weight * SCALE) == 0:
            others = list(monomial)
            others.remove(lead[0])
            quotient[tuple(others)] = coefficient // weight
    return Polynomial(quotient)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("library")
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--target", choices=RECORDERS, default="x86_64", help="the processor of the library")
    arguments = parser.parse_intermixed_args()
    library = Library(arguments.library, TARGETS[arguments.target])
    claims, failed = kernels(arguments.target), 0
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for name in arguments.names or claims:
        begin = time.monotonic()
        try:
            certificate = Certificate(claims[name], code(library, name), library.constant, library.target)
            tried = samples(library, name, claims[name], certificate.statement)
            text = certificate.text()
        except (Unproved, Refused) as unproved:
            print(f"{name}: NO CERTIFICATE: {unproved}", flush=True)
            failed += 1
            continue
        except Contradiction as contradiction:
            print(f"{name}: THE PROCESSOR CONTRADICTS THE CLAIM: {contradiction}", flush=True)
            failed += 1
            continue
        (arguments.folder / f"{name}.certificate").write_text(text)
        if tried is not None:
            (arguments.folder / f"{name}.samples").write_text(tried)
        print(f"{name}: {len(certificate.lines)} steps; {time.monotonic() - begin:.1f} s", flush=True)
    if reason := native.missing(library.target):
        print(f"SKIPPED: the comparison with the processor: {reason}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
