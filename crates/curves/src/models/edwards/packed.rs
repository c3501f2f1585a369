//! Sixteen packed points in extended coordinates.

use vorpal_fields::subtle::ConstantTimeEq;
use vorpal_fields::{Field, LANES, PackedField};

use super::{AffineEdwards, EdwardsCurve, ExtendedEdwards};

/// The packed values of a curve's coordinates.
type PackedOf<C> = <<C as EdwardsCurve>::Base as Field>::Packed;

/// The binary logarithm of the factor of the coordinates of [table entries](TableEdwards). It is `2^4` because elements
/// of four limbs have the radix `2^256` in memory, and packed values read them with the radix `2^260`.
const SCALE_BITS: usize = 4;

/// A point in the form of table entries: `16 x`, `16 y` and `16 d x y`.
///
/// Vectors that read raw elements ([`PackedField`]) of four limbs obtain `x`, `y` and `d x y` without a multiplication.
/// Other packed values obtain the same multiple of all three, which costs one multiplication per addition.
///
/// ```
/// use vorpal_curves::bandersnatch::Bandersnatch;
/// use vorpal_curves::models::edwards::{ExtendedEdwards, PackedEdwards, TableEdwards};
/// let g = ExtendedEdwards::<Bandersnatch>::generator();
/// let entry = TableEdwards::from(g.to_affine().unwrap());
/// let mut sums = PackedEdwards::load(&[g; 16]);
/// sums.add_entries_unchecked(&[&entry; 16], 0);
/// let mut points = [g; 16];
/// sums.store(&mut points);
/// assert_eq!(points, [g.double(); 16]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TableEdwards<C: EdwardsCurve> {
    x: C::Base,
    y: C::Base,
    dt: C::Base,
}

impl<C: EdwardsCurve> PartialEq for TableEdwards<C> {
    fn eq(&self, other: &Self) -> bool {
        (self.x.ct_eq(&other.x) & self.y.ct_eq(&other.y) & self.dt.ct_eq(&other.dt)).into()
    }
}

impl<C: EdwardsCurve> Eq for TableEdwards<C> {}

/// `16 value`.
fn scaled<F: Field>(mut value: F) -> F {
    for _ in 0..SCALE_BITS {
        value = value.double();
    }
    value
}

impl<C: EdwardsCurve> From<AffineEdwards<C>> for TableEdwards<C> {
    fn from(point: AffineEdwards<C>) -> Self {
        Self { x: scaled(point.x), y: scaled(point.y), dt: scaled(point.dt) }
    }
}

impl<C: EdwardsCurve> TableEdwards<C> {
    /// `16 x`, `16 y` and `16 d x y`.
    pub(crate) fn coordinates(&self) -> [C::Base; 3] {
        [self.x, self.y, self.dt]
    }

    /// The entry with these coordinates, unchecked.
    pub(crate) fn from_coordinates([x, y, dt]: [C::Base; 3]) -> Self {
        Self { x, y, dt }
    }
}

impl<C: EdwardsCurve> ExtendedEdwards<C> {
    /// `self + entry`, or `self - entry` if `negative`, by the first law alone: where it fails (see the
    /// [module](super)), all coordinates of the result are zero. 8M + one multiplication by `a`.
    ///
    /// `A`, `B`, `C` and `E` of the formula are 16 times their values, so `D` is `16 Z`. All four coordinates of the
    /// sum are then multiplied by 256, and the projective point is the same.
    ///
    /// ```
    /// use vorpal_curves::bandersnatch::Bandersnatch;
    /// use vorpal_curves::models::edwards::{ExtendedEdwards, TableEdwards};
    /// let g = ExtendedEdwards::<Bandersnatch>::generator();
    /// let entry = TableEdwards::from(g.to_affine().unwrap());
    /// assert_eq!(g.add_entry_unchecked(&entry, false), g.double());
    /// assert_eq!(g.add_entry_unchecked(&entry, true), ExtendedEdwards::IDENTITY);
    /// ```
    #[inline]
    #[must_use]
    pub fn add_entry_unchecked(&self, entry: &TableEdwards<C>, negative: bool) -> Self {
        let (x, dt) = if negative { (-entry.x, -entry.dt) } else { (entry.x, entry.dt) };
        let (A, B) = (self.X * x, self.Y * entry.y);
        let (C_, D) = (self.T * dt, scaled(self.Z));
        let E = (self.X + self.Y) * (x + entry.y) - A - B;
        Self::from_factors(E, D - C_, D + C_, B - C::mul_by_a(A))
    }
}

