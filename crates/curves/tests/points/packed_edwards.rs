//! Tests of packed points of twisted Edwards curves: every pair of points of tiny curves that the first law covers,
//! with and without vectors, and Banderwagon.

use num_bigint::BigUint;
use vorpal_curves::bandersnatch::{Banderwagon, PackedBanderwagon};
use vorpal_curves::models::edwards::{
    AffineEdwards, EdwardsCurve, ExtendedEdwards, PackedEdwards, TableEdwards,
};
use vorpal_curves::{EntryBytes, Group, PackedGroup};
use vorpal_fields::{Fe, LANES, Modulus};
use vorpal_oracle::edwards::Curve;

const MASKS: [u16; 7] = [0, 1, 0x8000, 0x7fff, 0x00ff, 0xa5c3, 0xffff];

/// The field of `P` elements in `N` limbs. Packed values of four limbs use vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Small<const P: u64, const N: usize>;

macro_rules! small {
    ($p:literal, $n:literal, $bytes:literal) => {
        impl Modulus<$n> for Small<$p, $n> {
            const NAME: &'static str = "Small";
            const P: [u64; $n] = {
                let mut limbs = [0; $n];
                limbs[0] = $p;
                limbs
            };
            const GENERATOR: u64 = 2;
            type Bytes = [u8; $bytes];
        }
        impl<const A: u64, const D: u64> EdwardsCurve for Tiny<$p, $n, A, D> {
            type Base = Fe<Small<$p, $n>, $n>;
            type Scalar = Fe<Small<$p, $n>, $n>; // only used as an integer
            const A: Self::Base = Fe::small(A);
            const D: Self::Base = Fe::small(D);
            const GENERATOR: (Self::Base, Self::Base) = (Fe::small(0), Fe::small(1));
        }
    };
}

/// The curve `A x^2 + y^2 = 1 + D x^2 y^2` over that field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Tiny<const P: u64, const N: usize, const A: u64, const D: u64>;

small!(13, 1, 8);
small!(13, 4, 32);
small!(19, 4, 32);

/// The points of all lanes. Checks that fewer lanes are stored as a prefix.
fn stored<C: EdwardsCurve>(lanes: &PackedEdwards<C>) -> [ExtendedEdwards<C>; LANES] {
    let mut points = [ExtendedEdwards::IDENTITY; LANES];
    lanes.store(&mut points);
    for number in 0..LANES {
        let mut some = vec![ExtendedEdwards::IDENTITY; number];
        lanes.store(&mut some);
        assert_eq!(some, points[..number]);
    }
    points
}

fn enumerate<C: EdwardsCurve>(p: u64, a: u64, d: u64) {
    let oracle = Curve { p: p.into(), a: a.into(), d: d.into() };
    let element = |value: &BigUint| C::Base::from(u64::try_from(value).unwrap());
    let points = oracle.points();
    let affine: Vec<AffineEdwards<C>> =
        points.iter().map(|(x, y)| AffineEdwards::new(element(x), element(y)).unwrap()).collect();
    let negative = |i: usize| affine.iter().position(|point| *point == -affine[i]).unwrap();
    // Pairs whose sum and difference the law covers.
    let mut pairs = Vec::new();
    for i in 0..points.len() {
        for j in 0..points.len() {
            let covered = |j: usize| oracle.add(&points[i], &points[j]).is_some();
            if covered(j) && covered(negative(j)) {
                pairs.push((i, j));
            }
        }
    }
    assert!(pairs.len() > points.len());
    let table: Vec<TableEdwards<C>> = affine.iter().map(|point| (*point).into()).collect();
    let simple: Vec<ExtendedEdwards<C>> = affine.iter().map(|point| (*point).into()).collect();
    for (round, chunk) in pairs.chunks(LANES).enumerate() {
        // The same points with other Z: another point is added and subtracted again.
        let other = simple[round % simple.len()];
        let first: Vec<_> = chunk.iter().map(|(i, _)| simple[*i] + other - other).collect();
        let second: Vec<_> = chunk.iter().map(|(_, j)| simple[*j] + other - other).collect();
        let lane = |lane: usize| chunk[lane % chunk.len()];
        let entries = core::array::from_fn(|i| &table[lane(i).1]);
        let firsts = core::array::from_fn(|i| &table[lane(i).0]);

        let loaded = PackedEdwards::load(&first);
        assert_eq!(stored(&loaded)[..chunk.len()], first);
        assert_eq!(stored(&loaded)[chunk.len()..], [ExtendedEdwards::IDENTITY; LANES][chunk.len()..]);
        for mask in MASKS {
            let signed =
                |i: usize, point: ExtendedEdwards<C>| if mask >> i & 1 == 1 { -point } else { point };
            let mut lanes = loaded;
            lanes.add_entries_unchecked(&entries, mask);
            for (i, sum) in stored(&lanes)[..chunk.len()].iter().enumerate() {
                assert_eq!(*sum, first[i] + signed(i, second[i]), "{:?} {mask:x}", lane(i));
            }
            let mut lanes = loaded;
            lanes.assign_entries(&firsts, mask);
            let assigned = stored(&lanes);
            assert!((0..LANES).all(|i| assigned[i] == signed(i, simple[lane(i).0])));
            lanes.add_entries_unchecked(&entries, mask);
            for (i, sum) in stored(&lanes).iter().enumerate() {
                assert_eq!(*sum, signed(i, simple[lane(i).0] + simple[lane(i).1]));
            }
        }
        let mut lanes = loaded;
        lanes.add_unchecked(&PackedEdwards::load(&second));
        for (i, sum) in stored(&lanes)[..chunk.len()].iter().enumerate() {
            assert_eq!(*sum, first[i] + second[i]);
        }
        let mut lanes = loaded;
        lanes.double();
        for (i, sum) in stored(&lanes)[..chunk.len()].iter().enumerate() {
            assert_eq!(*sum, first[i].double());
        }
        let (to, from) = (round % LANES, round / LANES % chunk.len());
        lanes.copy_lane(to, &loaded, from);
        assert_eq!(stored(&lanes)[to], first[from]);
    }
}

