//! Finds the instructions that a contender executes for one item of a workload.

use std::collections::BTreeMap;

use super::plugin::Events;

/// The instructions of a few items of a loop, in the order of their execution.
#[derive(Debug, PartialEq)]
pub(super) struct StraightLine {
    pub(super) instructions: Vec<u32>,
    /// The number of items.
    pub(super) items: u64,
}

/// Compilers unroll a loop at most this many times.
const UNROLLED: u64 = 8;

impl StraightLine {
    /// The most frequent path through the loop over all items. `recorded` contains one iteration of the workload, with
    /// this number of items.
    pub(super) fn of(recorded: &Events, items: u64) -> Result<Self, String> {
        let path: Vec<&[u32]> = recorded
            .path
            .iter()
            .map(|id| recorded.code.get(id).map(Vec::as_slice).ok_or("a translation without code"))
            .collect::<Result<_, _>>()?;
        let (start, items) = loop_start(&path, items).ok_or("no code is executed once for each item")?;
        let starts: Vec<usize> = (0..path.len()).filter(|index| path[*index] == start).collect();
        let mut rounds: BTreeMap<Vec<u32>, usize> = BTreeMap::new();
        for pair in starts.windows(2) {
            *rounds.entry(path[pair[0]..pair[1]].concat()).or_default() += 1;
        }
        let length = |path: &[&[u32]]| path.iter().map(|code| code.len()).sum::<usize>();
        let inside =
            starts.first().zip(starts.last()).map_or(0, |(first, last)| length(&path[*first..*last]));
        if 2 * inside < length(&path) {
            return Err("the loop over the items executes less than half of the instructions".to_owned());
        }
        let most = rounds.into_iter().max_by_key(|(_, count)| *count).ok_or("there is only one item")?;
        Ok(Self { instructions: most.0, items })
    }
}

/// The code that is executed once for each item, or for several items of an unrolled loop, with the number of items.
fn loop_start<'p>(path: &[&'p [u32]], items: u64) -> Option<(&'p [u32], u64)> {
    let mut counts: BTreeMap<&[u32], u64> = BTreeMap::new();
    for code in path {
        *counts.entry(code).or_default() += 1;
    }
    // The code before a loop may continue into its first round, which then is a translation of its own.
    let rounds = |unrolled: u64| [items / unrolled, items / unrolled - 1];
    (1..=UNROLLED).filter(|unrolled| items.is_multiple_of(*unrolled) && items / unrolled > 1).find_map(
        |unrolled| {
            let found = path.iter().find(|code| rounds(unrolled).contains(&counts[*code]));
            found.map(|code| (*code, unrolled))
        },
    )
}

/// The code without calls, jumps and returns, which take no time in a straight line. Conditional branches remain.
pub(super) fn without_jumps(instructions: &[u32]) -> Vec<u32> {
    let is_jump = |instruction: u32| {
        // B and BL; BR, BLR and RET.
        instruction & 0x7c00_0000 == 0x1400_0000 || instruction & 0xff9f_0000 == 0xd61f_0000
    };
    instructions.iter().copied().filter(|instruction| !is_jump(*instruction)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recorded(path: &[usize]) -> Events {
        let code = (0..10).map(|id| (id, vec![id as u32; id + 1])).collect();
        Events { marks: Vec::new(), code, path: path.to_vec() }
    }

    #[test]
    fn the_most_frequent_round_is_found() {
        let path = [9, 1, 2, 3, 1, 2, 1, 2, 3, 1, 2, 3, 1, 8];
        let line = StraightLine::of(&recorded(&path), 5).unwrap();
        assert_eq!(line, StraightLine { instructions: vec![1, 1, 2, 2, 2, 3, 3, 3, 3], items: 1 });
    }

    #[test]
    fn loops_with_a_separate_first_round_and_unrolled_loops_are_found() {
        let line = StraightLine::of(&recorded(&[3, 7, 2, 7, 2, 7, 2, 1]), 4).unwrap();
        assert_eq!((line.instructions.len(), line.items), (8 + 3, 1));
        let line = StraightLine::of(&recorded(&[3, 7, 2, 7, 2, 7, 2, 1]), 9).unwrap();
        assert_eq!((line.instructions.len(), line.items), (8 + 3, 3));
        assert!(StraightLine::of(&recorded(&[9, 7, 7, 7, 7, 7]), 16).is_err());
        // Another loop with as many rounds, which is shorter than the rest of the program.
        let why = StraightLine::of(&recorded(&[1, 1, 1, 9, 9, 9, 9, 9]), 3).unwrap_err();
        assert!(why.contains("less than half"), "{why}");
    }

    #[test]
    fn jumps_are_removed() {
        // b, bl, br, blr, ret; mul, b.ne, cbz.
        let jumps = [0x1400_0001, 0x9400_0001, 0xd61f_0200, 0xd63f_0200, 0xd65f_03c0];
        let others = [0x9b02_7c20, 0x5400_0041, 0xb400_0040];
        assert_eq!(without_jumps(&[jumps.as_slice(), &others].concat()), others);
    }
}
