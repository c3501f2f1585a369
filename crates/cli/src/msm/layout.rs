//! The layout of vectors in a file: each is a number n (8 bytes, little-endian) followed by n items of equal length.

use std::ops::Range;

/// The largest number of vectors. An empty vector has eight bytes in the file, but takes far more memory.
const MAX_VECTORS: usize = 100_000;

/// The byte ranges of the items of each vector, if vectors of items of length `item` fill the file exactly.
///
/// Numbers are checked against the length of the file, so no memory is reserved for items that the file does not have.
pub(super) fn vectors(file: &[u8], item: usize) -> Result<Vec<Range<usize>>, String> {
    let mut vectors = Vec::new();
    let mut rest = file;
    while !rest.is_empty() {
        let which = vectors.len() + 1;
        if which > MAX_VECTORS {
            return Err(format!("more than {MAX_VECTORS} vectors, which is the limit"));
        }
        let Some((number, items)) = rest.split_first_chunk::<8>() else {
            return Err(format!("vector {which}: the file ends within its number of items"));
        };
        let number = u64::from_le_bytes(*number);
        let length = usize::try_from(number).ok().and_then(|number| number.checked_mul(item));
        let Some(length) = length.filter(|length| *length <= items.len()) else {
            return Err(format!(
                "vector {which}: the file ends before its {number} items of {item} bytes, after {} bytes",
                items.len()
            ));
        };
        let start = file.len() - items.len();
        vectors.push(start..start + length);
        rest = &items[length..];
    }
    if vectors.is_empty() { Err("no vector: the file is empty".into()) } else { Ok(vectors) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(vectors: &[(u64, usize)]) -> Vec<u8> {
        vectors.iter().flat_map(|(n, bytes)| [n.to_le_bytes().to_vec(), vec![7; *bytes]].concat()).collect()
    }

    #[test]
    fn vectors_must_fill_the_file() {
        assert_eq!(vectors(&file(&[(2, 10), (0, 0)]), 5), Ok(vec![8..18, 26..26]));
        assert_eq!(vectors(&file(&[(0, 0), (1, 5), (0, 0)]), 5), Ok(vec![8..8, 16..21, 29..29]));
        assert_eq!(vectors(&[0; 8 * MAX_VECTORS], 48).map(|vectors| vectors.len()), Ok(MAX_VECTORS));
        assert!(
            vectors(&[0; 8 * MAX_VECTORS + 8], 48)
                .is_err_and(|error| error.contains("more than 100000 vectors"))
        );
        for (bad, expected) in [
            (&[][..], "no vector"),
            (&[(2, 9)], "vector 1: the file ends before its 2 items of 5 bytes, after 9 bytes"),
            (&[(2, 11)], "vector 2: the file ends within its number"),
            (&[(1, 5), (3, 0)], "vector 2: the file ends before its 3 items"),
            (&[(u64::MAX, 5)], "vector 1: the file ends before its 18446744073709551615 items"),
            // A number of items whose length in bytes overflows 64 bits.
            (&[(0x3333_3333_3333_3334, 4)], "vector 1: the file ends before"),
        ] {
            let found = vectors(&file(bad), 5).unwrap_err();
            assert!(found.contains(expected), "{found}");
        }
    }
}
