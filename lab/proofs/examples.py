"""Small kernels with other structures than the shipped ones.

They show that a proof depends neither on the order of instructions nor on the kind of reduction. Their tests with too
strong claims show that bounds on operands are not assumed.
"""

from disassembly import parse_intel

SAVED = ("rbx", "rbp", "r12", "r13", "r14", "r15")
ROW = ["rax", "rbx", "rbp", "r9", "r10", "r11", "r12", "r13"]
LOW, HIGH = "r14", "r15"


def assemble(*blocks):
    """Instructions from lists of lines, with code that saves and restores registers."""
    lines = [f"push {r}" for r in SAVED] + [line for block in blocks for line in block]
    return [parse_intel(line) for line in lines + [f"pop {r}" for r in reversed(SAVED)] + ["ret"]]


def at(register, limb):
    return f"QWORD PTR [{register}{'-' if limb < 0 else '+'}{8 * abs(limb):#x}]"


def store(words):
    return [f"mov {at('rdi', i)},{word}" for i, word in enumerate(words)]


def row(words, operand, limbs, top):
    """Adds `rdx * operand` in two chains. With `top`, the carry out of the last word goes to `words[limbs + 1]`."""
    lines = [f"xor {LOW},{LOW}"]
    for j in range(limbs):
        lines += [f"mulx {HIGH},{LOW},{at(operand, j)}"]
        lines += [f"adcx {words[j]},{LOW}", f"adox {words[j + 1]},{HIGH}"]
    lines += [f"mov {LOW},0x0", f"adcx {words[limbs]},{LOW}"]
    if top:
        lines += [f"adox {words[limbs + 1]},{LOW}", f"adcx {words[limbs + 1]},{LOW}"]
    return lines


def subtract_once(words, top, spare):
    """Subtracts `p` at rcx if the result is not negative."""
    lines = []
    for i, word in enumerate(words):
        lines += [f"mov {spare[i]},{word}", f"{'sbb' if i else 'sub'} {spare[i]},{at('rcx', i)}"]
    return [*lines, f"sbb {top},0x0"] + [f"cmovae {word},{spare[i]}" for i, word in enumerate(words)]


def multiplication_6(reduced=True):
    """Multiplication in six rounds. Without reduction, no sum may exceed seven words."""
    words = list(ROW)
    lines = ["mov QWORD PTR [rsp-0x8],rdi", "mov rdi,rdx", *(f"xor {word},{word}" for word in words)]
    for i in range(6):
        lines += [f"mov rdx,{at('rdi', i)}", *row(words, "rsi", 6, top=reduced)]
        lines += [f"mov rdx,{words[0]}", "imul rdx,r8", *row(words, "rcx", 6, top=reduced)]
        words = words[1:] + words[:1] if reduced else words[1:7] + [words[0], words[7]]
    if reduced:
        lines += ["mov QWORD PTR [rsp-0x10],rdi"]
        lines += subtract_once(words[:6], words[6], ["rdx", "rsi", "r8", "rdi", LOW, HIGH])
    return assemble(lines, ["mov rdi,QWORD PTR [rsp-0x8]"], store(words[:6]))


def square(limbs):
    """The full square `a^2`: products of different limbs, doubled by shifts, then the squares of limbs."""
    words = {k: at("rsp", k - 2 * limbs) for k in range(2 * limbs)}
    lines, written = ["xor rax,rax", f"mov {words[0]},rax", f"mov {words[2 * limbs - 1]},rax"], set()
    for i in range(limbs - 1):
        lines += [f"mov rdx,{at('rsi', i)}", "xor r8,r8"]
        for j in range(i + 1, limbs):
            lines += [f"mulx {HIGH},{LOW},{at('rsi', j)}", f"add {LOW},r8", f"adc {HIGH},0x0"]
            if i + j in written:
                lines += [f"add {LOW},{words[i + j]}", f"adc {HIGH},0x0"]
            written.add(i + j)
            lines += [f"mov {words[i + j]},{LOW}", f"mov r8,{HIGH}"]
        written.add(i + limbs)
        lines += [f"mov {words[i + limbs]},r8"]
    lines += ["mov r9,0x0"]
    for k in range(2 * limbs):
        if k % 2 == 0:
            lines += [f"mov rdx,{at('rsi', k // 2)}", "mulx r11,r10,rdx"]
        # rax is the previous word, whose top bit is shifted in; r9 is the carry.
        lines += [f"mov rbx,{words[k]}", "mov rbp,rbx", "shld rbp,rax,0x1", "mov rax,rbx"]
        lines += ["add rbp,r9", "mov r9,0x0", "adc r9,0x0"]
        lines += [f"add rbp,{'r11' if k % 2 else 'r10'}", "adc r9,0x0", f"mov {at('rdi', k)},rbp"]
    return assemble(lines)


