//! The nodes below a branch among several versions of each, by the branch's commitment.
//!
//! The commitment is `sum of hash(child_i) G_i`. Nobody can find two vectors with one commitment, so a choice of
//! versions with the right sum is the right one. Children whose versions have the same origins, all different, are
//! chosen together: a page of redb is written by one commit. The choices are divided into two halves, and the sums of
//! one are looked up among those of the other (Horowitz and Sahni, Journal of the ACM 21, 1974). For `2^k` choices of
//! groups of two these are about `2 sqrt(2^k)` sums.

use std::collections::{BTreeMap, HashMap};

use vorpal_ipa::{Commitment, Committer};

use super::records::{Source, Version};
use super::work::Work;

/// The maximal number of sums in a half.
const MAX_SUMS: usize = 1 << 14;

/// A child's byte and its possible versions.
pub(super) type Candidates<'a> = (u8, Vec<&'a Version>);

/// Children whose versions are chosen together.
struct Together {
    children: Vec<usize>,
    /// The number of choices: the versions of each of the children.
    choices: usize,
}

/// The version of each child so that `commitment` is that of the branch. Children whose versions have the same
/// `origins`, all different, are chosen together. `None` if there is no such choice, or if a half of the groups has
/// more than 2^14 choices: 14 groups of two versions. No sum is computed before their number is known, and `work`
/// permits it.
pub(super) fn choose<'a>(
    committer: &Committer,
    commitment: Commitment,
    children: &[Candidates<'a>],
    origins: impl Fn(&Version) -> Option<Vec<Source>>,
    work: &Work,
) -> Option<Vec<(u8, &'a Version)>> {
    let (children, groups) = groups(children, origins)?;
    let (left, right) = halves(&groups)?;
    let terms = groups.iter().map(|group| group.choices * group.children.len());
    work.spend(terms.sum::<usize>() + children.len() + number(left)? + number(right)?)?;
    let fixed = children.iter().filter_map(|(byte, versions)| match versions[..] {
        [version] => Some((*byte, version.hash)),
        _ => None,
    });
    let rest = commitment - committer.commit_sparse(fixed);
    let key = |sums: &[Commitment]| -> Vec<[u8; 32]> {
        Commitment::map_to_scalar_field_batch(sums).into_iter().map(|key| key.to_le_bytes()).collect()
    };
    let sums = |groups| sums(committer, &children, groups);
    let known: HashMap<[u8; 32], usize> = key(&sums(left)).into_iter().zip(0..).collect();
    let wanted: Vec<Commitment> = sums(right).into_iter().map(|sum| rest - sum).collect();
    let (in_right, in_left) =
        key(&wanted).into_iter().enumerate().find_map(|(i, key)| Some((i, *known.get(&key)?)))?;
    let mut chosen = vec![0; children.len()];
    for (groups, mut index) in [(left, in_left), (right, in_right)] {
        for group in groups {
            group.children.iter().for_each(|child| chosen[*child] = index % group.choices);
            index /= group.choices;
        }
    }
    children
        .iter()
        .zip(chosen)
        .map(|((byte, versions), chosen)| Some((*byte, *versions.get(chosen)?)))
        .collect()
}

/// The children with their versions in the order of the origins, and the groups of those with several versions.
fn groups<'a>(
    children: &[Candidates<'a>],
    origins: impl Fn(&Version) -> Option<Vec<Source>>,
) -> Option<(Vec<Candidates<'a>>, Vec<Together>)> {
    let (mut sorted, mut groups) = (children.to_vec(), BTreeMap::new());
    for (child, (byte, versions)) in
        sorted.iter_mut().enumerate().filter(|(_, (_, versions))| versions.len() > 1)
    {
        // So many versions are refused before their origins are compared.
        if versions.len() > MAX_SUMS {
            return None;
        }
        let by_origins = versions.iter().map(|version| Some((origins(version)?, *version)));
        let mut by_origins = by_origins.collect::<Option<Vec<_>>>()?;
        by_origins.sort_by(|one, other| one.0.cmp(&other.0));
        *versions = by_origins.iter().map(|(_, version)| *version).collect();
        let key: Vec<Vec<Source>> = by_origins.into_iter().map(|(origins, _)| origins).collect();
        // Versions of the same origin cannot be told apart, so such a child is a group of its own.
        let alone = key.windows(2).any(|pair| pair[0] == pair[1]).then_some(*byte);
        let choices = key.len();
        let group = groups.entry((key, alone)).or_insert(Together { children: Vec::new(), choices });
        group.children.push(child);
    }
    Some((sorted, groups.into_values().collect()))
}

/// The number of choices of all groups. `None` if they are more than [`MAX_SUMS`].
fn number(groups: &[Together]) -> Option<usize> {
    groups.iter().try_fold(1usize, |product, group| {
        product.checked_mul(group.choices).filter(|product| *product <= MAX_SUMS)
    })
}

/// Divides the groups into two halves of at most [`MAX_SUMS`] choices each, with the least sum of both numbers.
fn halves(groups: &[Together]) -> Option<(&[Together], &[Together])> {
    let sums = |middle: &usize| {
        let (left, right) = groups.split_at(*middle);
        Some(number(left)? + number(right)?)
    };
    let (_, middle) = (0..=groups.len()).filter_map(|middle| Some((sums(&middle)?, middle))).min()?;
    Some(groups.split_at(middle))
}

