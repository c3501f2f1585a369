//! A bounded cache of prepared lines.

use core::num::NonZeroUsize;

use lru::LruCache;
use vorpal_curves::Error;
use vorpal_curves::models::weierstrass::Affine;

use crate::{Engine, PreparedG2};

/// A cache of the lines of the most recently used points of G2, for verifiers that meet the same points again.
///
/// The key is the point, so a hit needs no check of membership.
///
/// ```
/// use vorpal_curves::bn254::g2;
/// use vorpal_pairing::bn254::LineCache;
/// let mut cache = LineCache::new(100);
/// let lines = cache.lines(&g2::Affine::GENERATOR)?.memory();
/// assert_eq!((cache.len(), lines), (1, 88 * 128));
/// # Ok::<(), vorpal_curves::Error>(())
/// ```
pub struct LineCache<E: Engine<N>, const N: usize> {
    points: LruCache<Coordinates<E, N>, PreparedG2<E, N>>,
}

/// The coordinates of a point, which can be hashed.
type Coordinates<E, const N: usize> = [vorpal_fields::tower::Fp2<<E as Engine<N>>::Modulus, N>; 2];

impl<E: Engine<N>, const N: usize> core::fmt::Debug for LineCache<E, N> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("LineCache").field("points", &self.points.len()).finish()
    }
}

impl<E: Engine<N>, const N: usize> LineCache<E, N> {
    /// An empty cache of at most this number of points, and at least one. Memory grows with the points in it.
    pub fn new(points: usize) -> Self {
        Self { points: LruCache::sparse(NonZeroUsize::new(points).unwrap_or(NonZeroUsize::MIN)) }
    }

    /// The lines of a point, which are computed if the cache does not have them. Time depends on the point.
    ///
    /// # Errors
    /// [`Error::NotInSubgroup`] if the point is not in G2; the cache does not change.
    pub fn lines(&mut self, point: &Affine<E::G2>) -> Result<&PreparedG2<E, N>, Error> {
        let (x, y) = point.raw_coordinates();
        self.points.try_get_or_insert([*x, *y], || PreparedG2::new(point))
    }

    /// The number of points in the cache.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Whether the cache is empty.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }
}
