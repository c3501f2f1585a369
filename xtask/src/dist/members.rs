//! Names of the members of static libraries. The compiler names a member after its crate's file, whose name has a hash
//! of the absolute path of a package outside the workspace that is built. Here zeros replace the hashes.

use crate::process::{Failure, Outcome};

/// The first bytes of an archive.
const MAGIC: &[u8] = b"!<arch>\n";
/// The length of a header of a member: the name, at 48 the length in decimal digits, and at last two bytes.
const HEADER: usize = 60;
/// The digits of a hash, which is between a hyphen and a dot.
const DIGITS: usize = 16;

/// Replaces the hashes in the table of long names. All lengths stay the same. Shorter names than 16 bytes have none.
pub(super) fn without_hashes(archive: &mut [u8]) -> Outcome {
    let malformed = || Failure::new("not an archive of the form of GNU");
    if !archive.starts_with(MAGIC) {
        return Err(malformed());
    }
    let mut start = MAGIC.len();
    while start < archive.len() {
        let header = archive.get(start..start + HEADER).ok_or_else(malformed)?;
        let length = str::from_utf8(&header[48..58]).ok().and_then(|digits| digits.trim().parse().ok());
        let length: usize = length.ok_or_else(malformed)?;
        let is_table = header.starts_with(b"// ");
        let contents = archive.get_mut(start + HEADER..start + HEADER + length).ok_or_else(malformed)?;
        if is_table {
            replace(contents);
            return Ok(());
        }
        // Members begin at even places.
        start += HEADER + length + length % 2;
    }
    Ok(())
}

/// Replaces each hash in the names.
fn replace(names: &mut [u8]) {
    let is_hash = |window: &[u8]| {
        let (first, digits, last) = (window[0], &window[1..=DIGITS], window[DIGITS + 1]);
        first == b'-' && last == b'.' && digits.iter().all(u8::is_ascii_hexdigit)
    };
    for start in 0..names.len().saturating_sub(DIGITS + 1) {
        if is_hash(&names[start..start + DIGITS + 2]) {
            names[start + 1..=start + DIGITS].fill(b'0');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(name: &str, contents: &str) -> Vec<u8> {
        let header = format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, 0, 644, contents.len());
        let padding = if contents.len() % 2 == 1 { "\n" } else { "" };
        [header.as_bytes(), contents.as_bytes(), padding.as_bytes()].concat()
    }

    fn archive(hash: &str) -> Vec<u8> {
        let names = format!("a-{hash}.a.7a38c3f22a216a45-cgu.0.rcgu.o/\nb-7a38c3f22a216a4.o/\n");
        let members = [
            member("/", "odd"),
            member("//", &names),
            member("/0", "-0123456789abcdef."),
            member("/49", "x"),
        ];
        [MAGIC.to_vec(), members.concat()].concat()
    }

    #[test]
    fn hashes_of_names_are_replaced() -> Outcome {
        let (mut one, mut two) = (archive("0123456789abcdef"), archive("fedcba9876543210"));
        assert_ne!(one, two);
        without_hashes(&mut one)?;
        without_hashes(&mut two)?;
        assert_eq!(one, two);
        assert_eq!(one, archive("0000000000000000"), "contents and other names stay as they are");
        Ok(())
    }

    #[test]
    fn other_files_are_errors() {
        let whole = archive("0123456789abcdef");
        for mut wrong in [Vec::new(), b"!<thin>\n".to_vec(), whole[..40].to_vec(), whole[..90].to_vec()] {
            assert!(without_hashes(&mut wrong).is_err(), "{} bytes", wrong.len());
        }
        let mut no_number = whole;
        no_number[MAGIC.len() + 48] = b'x';
        assert!(without_hashes(&mut no_number).is_err());
    }
}
