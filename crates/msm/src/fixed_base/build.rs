//! Computation of the tables.

use alloc::vec;
use alloc::vec::Vec;

use vorpal_curves::{Group, PackedGroup};
use vorpal_fields::LANES;

use super::layout::Layout;
use crate::Error;
use crate::entry_sums::Entry;

/// The number of multiples of each of sixteen points that are normalised together.
const NORMALISED_TOGETHER: usize = 64;

/// The tables. Sixteen bases at a time are doubled from window to window in packed values. Then the multiples of
/// sixteen windows at a time are computed, one addition per entry, and normalised in batches.
///
/// # Errors
/// [`Error::NotPossible`] if there is no memory for them.
pub(super) fn tables<G: Group>(
    bases: &[G::Affine],
    layout: &Layout,
    identity: Entry<G>,
) -> Result<Vec<Entry<G>>, Error> {
    let mut entries = Vec::new();
    let no_memory = Error::NotPossible { what: "the number of entries", why: "there is no memory for them" };
    entries.try_reserve_exact(layout.entries()).map_err(|_| no_memory)?;
    entries.resize(layout.entries(), identity);
    let mut rest = &mut entries[..];
    let mut jobs = Vec::new();
    let mut first = 0;
    for run in layout.runs() {
        let width = run[0].width;
        let windows = layout.windows(width);
        let bases: Vec<&[G::Affine]> = bases[first..first + run.len()].chunks(LANES).collect();
        first += run.len();
        let origins = vorpal_threads::map(&bases, |bases| origins::<G>(bases, width, windows, identity));
        let origins: Vec<Entry<G>> = origins.into_iter().flatten().collect();
        for origins in origins.chunks(LANES) {
            let (rows, others) = rest.split_at_mut(origins.len() << (width - 1));
            rest = others;
            jobs.push((origins.to_vec(), width, rows));
        }
    }
    vorpal_threads::for_each(jobs.into_iter(), |(origins, width, rows)| {
        multiples::<G>(&origins, width, rows, identity);
    });
    Ok(entries)
}

/// `2^(width w) B` for each window `w` of each of at most sixteen bases `B`, ordered by base, then window.
fn origins<G: Group>(bases: &[G::Affine], width: usize, windows: usize, identity: Entry<G>) -> Vec<Entry<G>> {
    let first: Vec<Entry<G>> = bases.iter().map(G::Packed::entry).collect();
    let mut lanes = G::Packed::identity();
    lanes.add_entries(&core::array::from_fn(|lane| first.get(lane).unwrap_or(&identity)), 0);
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

/// Writes the multiples of at most sixteen points to `rows`, one row per point.
fn multiples<G: Group>(origins: &[Entry<G>], width: usize, rows: &mut [Entry<G>], identity: Entry<G>) {
    let length = 1 << (width - 1);
    let added = core::array::from_fn(|lane| origins.get(lane).unwrap_or(&identity));
    let mut lanes = G::Packed::identity();
    let mut points = Vec::with_capacity(NORMALISED_TOGETHER * LANES);
    for start in (0..length).step_by(NORMALISED_TOGETHER) {
        let steps = NORMALISED_TOGETHER.min(length - start);
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
