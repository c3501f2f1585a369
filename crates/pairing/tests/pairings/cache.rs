//! The cache of lines: what is in it costs no multiplication, and the least recently used point leaves it.

use vorpal_curves::models::weierstrass::Affine;
use vorpal_pairing::{Engine, LineCache};

use crate::costs::cost;
use crate::right;

/// Whether the cache has the lines of the point. If it has not, they are computed.
fn has<E: Engine<N>, const N: usize>(cache: &mut LineCache<E, N>, point: &Affine<E::G2>) -> bool {
    cost(|| assert!(cache.lines(point).is_ok())) == 0
}

pub(crate) fn order_of_use<E: Engine<N>, const N: usize>() {
    let points = [1, 2, 3].map(right::<E, N>);
    let mut cache = LineCache::<E, N>::new(2);
    assert!(cache.is_empty());
    // The point 0 is used again, so 2 replaces 1. Then 1 replaces 0, and 0 replaces 2.
    for (index, expected) in [
        (0, false),
        (1, false),
        (0, true),
        (2, false),
        (0, true),
        (2, true),
        (1, false),
        (0, false),
        (1, true),
        (0, true),
    ] {
        assert_eq!(has(&mut cache, &points[index]), expected, "{index}");
    }
    // A point outside G2 replaces none, and is refused again.
    let outside = (1..50u64).find_map(|x| Affine::<E::G2>::lift_x_vartime(x.into())).unwrap().0;
    for _ in 0..2 {
        assert!(cache.lines(&outside).is_err());
    }
    assert!(has(&mut cache, &points[0]) && has(&mut cache, &points[1]));
    // The opposite point has the same x and other lines.
    assert!(!has(&mut cache, &-points[1]));
    assert!(has(&mut cache, &points[1]) && has(&mut cache, &-points[1]));
    // A cache of no points holds one.
    let mut single = LineCache::<E, N>::new(0);
    for (index, expected) in [(0, false), (0, true), (1, false), (0, false)] {
        assert_eq!(has(&mut single, &points[index]), expected, "{index}");
        assert!(single.len() == 1 && !single.is_empty());
    }
}
