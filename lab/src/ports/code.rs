//! Instructions of x86-64, from their bytes by `objdump`.

use std::io::Write;
use std::process::Command;

use crate::contenders::find_program;

/// A mnemonic and its operands.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Instruction {
    pub(super) mnemonic: String,
    pub(super) operands: Vec<String>,
}

impl Instruction {
    /// The index of the operand that is in memory.
    pub(super) fn memory_operand(&self) -> Option<usize> {
        let has_none = ["lea", "nop", "endbr64"].contains(&self.mnemonic.as_str())
            || self.mnemonic.starts_with("prefetch");
        self.operands.iter().position(|operand| operand.contains('[')).filter(|_| !has_none)
    }

    pub(super) fn has_vector(&self) -> bool {
        self.operands.iter().any(|operand| !operand.contains('[') && operand.contains("mm"))
    }

    pub(super) fn has_general(&self) -> bool {
        self.operands.iter().any(|operand| operand.starts_with(['r', 'e']))
    }

    /// Copies its second operand to the first without a calculation.
    pub(super) fn is_move(&self) -> bool {
        let name = self.mnemonic.strip_prefix('v').unwrap_or(&self.mnemonic);
        name.starts_with("mov")
            && !["movmsk", "movs", "movhl", "movlh", "movdd"].iter().any(|other| name.starts_with(other))
            || name.starts_with("movsd")
            || name.starts_with("movss")
    }

    /// The result is zero whatever the operands are, so no port calculates it.
    pub(super) fn is_zero_idiom(&self) -> bool {
        let name = self.mnemonic.strip_prefix('v').unwrap_or(&self.mnemonic);
        let sources = &self.operands[self.operands.len().saturating_sub(2)..];
        ["xor", "pxor", "xorps", "xorpd"].contains(&name) && sources.len() == 2 && sources[0] == sources[1]
    }

    /// The processor executes both as one operation.
    pub(super) fn is_fused_with(&self, next: Option<&Self>) -> bool {
        let first = ["cmp", "test", "add", "sub", "and", "inc", "dec"].contains(&self.mnemonic.as_str());
        first && next.is_some_and(|next| next.mnemonic.starts_with('j') && next.mnemonic != "jmp")
    }
}

/// Parses a line in Intel's syntax.
pub(super) fn parse(line: &str) -> Instruction {
    let code = line.split(['#', '<']).next().unwrap_or_default().trim();
    let mut words = code.splitn(2, ' ').map(str::trim);
    let mut mnemonic = words.next().unwrap_or_default();
    let mut rest = words.next().unwrap_or_default();
    while ["rep", "repz", "repnz", "lock", "notrack", "bnd", "cs", "ds", "data16", "{vex}"]
        .contains(&mnemonic)
    {
        (mnemonic, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    }
    let operands = rest.split(',').map(str::trim).filter(|operand| !operand.is_empty());
    Instruction { mnemonic: mnemonic.to_owned(), operands: operands.map(str::to_owned).collect() }
}

/// The instructions of each piece of code.
pub(super) fn disassemble(pieces: &[&[u8]]) -> Result<Vec<Vec<Instruction>>, String> {
    let objdump = find_program(&["objdump"]).ok_or("missing tool: objdump (Debian: binutils)")?;
    let mut file = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
    file.write_all(&pieces.concat()).map_err(|error| error.to_string())?;
    let mut command = Command::new(objdump);
    command.args(["-D", "-b", "binary", "-m", "i386:x86-64", "-M", "intel", "--no-show-raw-insn", "-z"]);
    let output = command.arg(file.path()).output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("objdump: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let lines = text.lines().filter_map(|line| {
        let (address, line) = line.trim_start().split_once(":\t")?;
        Some((usize::from_str_radix(address, 16).ok()?, parse(line)))
    });
    let ends = pieces.iter().scan(0, |end, piece| {
        *end += piece.len();
        Some(*end)
    });
    let (mut ends, mut lines) = (ends, lines.peekable());
    let mut pieces_of_instructions = Vec::with_capacity(pieces.len());
    for end in &mut ends {
        let mut piece = Vec::new();
        while let Some((_, instruction)) = lines.next_if(|(address, _)| *address < end) {
            piece.push(instruction);
        }
        pieces_of_instructions.push(piece);
    }
    Ok(pieces_of_instructions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_disassembled_piece_by_piece() {
        let vector = hex::decode("c4e2f5b8d0c4e2e3f6f2").unwrap();
        let pieces = disassemble(&[&vector, &[0x48, 0xff, 0xc9, 0x75, 0xe7], &[]]).unwrap();
        let names =
            pieces.iter().map(|piece| piece.iter().map(|line| line.mnemonic.as_str()).collect::<Vec<_>>());
        assert_eq!(names.collect::<Vec<_>>(), [vec!["vfmadd231pd", "mulx"], vec!["dec", "jne"], vec![]]);
        assert_eq!(pieces[0][0].operands, ["ymm2", "ymm1", "ymm0"]);
    }

    #[test]
    fn prefixes_and_comments_are_no_mnemonics() {
        let parsed = parse("lock add QWORD PTR [rip+0x10],rax        # 0x20");
        assert_eq!((parsed.mnemonic.as_str(), parsed.memory_operand()), ("add", Some(0)));
        assert_eq!(parse("lea rax,[rip+0x5]").memory_operand(), None);
        assert_eq!(parse("ret").operands, Vec::<String>::new());
    }
}