/// The sums of all choices. Choice number `i` takes from the first group its sum `i mod n`, from the next one `i / n`.
fn sums(committer: &Committer, children: &[Candidates<'_>], groups: &[Together]) -> Vec<Commitment> {
    let term = |child: usize, choice: usize| (children[child].0, children[child].1[choice].hash);
    groups.iter().fold(vec![Commitment::IDENTITY], |sums, group| {
        let of = |choice| committer.commit_sparse(group.children.iter().map(|child| term(*child, choice)));
        let of_group: Vec<Commitment> = (0..group.choices).map(of).collect();
        of_group.iter().flat_map(|added| sums.iter().map(move |sum| *sum + *added)).collect()
    })
}

#[cfg(test)]
mod tests {
    use vorpal_ipa::{Basis, Scalar};

    use super::*;

    /// Versions number `1..=n` of a child, each in a page of its own that `page` names.
    fn versions(byte: u8, n: u64, page: impl Fn(u64) -> u64) -> Vec<Version> {
        let hash = |version: u64| Scalar::from(u64::from(byte) * 1000 + version);
        let version = |version| Version {
            hash: hash(version),
            records: Vec::new(),
            sources: vec![Source::Page(page(version))],
        };
        (1..=n).map(version).collect()
    }

    #[allow(clippy::unnecessary_wraps, reason = "a search may fail")]
    fn sources(version: &Version) -> Option<Vec<Source>> {
        Some(version.sources.clone())
    }

    fn work() -> Work {
        let work = Work::default();
        work.allow(0);
        work
    }

    /// The chosen versions' numbers if `right` names the right ones.
    fn chosen(
        committer: &Committer,
        all: &[(u8, Vec<Version>)],
        right: impl Fn(u8) -> usize,
    ) -> Option<bool> {
        let hash = |(byte, versions): &(u8, Vec<Version>)| (*byte, versions[right(*byte)].hash);
        let commitment = committer.commit_sparse(all.iter().map(hash));
        let children: Vec<Candidates<'_>> =
            all.iter().map(|(byte, versions)| (*byte, versions.iter().collect())).collect();
        let found = choose(committer, commitment, &children, sources, &work())?;
        Some(found.iter().map(|(byte, version)| (*byte, version.hash)).eq(all.iter().map(hash)))
    }

    #[test]
    fn the_right_versions_are_found() {
        let committer = Committer::with_window(&Basis::default(), 4).unwrap();
        // Single versions, and of some children one or two more, each from a page of its own.
        let single = (0..=255).map(|byte| (byte, 1 + u64::from(byte % 25 == 0) * u64::from(1 + byte % 2)));
        let all: Vec<_> =
            single.map(|(byte, n)| (byte, versions(byte, n, |v| 1000 * u64::from(byte) + v))).collect();
        for shift in 0..3 {
            let right = |byte: u8| (usize::from(byte) + shift) % all[usize::from(byte)].1.len();
            assert_eq!(chosen(&committer, &all, right), Some(true), "{shift}");
        }
        // 256 children with three versions in 13 pages for each.
        let all: Vec<_> =
            (0..=255).map(|byte| (byte, versions(byte, 3, |v| 100 * v + u64::from(byte / 20)))).collect();
        assert_eq!(chosen(&committer, &all, |byte| usize::from(byte / 20) % 3), Some(true));
        // Versions of one page are not mixed with those of another: a sum of such a mixture is not found.
        assert_eq!(chosen(&committer, &all, |byte| usize::from(byte) % 3), None);
        // Two versions from one page: such a child is chosen alone.
        let all: Vec<_> = (0..20).map(|byte| (byte, versions(byte, 2, |_| 7))).collect();
        assert_eq!(chosen(&committer, &all, |byte| usize::from(byte % 3 == 0)), Some(true));
        // Too many choices.
        let all: Vec<_> =
            (0..30).map(|byte| (byte, versions(byte, 2, |v| 100 * v + u64::from(byte)))).collect();
        assert_eq!(chosen(&committer, &all, |_| 0), None);
    }

    #[test]
    fn no_version_fits() {
        let committer = Committer::with_window(&Basis::default(), 4).unwrap();
        let all = [(3, versions(3, 2, |v| v)), (200, versions(200, 1, |v| v))];
        let children: Vec<Candidates<'_>> =
            all.iter().map(|(byte, versions)| (*byte, versions.iter().collect())).collect();
        let other = committer.commit_sparse([(3, Scalar::ONE)]);
        assert!(choose(&committer, other, &children, sources, &work()).is_none());
        let none = choose(&committer, Commitment::IDENTITY, &[], sources, &work());
        assert!(none.is_some_and(|none| none.is_empty()));
    }

    /// What is refused costs nothing: the choices are counted before a sum is computed.
    #[test]
    fn refused_choices_are_not_computed() {
        let committer = Committer::with_window(&Basis::default(), 4).unwrap();
        for (children, n) in [(30, 2), (3, 1000), (1, 1 << 14 | 1)] {
            let all: Vec<_> =
                (0..children).map(|byte| (byte, versions(byte, n, |v| (v << 8) + u64::from(byte)))).collect();
            let children: Vec<Candidates<'_>> =
                all.iter().map(|(byte, versions)| (*byte, versions.iter().collect())).collect();
            let work = work();
            let commitment = Commitment::IDENTITY;
            assert!(choose(&committer, commitment, &children, sources, &work).is_none(), "{n}");
            assert_eq!(work.spent(), 0, "{n}");
        }
        // Nor is what the bound on the work does not permit.
        let all = versions(7, 2, |v| v);
        let children = [(7, all.iter().collect())];
        let commitment = committer.commit_sparse([(7, all[0].hash)]);
        assert!(choose(&committer, commitment, &children, sources, &work()).is_some());
        assert!(choose(&committer, commitment, &children, sources, &Work::default()).is_none());
    }
}