def accumulation(limbs):
    """`acc += a b` in `2 limbs + 1` words in memory."""
    lines = ["mov rcx,rdx"]
    for i in range(limbs):
        lines += [f"mov rdx,{at('rcx', i)}", "xor r8,r8"]
        for j in range(limbs):
            lines += [f"mulx {HIGH},{LOW},{at('rsi', j)}", f"add {LOW},r8", f"adc {HIGH},0x0"]
            lines += [f"add {at('rdi', i + j)},{LOW}", f"adc {HIGH},0x0", f"mov r8,{HIGH}"]
        lines += [f"add {at('rdi', i + limbs)},r8"]
        lines += [f"adc {at('rdi', k)},0x0" for k in range(i + limbs + 1, 2 * limbs + 1)]
    return assemble(lines)


def reduction(limbs):
    """Montgomery reduction of `2 limbs` words without final subtraction, by single carry chains."""
    place = {k: at("rsp", k - 2 * limbs) for k in range(2 * limbs)}
    lines = [line for k in place for line in (f"mov rax,{at('rsi', k)}", f"mov {place[k]},rax")]
    lines += ["xor r9,r9"]
    for i in range(limbs):
        lines += [f"mov rdx,{place[i]}", "imul rdx,r8", "xor r10,r10"]
        for j in range(limbs):
            lines += [f"mulx {HIGH},{LOW},{at('rcx', j)}", f"add {LOW},r10", f"adc {HIGH},0x0"]
            lines += [f"add {place[i + j]},{LOW}", f"adc {HIGH},0x0", f"mov r10,{HIGH}"]
        lines += ["add r10,r9", "mov r9,0x0", "adc r9,0x0"]
        lines += [f"add {place[i + limbs]},r10", "adc r9,0x0"]
    lines += [line for k in range(limbs) for line in (f"mov rax,{place[limbs + k]}", f"mov {at('rdi', k)},rax")]
    return assemble(lines)


def fold():
    """A reduction by one word with `power = 2^-64 mod p`: `floor(t / 2^64) + t_0 power`, from five words to five."""
    words = ROW[:5]
    lines = [f"mov {word},{at('rsi', k)}" for k, word in enumerate(words[1:], 1)]
    lines += [f"mov rdx,{at('rsi', 0)}", "xor rax,rax"]
    return assemble(lines, row([*words[1:], "rax", "r10"], "rcx", 4, top=False), store([*words[1:], "rax"]))


SECP256K1_GAP = 0x1000003D1


def reduction_secp256k1():
    """A reduction of eight words to five modulo `2^256 - 0x1000003d1`. The high word of `m * 0x1000003d1` is
    subtracted, and `m` is added four words higher. The low word would become zero and is not computed.
    """
    inverse = pow(SECP256K1_GAP, -1, 1 << 64)
    words = list(ROW)
    lines = [f"mov {word},{at('rsi', k)}" for k, word in enumerate(words)]
    lines += [f"movabs r8,{inverse:#x}", f"movabs {HIGH},{SECP256K1_GAP:#x}", "xor rsi,rsi"]
    for i in range(4):
        lines += [f"mov rdx,{words[i]}", "imul rdx,r8", f"mulx {LOW},rcx,{HIGH}"]
        lines += [
            f"sub {words[i + 1]},{LOW}",
            f"sbb {words[i + 2]},0x0",
            f"sbb {words[i + 3]},0x0",
            "sbb rdx,0x0",
        ]
        lines += ["add rdx,rsi", "mov rsi,0x0", "adc rsi,0x0", f"add {words[i + 4]},rdx", "adc rsi,0x0"]
    return assemble(lines, store([*words[4:], "rsi"]))


BLS12_381_SCALAR = 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001


def fold_bls12_381():
    """One round of a reduction from five words to five. `m` and `m p_0` are computed by shifts, because `p_0 = 2^64 -
    2^32 + 1`.
    """
    words = ROW[:5]
    lines = [f"mov {word},{at('rsi', k)}" for k, word in enumerate(words)]
    lines += [f"mov rdx,{words[0]}", "shl rdx,0x20", f"add rdx,{words[0]}", "neg rdx"]
    # m p_0 = (m - (m << 32) mod 2^64) + 2^64 (m - (m >> 32)); the first and the lowest word cancel.
    lines += [f"mov {LOW},rdx", f"shl {LOW},0x20", f"mov {HIGH},rdx", f"shr {HIGH},0x20"]
    lines += [
        "mov r8,rdx",
        f"sub r8,{LOW}",
        "mov rsi,rdx",
        f"sbb rsi,{HIGH}",
        f"add {words[0]},r8",
        "adc rsi,0x0",
    ]
    lines += [f"xor {LOW},{LOW}", f"adcx {words[1]},rsi"]
    for j in range(1, 4):
        limb = BLS12_381_SCALAR >> 64 * j & (1 << 64) - 1
        lines += [f"movabs r8,{limb:#x}", f"mulx {HIGH},{LOW},r8"]
        lines += [f"adox {words[j]},{LOW}", f"adcx {words[j + 1]},{HIGH}"]
    lines += ["mov r8,0x0", f"adox {words[4]},r8", f"adox {words[0]},r8", f"adcx {words[0]},r8"]
    return assemble(lines, store([*words[1:], words[0]]))