#[test]
fn every_pair_of_tiny_curves() {
    // Curves of one limb use no vectors. The curves are like Bandersnatch, complete, or have a square d.
    enumerate::<Tiny<13, 1, 2, 5>>(13, 2, 5);
    enumerate::<Tiny<13, 1, 1, 2>>(13, 1, 2);
    enumerate::<Tiny<13, 4, 2, 5>>(13, 2, 5);
    enumerate::<Tiny<13, 4, 1, 2>>(13, 1, 2);
    enumerate::<Tiny<13, 4, 1, 3>>(13, 1, 3);
    enumerate::<Tiny<19, 4, 18, 2>>(19, 18, 2);
    enumerate::<Tiny<19, 4, 1, 2>>(19, 1, 2);
}

#[test]
fn banderwagon() {
    let g = Banderwagon::generator();
    // Includes the identity, and equal and opposite points.
    let points: Vec<Banderwagon> = (0..LANES as u64)
        .map(|i| match i {
            0 | 1 => Banderwagon::IDENTITY,
            2..=4 => g,
            5 => -g,
            _ => g.mul_limbs_vartime(&[i.wrapping_mul(0x9e37_79b9_7f4a_7c15), i]),
        })
        .collect();
    let others: Vec<Banderwagon> = (0..LANES).map(|i| points[(i * 5 + 3) % LANES]).collect();
    let entries = PackedBanderwagon::entries(&others);
    for (entry, point) in entries.iter().zip(&others) {
        let mut lanes = PackedBanderwagon::identity();
        lanes.assign_entries(&[entry; LANES], 0);
        let mut found = [Banderwagon::IDENTITY; 1];
        lanes.store(&mut found);
        assert_eq!(found[0], *point);
    }
    let row = core::array::from_fn(|lane| &entries[lane]);
    let mut found = [g; LANES];
    for mask in MASKS {
        let mut lanes = PackedBanderwagon::load(&points);
        lanes.add_entries(&row, mask);
        lanes.store(&mut found);
        for lane in 0..LANES {
            let other = if mask >> lane & 1 == 1 { -others[lane] } else { others[lane] };
            assert_eq!(found[lane], points[lane] + other);
        }
    }
    let mut lanes = PackedBanderwagon::load(&points);
    lanes.add_assign(&PackedBanderwagon::load(&others));
    lanes.double();
    lanes.store(&mut found);
    for lane in 0..LANES {
        assert_eq!(found[lane], (points[lane] + others[lane]).double());
    }
    for entry in &entries {
        let mut bytes = Vec::new();
        entry.append_to(&mut bytes);
        assert_eq!(bytes.len(), 96);
        let again = <PackedBanderwagon as PackedGroup>::Entry::from_bytes(&bytes).unwrap();
        let mut written = Vec::new();
        again.append_to(&mut written);
        assert_eq!(written, bytes);
        for length in [0, 32, 64, 95] {
            assert!(<PackedBanderwagon as PackedGroup>::Entry::from_bytes(&bytes[..length]).is_none());
        }
        for coordinate in 0..3 {
            let mut invalid = bytes.clone();
            invalid[32 * coordinate..][..32].fill(0xff);
            assert!(<PackedBanderwagon as PackedGroup>::Entry::from_bytes(&invalid).is_none());
        }
    }
}
