//! Builds workloads that process the rows of an input one at a time, in batches, or all in a loop.

use std::hint::black_box;

use crate::message::Bytes;
use crate::prepared::Prepared;

/// Each iteration processes the next row. `encode` converts an outcome into a result; it is not timed.
pub fn single<T: 'static, R>(
    rows: Vec<T>,
    encode: impl Fn(R) -> Vec<u8>,
    work: impl Fn(&T) -> R + 'static,
) -> Prepared {
    let result: Vec<Vec<u8>> = rows.iter().map(|row| encode(work(row))).collect();
    let mut next = 0;
    Prepared::new(1, result, move |iterations| {
        for _ in 0..iterations {
            black_box(work(black_box(&rows[next])));
            next += 1;
            if next == rows.len() {
                next = 0;
            }
        }
    })
}

/// Each iteration processes the next `size` rows as one batch, or all rows if there are fewer. Rows after the last full
/// batch appear in the results only.
pub fn batches<T: 'static, R: IntoIterator>(
    rows: Vec<T>,
    size: usize,
    encode: impl Fn(R::Item) -> Vec<u8>,
    work: impl Fn(&[T]) -> R + 'static,
) -> Prepared {
    let size = size.min(rows.len());
    let result: Vec<Vec<u8>> = rows.chunks(size.max(1)).flat_map(&work).map(encode).collect();
    let full = rows.len().checked_div(size).unwrap_or(0);
    let mut next = 0;
    Prepared::new(size, result, move |iterations| {
        for _ in 0..iterations {
            black_box(work(black_box(&rows[next * size..][..size])));
            next = (next + 1) % full.max(1);
        }
    })
}

/// Each iteration processes all rows, one after the other. It is for libraries without batch functions.
pub fn loop_over<T: 'static, R>(
    rows: Vec<T>,
    encode: impl Fn(R) -> Vec<u8>,
    work: impl Fn(&T) -> R + 'static,
) -> Prepared {
    let result: Vec<Bytes> = rows.iter().map(|row| encode(work(row)).into()).collect();
    Prepared::new(rows.len(), result, move |iterations| {
        for _ in 0..iterations {
            for row in &rows {
                black_box(work(black_box(row)));
            }
        }
    })
}
