//! Generates blobs, and changes of their cells, commitments and proofs.

use contender::message::Bytes;

use super::Expected;
use crate::ethereum;
use crate::random::Random;
use crate::workloads::blob;

const BLOB: usize = 131_072;
const CELLS: usize = 128;
/// The order of the scalars of BLS12-381, big-endian.
const ORDER: &str = "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001";

type RawCase = Vec<Vec<u8>>;

/// A name, the expected outcome, and the arguments.
type NamedCase = (String, Expected, RawCase);

/// Blobs of several kinds, and strings that are none: of other lengths, and with scalars that are not canonical.
pub(super) fn blobs(random: &mut Random) -> Vec<RawCase> {
    let constant = [[7; 1], [0; 1]].concat().repeat(BLOB / 2);
    let mut single = vec![0; BLOB];
    single[32 * random.below(BLOB / 32) + 31] = 5;
    let mut largest = blob(random);
    let order = hex::decode(ORDER).expect("hexadecimal digits");
    let place = 32 * random.below(BLOB / 32);
    largest[place..place + 32].copy_from_slice(&order);
    let too_large = largest.clone();
    largest[place + 31] -= 1;
    let blobs = [blob(random), largest, vec![0; BLOB], constant, single, too_large];
    let lengths = [vec![], vec![0; BLOB - 1], vec![0; BLOB + 1]];
    blobs.into_iter().chain(lengths).map(|blob| vec![blob]).collect()
}

/// The cases of a function that is given what another has made, with the arguments and results of that.
pub(super) fn changes(
    operation: &str,
    arguments: &[Bytes],
    made: &[Bytes],
    random: &mut Random,
) -> Vec<NamedCase> {
    let ([blob], [commitment, rest @ ..]) = (arguments, made) else { return Vec::new() };
    // A blob of one value has cells and proofs that are equal, so that permutations change nothing.
    let is_random = blob.0[..32] != blob.0[32..64];
    match operation {
        "kzg.recover" => recoveries(&rest[..CELLS], random),
        "kzg.verify_cells" => {
            let (cells, proofs) = rest.split_at(CELLS);
            cell_batches(&commitment.0, cells, proofs, is_random, random)
        }
        _ => blob_batches([&blob.0, &commitment.0, &rest[0].0], is_random, random),
    }
}

/// `count` indices of cells, ascending.
fn some_indices(count: usize, random: &mut Random) -> Vec<u8> {
    let mut indices: Vec<u8> = (0..CELLS as u8).collect();
    for i in 0..CELLS {
        indices.swap(i, i + random.below(CELLS - i));
    }
    indices.truncate(count);
    indices.sort_unstable();
    indices
}

/// Cells with 0 to 64 missing, and with more; indices that are repeated, not ascending or too large; cells that are
/// changed. Any 64 cells with canonical scalars are those of a blob. Libraries differ on more cells that are not those
/// of one blob, so there are none.
fn recoveries(cells: &[Bytes], random: &mut Random) -> Vec<NamedCase> {
    let case = |indices: &[u8]| -> RawCase {
        let cells = indices.iter().map(|index| cells[usize::from(*index) % CELLS].0.clone());
        std::iter::once(indices.to_vec()).chain(cells).collect()
    };
    let mut cases = Vec::new();
    for missing in [0, 1, 63, 64, 65, random.below(65), random.below(65)] {
        cases.push((format!("{missing} missing"), case(&some_indices(CELLS - missing, random))));
    }
    cases.push(("the first half".to_owned(), case(&(0..64).collect::<Vec<u8>>())));
    cases.push(("the second half".to_owned(), case(&(64..128).collect::<Vec<u8>>())));
    let half = some_indices(CELLS / 2, random);
    let at = random.below(CELLS / 2 - 1);
    let changed = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut indices = half.clone();
        change(&mut indices);
        case(&indices)
    };
    cases.push(("an index repeated".to_owned(), changed(&|indices| indices[at + 1] = indices[at])));
    cases.push(("two indices exchanged".to_owned(), changed(&|indices| indices.swap(at, at + 1))));
    cases.push(("an index of 128".to_owned(), changed(&|indices| indices[CELLS / 2 - 1] = 128)));
    let of_cell = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut case = case(&half);
        change(&mut case[1 + at]);
        case
    };
    let scalar = 32 * random.below(64);
    cases.push(("a changed cell".to_owned(), of_cell(&|cell| cell[scalar + 31] ^= 1)));
    cases.push(("a scalar that is not canonical".to_owned(), of_cell(&|cell| cell[scalar] = 0xff)));
    cases.push(("a short cell".to_owned(), of_cell(&|cell| cell.truncate(2047))));
    let mut short = case(&half);
    short.pop();
    cases.push(("a missing cell".to_owned(), short));
    cases.into_iter().map(|(what, arguments)| (what, Expected::Agreement, arguments)).collect()
}

