//! The ports of Golden Cove, the core of Intel's Alder Lake, Sapphire Rapids and Emerald Rapids.
//!
//! Sources: Intel, "64 and IA-32 Architectures Optimization Reference Manual", 2.1; A. Abel, J. Reineke, "uops.info:
//! Characterizing latency, throughput, and port usage of instructions on Intel microarchitectures", 2019, and its
//! tables for Alder Lake's cores of this kind. An instruction that is not named here has one operation, which any port
//! executes. So the bound stays one from below.

use super::code::Instruction;

/// The names of the ports that calculate. Bit `i` of a set is port `PORTS[i]`.
pub(super) const PORTS: [&str; 5] = ["0", "1", "5", "6", "10"];

/// Issued, loaded and stored each cycle.
pub(super) const ISSUE: f64 = 6.0;
pub(super) const LOADS: f64 = 3.0;
pub(super) const STORES: f64 = 2.0;

const P0: u8 = 1;
const P1: u8 = 1 << 1;
const P5: u8 = 1 << 2;
const P6: u8 = 1 << 3;
const P10: u8 = 1 << 4;
const VECTOR: u8 = P0 | P1 | P5;
const ANY: u8 = VECTOR | P6 | P10;

/// Vectors by the beginning of the mnemonic without `v`: the longest beginning counts.
const VECTORS: [(&str, &[u8]); 55] = [
    ("fmadd", &[P0 | P1]),
    ("fmsub", &[P0 | P1]),
    ("fnmadd", &[P0 | P1]),
    ("fnmsub", &[P0 | P1]),
    ("mulp", &[P0 | P1]),
    ("muls", &[P0 | P1]),
    ("cvt", &[P0 | P1]),
    ("round", &[P0 | P1]),
    ("addp", &[P1 | P5]),
    ("adds", &[P1 | P5]),
    ("subp", &[P1 | P5]),
    ("subs", &[P1 | P5]),
    ("pmul", &[P0 | P1]),
    ("psll", &[P0 | P1]),
    ("psrl", &[P0 | P1]),
    ("psra", &[P0 | P1]),
    ("pslldq", &[P1 | P5]),
    ("psrldq", &[P1 | P5]),
    ("pcmp", &[P0 | P1]),
    ("pcmpgtq", &[P5]),
    ("cmpp", &[P1 | P5]),
    ("padd", &[VECTOR]),
    ("psub", &[VECTOR]),
    ("pand", &[VECTOR]),
    ("por", &[VECTOR]),
    ("pxor", &[VECTOR]),
    ("and", &[VECTOR]),
    ("orp", &[VECTOR]),
    ("xorp", &[VECTOR]),
    ("blendp", &[VECTOR]),
    ("pblend", &[VECTOR]),
    ("blendv", &[VECTOR, VECTOR, VECTOR]),
    ("pblendv", &[VECTOR, VECTOR, VECTOR]),
    ("punpck", &[P1 | P5]),
    ("unpck", &[P1 | P5]),
    ("pshuf", &[P1 | P5]),
    ("shufp", &[P1 | P5]),
    ("permilp", &[P1 | P5]),
    ("palignr", &[P1 | P5]),
    ("permq", &[P5]),
    ("permpd", &[P5]),
    ("permd", &[P5]),
    ("perm2", &[P5]),
    ("insert", &[P5]),
    ("extract", &[P5]),
    ("broadcast", &[P5]),
    ("pbroadcast", &[P5]),
    ("pinsr", &[P5, P5]),
    ("pextr", &[P0, P5]),
    ("pmovmskb", &[P0]),
    ("movmskp", &[P0]),
    ("ptest", &[P0, P5]),
    ("testp", &[P0, P5]),
    ("zeroupper", &[]),
    ("aes", &[P0 | P1]),
];