/// Sixteen points in extended coordinates, one per lane of four packed values.
///
/// Additions use the first law alone (see the [module](super)). A lane is correct if the law covers its pair of points,
/// which it does for all pairs of a subgroup without points at infinity. No formula has branches.
///
/// # Raw coordinates
///
/// Table entries are read without a change of radix, as `f x`, `f y` and `f d x y` with the same `f` for all
/// ([`TableEdwards`]). Then `A = X x`, `B = Y y`, `C = T d x y` and `E` are `f` times the values of the formula, and
/// `D` is computed as `f Z`. (On vectors of four limbs, `f = 1` and `D = Z`.) So the four factors of the sum are all
/// multiplied by `f`, and the projective point is the same.
///
/// ```
/// use vorpal_curves::bandersnatch::Bandersnatch;
/// use vorpal_curves::models::edwards::{ExtendedEdwards, PackedEdwards};
/// let g = ExtendedEdwards::<Bandersnatch>::generator();
/// let mut sums = PackedEdwards::load(&[g, g.double()]);
/// sums.double();
/// sums.add_unchecked(&PackedEdwards::load(&[g, g]));
/// let mut points = [g; 2];
/// sums.store(&mut points);
/// assert_eq!(points, [g.mul_limbs_vartime(&[3]), g.mul_limbs_vartime(&[5])]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PackedEdwards<C: EdwardsCurve> {
    X: PackedOf<C>,
    Y: PackedOf<C>,
    T: PackedOf<C>,
    Z: PackedOf<C>,
    /// `f`, or `None` if it is one.
    factor: Option<PackedOf<C>>,
    d: PackedOf<C>,
    /// Temporary values of the formulas, kept here so that the formulas do not begin with copies.
    scratch: [PackedOf<C>; 4],
}

/// Loads and stores.
impl<C: EdwardsCurve> PackedEdwards<C> {
    /// The neutral element in every lane.
    pub fn identity() -> Self {
        let one = PackedOf::<C>::one();
        let mut zero = one;
        zero.sub_assign(&one);
        let mut factor = one;
        factor.read_raw(&[scaled(C::Base::ONE); LANES], |scale| scale);
        let mut difference = factor;
        difference.sub_assign(&one);
        let factor = (difference.zero_lanes() != u16::MAX).then_some(factor);
        let d = [C::D; LANES];
        let d = if factor.is_none() {
            // Read raw, as table entries are.
            let mut packed = one;
            packed.read_raw(&d.map(scaled), |d| d);
            packed
        } else {
            PackedOf::<C>::load(&d, |d| d)
        };
        Self { X: zero, Y: one, T: zero, Z: one, factor, d, scratch: [one; 4] }
    }

    /// Loads at most sixteen points; the remaining lanes are neutral. Costs four fractions of a multiplication: all
    /// coordinates are divided by the same radix.
    ///
    /// # Panics
    /// If there are more than sixteen points.
    pub fn load(points: &[ExtendedEdwards<C>]) -> Self {
        let mut lanes = Self::identity();
        let mut all = [ExtendedEdwards::IDENTITY; LANES];
        all[..points.len()].copy_from_slice(points);
        lanes.X.read_raw(&all, |point| &point.X);
        lanes.Y.read_raw(&all, |point| &point.Y);
        lanes.T.read_raw(&all, |point| &point.T);
        lanes.Z.read_raw(&all, |point| &point.Z);
        lanes
    }

    /// `self_i = entries_i`, negated in the lanes of the mask. 1M; 3M if `f` is not one.
    pub fn assign_entries(&mut self, entries: &[&TableEdwards<C>; LANES], negative: u16) {
        let Self { X, Y, T, Z, factor, .. } = self;
        X.read_raw(entries, |entry| &entry.x);
        Y.read_raw(entries, |entry| &entry.y);
        X.negate_lanes(negative);
        T.mul_into(X, Y);
        Z.clone_from(&PackedOf::<C>::one());
        if let Some(factor) = factor {
            // (f^2 x : f^2 y : f^2 x y : f^2).
            X.mul_assign(factor);
            Y.mul_assign(factor);
            Z.square_into(factor);
        }
    }

