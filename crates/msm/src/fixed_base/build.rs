//! How tables are made.

use alloc::vec;
use alloc::vec::Vec;

use vorpal_curves::{Group, PackedGroup};
use vorpal_fields::LANES;

use super::layout::Layout;
use crate::entry_sums::Entry;
use crate::threads;

/// Multiples of each of sixteen points that are normalised together.
const AT_ONCE: usize = 64;

/// The tables. Sixteen bases side by side are doubled from window to window; then sixteen windows side by side are
/// multiplied, an addition for each entry. Normalised in batches.
pub(super) fn tables<G: Group>(bases: &[G::Affine], layout: &Layout, nothing: Entry<G>) -> Vec<Entry<G>> {
    let mut entries = vec![nothing; layout.entries()];
    let mut rest = &mut entries[..];
    let mut jobs = Vec::new();
    let mut first = 0;
    for run in layout.runs() {
        let width = run[0].width;
        let windows = layout.windows(width);
        let bases: Vec<&[G::Affine]> = bases[first..first + run.len()].chunks(LANES).collect();
        first += run.len();
        let origins = threads::map(&bases, |bases| origins::<G>(bases, width, windows, nothing));
        let origins: Vec<Entry<G>> = origins.into_iter().flatten().collect();
        for origins in origins.chunks(LANES) {
            let (rows, others) = rest.split_at_mut(origins.len() << (width - 1));
            rest = others;
            jobs.push((origins.to_vec(), width, rows));
        }
    }
    threads::for_each_chunk(jobs.into_iter(), |(origins, width, rows)| {
        multiples::<G>(&origins, width, rows, nothing);
    });
    entries
}

/// `2^(width w) B` for each of at most sixteen bases, window after window, base after base.
fn origins<G: Group>(bases: &[G::Affine], width: usize, windows: usize, nothing: Entry<G>) -> Vec<Entry<G>> {
    let first: Vec<Entry<G>> = bases.iter().map(G::Packed::entry).collect();
    let mut lanes = G::Packed::identity();
    lanes.add_entries(&core::array::from_fn(|lane| first.get(lane).unwrap_or(&nothing)), 0);
    let mut points = vec![G::IDENTITY; bases.len() * windows];
    for window in 0..windows {
        if window > 0 {
            (0..width).for_each(|_| lanes.double());
        }
        let mut stored = [G::IDENTITY; LANES];
        lanes.store(&mut stored);
        for base in 0..bases.len() {
            points[base * windows + window] = stored[base];
        }
    }
    G::Packed::entries(&points)
}

/// The multiples of at most sixteen points, row after row.
fn multiples<G: Group>(origins: &[Entry<G>], width: usize, rows: &mut [Entry<G>], nothing: Entry<G>) {
    let length = 1 << (width - 1);
    let added = core::array::from_fn(|lane| origins.get(lane).unwrap_or(&nothing));
    let mut lanes = G::Packed::identity();
    let mut points = Vec::with_capacity(AT_ONCE * LANES);
    for start in (0..length).step_by(AT_ONCE) {
        let steps = AT_ONCE.min(length - start);
        points.clear();
        for _ in 0..steps {
            lanes.add_entries(&added, 0);
            let mut stored = [G::IDENTITY; LANES];
            lanes.store(&mut stored);
            points.extend_from_slice(&stored[..origins.len()]);
        }
        for (i, entry) in G::Packed::entries(&points).into_iter().enumerate() {
            let (step, lane) = (i / origins.len(), i % origins.len());
            rows[lane * length + start + step] = entry;
        }
    }
}