/// Cells of one blob with their proofs: valid, repeated, in another order, and with one change.
fn cell_batches(
    commitment: &[u8],
    cells: &[Bytes],
    proofs: &[Bytes],
    is_random: bool,
    random: &mut Random,
) -> Vec<NamedCase> {
    let case = |indices: &[u8]| -> RawCase {
        let entry = |index: &u8| {
            let index = usize::from(*index);
            [commitment.to_vec(), cells[index].0.clone(), proofs[index].0.clone()]
        };
        std::iter::once(indices.to_vec()).chain(indices.iter().flat_map(entry)).collect()
    };
    let all: Vec<u8> = (0..CELLS as u8).collect();
    let reversed: Vec<u8> = all.iter().rev().copied().collect();
    let some = some_indices(2 + random.below(20), random);
    let repeated = [&some[..], &some[..1], &some[..1]].concat();
    let mut named: Vec<NamedCase> = Vec::new();
    for (what, indices) in [
        ("no cells", &[][..]),
        ("one cell", &some[..1]),
        ("some cells", &some),
        ("repeated cells", &repeated),
        ("all cells", &all),
        ("all cells reversed", &reversed),
    ] {
        named.push((what.to_owned(), Expected::Accepted, case(indices)));
    }
    let good = case(&some);
    let at = random.below(some.len());
    let other = (at + 1) % some.len();
    let [commitment_at, cell_at, proof_at] = [1, 2, 3].map(|part| part + 3 * at);
    let changed = |change: &dyn Fn(&mut RawCase)| {
        let mut case = good.clone();
        change(&mut case);
        case
    };
    let scalar = 32 * random.below(64);
    named.push((
        "a changed cell".to_owned(),
        Expected::Refused,
        changed(&|case| case[cell_at][scalar + 31] ^= 1),
    ));
    // Proofs of polynomials of low degree are equal.
    let expected = if is_random { Expected::Refused } else { Expected::Agreement };
    for (what, change) in [
        (
            "cells exchanged",
            &(|case: &mut RawCase| case.swap(cell_at, 2 + 3 * other)) as &dyn Fn(&mut RawCase),
        ),
        ("proofs exchanged", &|case| case.swap(proof_at, 3 + 3 * other)),
        ("indices exchanged", &|case| case[0].swap(at, other)),
        ("the commitment as a proof", &|case| case[proof_at] = commitment.to_vec()),
        ("a proof as the commitment", &|case| case[commitment_at].clone_from(&proofs[0].0)),
        ("infinity as a proof", &|case| case[proof_at] = infinity()),
        ("infinity as the commitment", &|case| case[commitment_at] = infinity()),
    ] {
        named.push((what.to_owned(), expected, changed(change)));
    }
    let outside = ethereum::compressed_outside_of_subgroup(random);
    let mut agreed = |what: &str, change: &dyn Fn(&mut RawCase)| {
        named.push((what.to_owned(), Expected::Agreement, changed(change)));
    };
    agreed("a proof outside of the subgroup", &|case| case[proof_at].clone_from(&outside));
    agreed("a commitment outside of the subgroup", &|case| case[commitment_at].clone_from(&outside));
    agreed("the sign of a proof", &|case| case[proof_at][0] ^= 0x20);
    agreed("no compressed proof", &|case| case[proof_at][0] &= 0x7f);
    agreed("a changed proof", &|case| case[proof_at][47] ^= 1);
    agreed("a short proof", &|case| case[proof_at].truncate(47));
    agreed("a scalar that is not canonical", &|case| case[cell_at][scalar] = 0xff);
    agreed("a short cell", &|case| case[cell_at].truncate(2047));
    agreed("an index of 128", &|case| case[0][at] = 128);
    agreed("a missing index", &|case| case[0].truncate(some.len() - 1));
    named
}

/// One blob, and the blob several times: valid, and with one change.
fn blob_batches(
    [blob, commitment, proof]: [&[u8]; 3],
    is_random: bool,
    random: &mut Random,
) -> Vec<NamedCase> {
    let good: RawCase = [blob, commitment, proof].map(<[u8]>::to_vec).into();
    let mut named = vec![
        ("no blobs".to_owned(), Expected::Accepted, Vec::new()),
        ("one blob".to_owned(), Expected::Accepted, good.clone()),
        ("the blob three times".to_owned(), Expected::Accepted, [&good[..], &good, &good].concat()),
    ];
    let outside = ethereum::compressed_outside_of_subgroup(random);
    let at = 32 * random.below(BLOB / 32);
    let expected = if is_random { Expected::Refused } else { Expected::Agreement };
    for (what, expected, change) in [
        (
            "a changed blob",
            Expected::Refused,
            &(|case: &mut RawCase| case[0][at + 31] ^= 1) as &dyn Fn(&mut RawCase),
        ),
        ("the commitment as the proof", expected, &|case| case[2] = commitment.to_vec()),
        ("infinity as the proof", expected, &|case| case[2] = infinity()),
        ("infinity as the commitment", expected, &|case| case[1] = infinity()),
        ("a scalar that is not canonical", Expected::Agreement, &|case| case[0][at] = 0xff),
        ("a proof outside of the subgroup", Expected::Agreement, &|case| case[2].clone_from(&outside)),
        ("a commitment outside of the subgroup", Expected::Agreement, &|case| case[1].clone_from(&outside)),
        ("the sign of the proof", Expected::Agreement, &|case| case[2][0] ^= 0x20),
        ("a short blob", Expected::Agreement, &|case| case[0].truncate(BLOB - 1)),
    ] {
        let mut case = good.clone();
        change(&mut case);
        // Alone, and between two that are valid.
        named.push((what.to_owned(), expected, case.clone()));
        named.push((format!("{what}, in a batch"), expected, [&good[..], &case, &good].concat()));
    }
    named
}

/// The encoding of infinity.
fn infinity() -> Vec<u8> {
    let mut bytes = vec![0; 48];
    bytes[0] = 0xc0;
    bytes
}
