"""Faults of claims and of code: each changes a kernel in place, and is a function of the kernel and the proof."""


def instruction(kernel, *names, number=0):
    """An instruction with one of these names."""
    return [entry for entry in kernel["code"] if entry[0] in names][number]


def dropped_precondition(kernel, _):
    kernel["not_less"][0] = []


def dropped_inverse(kernel, _):
    kernel["zero"][0] = []


def other_equation_of_an_operand(kernel, _):
    kernel["zero"][-1][0][0] += 1


def dropped_range_of_an_operand(kernel, _):
    kernel["ranges"].pop(0)


def wider_operands(kernel, _):
    for bounds in kernel["ranges"]:
        bounds[2] = 2 * bounds[2] + 1


def tighter_limit(kernel, _):
    kernel["limits"][0][0][0] -= 1 << 256


def limit_of_nothing(kernel, _):
    kernel["limits"][0] = []


def other_claim(kernel, _):
    kernel["expected"][-1][0] += 1


def claim_of_a_multiple(kernel, _):
    for term in kernel["expected"]:
        term[0] *= 2


def other_radix(kernel, _):
    kernel["radix"] *= 2


def other_modulus(kernel, _):
    kernel["divisor"][0][0] += 1


def swapped_limbs_of_the_modulus(kernel, _):
    first, second = kernel["divisor"][:2]
    first[1], second[1] = second[1], first[1]


def swapped_words_of_the_result(kernel, _):
    places = kernel["places"]
    places[0], places[1] = places[1], places[0]


def swapped_words_of_an_operand(kernel, _):
    words = [entry for entry in kernel["memory"] if entry[2][0] == "number"]
    words[-1][2], words[-2][2] = words[-2][2], words[-1][2]


def swapped_limb(kernel, _):
    entry = next(entry for entry in kernel["code"] if entry[0] == "mulx" and entry[3][0] == "memory")
    entry[3][2] += 8


def swapped_halves(kernel, _):
    entry = instruction(kernel, "mulx", number=1)
    entry[1], entry[2] = entry[2], entry[1]


def missing_carry(kernel, _):
    instruction(kernel, "adc", number=-1)[0] = "add"


def missing_carry_of_a_chain(kernel, _):
    entry = instruction(kernel, "adcx", number=-1)
    entry[0], entry[1] = "add", ["register", entry[1]]


def other_chain(kernel, _):
    instruction(kernel, "adox", number=-1)[0] = "adcx"


def missing_borrow(kernel, _):
    instruction(kernel, "sbb", number=-1)[0] = "sub"


def turned_condition(kernel, _):
    entry = instruction(kernel, "cmov")
    entry[1] = 1 - entry[1]


def dropped_instruction(kernel, _):
    kernel["code"].remove(instruction(kernel, "adox", number=3))


def register_not_restored(kernel, _):
    kernel["code"].remove(instruction(kernel, "pop"))


def write_to_an_operand(kernel, _):
    kernel["writable"].clear()


def write_to_the_stack_of_the_caller(kernel, _):
    kernel["code"].insert(0, ["mov", ["memory", "rsp", 8], ["immediate", 0]])


def fewer_variables(kernel, _):
    kernel["variables"] -= 1


# Kernels for vectors


def other_half(kernel, _):
    entry = instruction(kernel, "madd52", number=7)
    entry[1] = 1 - entry[1]


def other_factor(kernel, _):
    entry = instruction(kernel, "madd52", number=7)
    entry[4] = instruction(kernel, "madd52", number=20)[4]


def other_mask(kernel, _):
    instruction(kernel, "and")[2][1] >>= 1


def smaller_digits(kernel, _):
    kernel["digit"] >>= 1


def digits_of_words(kernel, _):
    kernel["digit"] = 2**64


def other_sign(kernel, _):
    kernel["code"].remove(next(e for e in kernel["code"] if e[0] == "add" and e[1] == e[2]))


def missing_selection(kernel, _):
    kernel["code"].remove(instruction(kernel, "cmov"))