/// Instructions on general registers, by the whole mnemonic.
const GENERAL: [(&[&str], &[u8]); 8] = [
    (&["mul", "mulx"], &[P1, P5]),
    (&["imul", "popcnt", "lzcnt", "tzcnt", "bsf", "bsr", "shld", "shrd", "pext", "pdep", "crc32"], &[P1]),
    (&["adc", "sbb", "adcx", "adox", "bt", "bts", "btr", "btc"], &[P0 | P6]),
    (&["shl", "shr", "sar", "rol", "ror", "sal", "shlx", "shrx", "sarx", "rorx"], &[P0 | P6]),
    (&["jmp", "call", "ret"], &[P6]),
    (&["nop", "endbr64"], &[]),
    (&["div", "idiv"], &[P1, P1, P1, P1]),
    (&["xchg"], &[ANY, ANY, ANY]),
];

/// The resources of an instruction.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Cost {
    /// For each operation the ports that execute it.
    pub(super) ports: Vec<u8>,
    pub(super) issued: u64,
    pub(super) loads: u64,
    pub(super) stores: u64,
}

/// The cost of an instruction, and of the jump that follows it if both are one operation.
pub(super) fn cost(instruction: &Instruction, next: Option<&Instruction>) -> Cost {
    let name = instruction.mnemonic.as_str();
    if instruction.is_fused_with(next) {
        // The jump has the operation.
        return Cost { loads: u64::from(instruction.memory_operand().is_some()), ..Cost::default() };
    }
    if matches!(name, "movs" | "stos" | "cmps" | "scas") {
        // qemu counts every repetition, where a processor copies or fills many bytes in a cycle. So none costs any.
        return Cost::default();
    }
    let ports = ports(instruction);
    let place = instruction.memory_operand();
    let writes =
        place == Some(0) && !matches!(name, "cmp" | "test" | "bt" | "mul" | "imul" | "div" | "jmp" | "call");
    let reads = place.is_some() && !(writes && instruction.is_move());
    let stores = u64::from(writes || matches!(name, "push" | "call"));
    let loads = u64::from(reads || matches!(name, "pop" | "ret"));
    let both = u64::from(loads + stores == 2);
    Cost { issued: (ports.len() as u64).max(1) + both, ports, loads, stores }
}

fn ports(instruction: &Instruction) -> Vec<u8> {
    let name = instruction.mnemonic.as_str();
    let in_memory = instruction.memory_operand().is_some();
    if instruction.is_move() {
        let between_kinds = instruction.has_vector() && instruction.has_general() && !in_memory;
        let to_general =
            between_kinds && instruction.operands.first().is_some_and(|first| !first.contains("mm"));
        let constant = instruction.operands.get(1).is_some_and(|second| second.starts_with("0x"));
        return match (between_kinds, to_general) {
            (true, true) => vec![P0],
            (true, false) => vec![P5],
            _ if constant && !in_memory => vec![ANY],
            // Moves between registers of a kind are renamed, those from and to memory load and store only.
            _ => vec![],
        };
    }
    if instruction.is_zero_idiom() {
        return vec![];
    }
    if instruction.has_vector() || name == "vzeroupper" {
        let short = name.strip_prefix('v').unwrap_or(name);
        let matching = VECTORS.iter().filter(|(beginning, _)| short.starts_with(beginning));
        let found = matching.max_by_key(|(beginning, _)| beginning.len());
        let ports = found.map_or(vec![VECTOR], |(_, ports)| ports.to_vec());
        // Broadcasts from memory are loads; insertions from memory are blends.
        return match short {
            _ if in_memory && short.contains("broadcast") => vec![],
            _ if in_memory && short.starts_with("insert") => vec![VECTOR],
            _ => ports,
        };
    }
    if let Some((_, ports)) = GENERAL.iter().find(|(names, _)| names.contains(&name)) {
        return ports.to_vec();
    }
    match name {
        "push" | "pop" => vec![],
        _ if name.starts_with('j') || name.starts_with("cmov") || name.starts_with("set") => vec![P0 | P6],
        _ => vec![ANY],
    }
}

#[cfg(test)]
mod tests {
    use super::super::code::parse;
    use super::*;

    fn of(text: &str) -> Cost {
        let lines: Vec<Instruction> = text.split('\n').map(parse).collect();
        cost(&lines[0], lines.get(1))
    }

