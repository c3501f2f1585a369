//! The permutation that reverses the bits of indices.

use vorpal_fields::Field;

/// Bits at each end of an index for which tiles are moved together: a row of 16 elements is a few whole cache lines.
const BITS: u32 = 4;
const SIDE: usize = 1 << BITS;

/// Moves element `i` to the index whose bits are those of `i` reversed. The length is a power of two.
///
/// An index is `h m l` with four bits `h` and `l`. The elements with the same `m` are 16 rows of 16 neighbours. They go
/// to the rows with `rev(m)`, transposed, and rows and columns permuted. So the list is read and written by rows:
/// Carter and Gatlin, "Towards an optimal bit-reversal permutation program", FOCS 1998. Constant time.
pub(crate) fn reverse_bits<F: Field>(values: &mut [F]) {
    let log_size = values.len().trailing_zeros();
    if log_size < 2 * BITS {
        for i in 0..values.len() {
            let j = reversed(i, log_size);
            if i < j {
                values.swap(i, j);
            }
        }
        return;
    }
    let middle = log_size - 2 * BITS;
    let mut tiles = [[[F::ZERO; SIDE]; SIDE]; 2];
    for m in 0..1 << middle {
        let to = reversed(m, middle);
        if m > to {
            continue;
        }
        for (tile, m) in tiles.iter_mut().zip([m, to]) {
            for (h, row) in tile.iter_mut().enumerate() {
                row.copy_from_slice(&values[h << (log_size - BITS) | m << BITS..][..SIDE]);
            }
        }
        for (tile, m) in tiles.iter().zip([to, m]) {
            for row in 0..SIDE {
                let to = &mut values[row << (log_size - BITS) | m << BITS..][..SIDE];
                for (column, to) in to.iter_mut().enumerate() {
                    *to = tile[reversed(column, BITS)][reversed(row, BITS)];
                }
            }
        }
    }
}

/// The lowest `bits` bits of `i`, reversed.
fn reversed(i: usize, bits: u32) -> usize {
    if bits == 0 { 0 } else { i.reverse_bits() >> (usize::BITS - bits) }
}