    /// Stores the points of the first lanes in the slice. Costs four fractions of a multiplication: all coordinates are
    /// multiplied by the same radix.
    ///
    /// # Panics
    /// If the slice is longer than sixteen.
    pub fn store(&self, points: &mut [ExtendedEdwards<C>]) {
        self.X.store_raw(points, |point| &mut point.X);
        self.Y.store_raw(points, |point| &mut point.Y);
        self.T.store_raw(points, |point| &mut point.T);
        self.Z.store_raw(points, |point| &mut point.Z);
    }

    /// `self_to = other_from`, in one lane.
    pub fn copy_lane(&mut self, to: usize, other: &Self, from: usize) {
        self.X.copy_lane(to, &other.X, from);
        self.Y.copy_lane(to, &other.Y, from);
        self.T.copy_lane(to, &other.T, from);
        self.Z.copy_lane(to, &other.Z, from);
    }
}

/// The group law, except for pairs that the first law does not cover.
impl<C: EdwardsCurve> PackedEdwards<C> {
    /// `self_i + entries_i`, or `self_i - entries_i` in the lanes of the mask: 8M + a multiplication by `a` and about
    /// ten additions; 1M more if `f` is not one.
    #[inline]
    pub fn add_entries_unchecked(&mut self, entries: &[&TableEdwards<C>; LANES], negative: u16) {
        let Self { X, Y, T, Z, factor, scratch: [x, y, C_, E], .. } = self;
        x.read_raw(entries, |entry| &entry.x);
        y.read_raw(entries, |entry| &entry.y);
        C_.read_raw(entries, |entry| &entry.dt);
        if negative != 0 {
            x.negate_lanes(negative);
            C_.negate_lanes(negative);
        }
        if let Some(factor) = factor {
            Z.mul_assign(factor);
        }
        E.add_into(X, Y);
        X.mul_assign(x);
        Y.mul_assign(y);
        x.add_assign(y);
        E.mul_assign(x);
        C_.mul_assign(T);
        self.finish();
    }

    /// `self_i + other_i`: 9M + one multiplication each by `a` and `d`, and about ten additions.
    pub fn add_unchecked(&mut self, other: &Self) {
        let Self { X, Y, T, Z, d, scratch: [x, _, C_, E], .. } = self;
        C_.mul_into(T, &other.T);
        C_.mul_assign(d);
        Z.mul_assign(&other.Z);
        E.add_into(X, Y);
        X.mul_assign(&other.X);
        Y.mul_assign(&other.Y);
        x.add_into(&other.X, &other.Y);
        E.mul_assign(x);
        self.finish();
    }

    /// Completes a sum, given `A`, `B` and `D` in `X`, `Y` and `Z`, and `C` and `E + A + B` in the scratch values: 4M.
    #[inline]
    fn finish(&mut self) {
        let Self { X, Y, T, Z, scratch: [F, G, C_, E], .. } = self;
        E.sub_assign(X);
        E.sub_assign(Y);
        F.sub_into(Z, C_);
        G.add_into(Z, C_);
        C::sub_lanes_times_a(Y, X);
        // Y holds H.
        T.mul_into(E, Y);
        X.mul_into(E, F);
        Y.mul_assign(G);
        Z.mul_into(F, G);
    }

    /// `2 self_i`. 4M + 4S + a multiplication by `a`. The formula covers every point: see [`ExtendedEdwards::double`].
    pub fn double(&mut self) {
        let Self { X, Y, T, Z, scratch: [E, F, G, A], .. } = self;
        E.add_into(X, Y);
        A.square_into(X);
        X.square_into(E);
        E.clone_from(X);
        X.square_into(Y);
        // X holds B.
        E.sub_assign(A);
        E.sub_assign(X);
        G.add_into(X, X);
        C::sub_lanes_times_a(X, A);
        // X holds -H, and F below is -F: all coordinates change their sign.
        G.sub_assign(X);
        Y.square_into(Z);
        F.add_into(Y, Y);
        F.sub_assign(G);
        T.mul_into(E, X);
        Y.mul_into(G, X);
        X.mul_into(E, F);
        Z.mul_into(F, G);
    }
}