    #[test]
    fn instructions_have_the_ports_of_the_tables() {
        let one = |ports: &[u8]| Cost {
            ports: ports.to_vec(),
            issued: ports.len().max(1) as u64,
            loads: 0,
            stores: 0,
        };
        for (text, ports) in [
            ("vfmadd231pd ymm2,ymm1,ymm0", &[P0 | P1][..]),
            ("vfnmadd213pd ymm2,ymm1,ymm0", &[P0 | P1]),
            ("vsubpd ymm2,ymm1,ymm0", &[P1 | P5]),
            ("vpaddq ymm2,ymm1,ymm0", &[VECTOR]),
            ("vpsrlq ymm2,ymm1,0x34", &[P0 | P1]),
            ("vpsrldq xmm2,xmm1,0x8", &[P1 | P5]),
            ("vpermq ymm2,ymm1,0x44", &[P5]),
            ("vblendvpd ymm2,ymm1,ymm0,ymm3", &[VECTOR; 3]),
            ("vmovq rax,xmm1", &[P0]),
            ("vmovq xmm1,rax", &[P5]),
            ("vmovdqa ymm1,ymm2", &[]),
            ("mulx rax,rbx,rcx", &[P1, P5]),
            ("imul rax,rbx", &[P1]),
            ("adcx rax,rbx", &[P0 | P6]),
            ("add rax,rbx", &[ANY]),
            ("mov rax,rbx", &[]),
            ("mov eax,0x5", &[ANY]),
            ("xor eax,eax", &[]),
            ("xor eax,ebx", &[ANY]),
            ("vpxor xmm1,xmm2,xmm2", &[]),
            ("lea rax,[rbx+rcx*8]", &[ANY]),
            ("jne 400", &[P0 | P6]),
        ] {
            assert_eq!(of(text), one(ports), "{text}");
        }
    }

    #[test]
    fn memory_operands_load_and_store() {
        let memory = |text: &str| (of(text).issued, of(text).loads, of(text).stores, of(text).ports.len());
        assert_eq!(memory("vpaddq ymm1,ymm2,YMMWORD PTR [rsp]"), (1, 1, 0, 1));
        assert_eq!(memory("vmovupd YMMWORD PTR [rsp],ymm1"), (1, 0, 1, 0));
        assert_eq!(memory("mov rax,QWORD PTR [rsp]"), (1, 1, 0, 0));
        assert_eq!(memory("mov QWORD PTR [rsp],rax"), (1, 0, 1, 0));
        assert_eq!(memory("add QWORD PTR [rsp],rax"), (2, 1, 1, 1));
        assert_eq!(memory("cmp QWORD PTR [rsp],rax"), (1, 1, 0, 1));
        assert_eq!(memory("mulx rax,rbx,QWORD PTR [rsp]"), (2, 1, 0, 2));
        assert_eq!(memory("vbroadcastsd ymm1,QWORD PTR [rsp]"), (1, 1, 0, 0));
        assert_eq!(memory("push rbx"), (1, 0, 1, 0));
        assert_eq!(memory("ret"), (1, 1, 0, 1));
    }

    #[test]
    fn repeated_copies_cost_nothing() {
        assert_eq!(of("rep movs QWORD PTR es:[rdi],QWORD PTR ds:[rsi]"), Cost::default());
        assert_eq!(of("rep stos QWORD PTR es:[rdi],rax"), Cost::default());
        assert_eq!(of("movsd xmm0,QWORD PTR [rsi]").loads, 1);
    }

    #[test]
    fn a_comparison_and_its_jump_are_one_operation() {
        assert_eq!(of("dec ecx\njne 400"), Cost::default());
        assert_eq!(of("cmp QWORD PTR [rsp],rax\njne 400"), Cost { loads: 1, ..Cost::default() });
        assert_eq!(of("adc rax,rbx\njne 400").issued, 1);
        assert_eq!(of("dec ecx\nmov eax,ebx").issued, 1);
    }
}
