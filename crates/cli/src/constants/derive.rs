//! Derivation of the endomorphism's constants: roots `beta` and `lambda`, their pairing, and short lattice vectors.

use vorpal::limbs::schedule::Natural;

use super::curves::Curve;
use super::integers::Signed;
use super::lattice::Basis;
use super::modular::Modulo;
use super::point::Point;

/// The constants derived from a curve. Each step checks that its result has the defining property.
pub(super) struct Derivation {
    pub(super) curve: Curve,
    /// The roots of `X^2 + X + 1` modulo `p`: both values of `beta`.
    pub(super) base_roots: Roots,
    /// The roots of `X^2 + X + 1` modulo `n`: both values of `lambda`.
    pub(super) scalar_roots: Roots,
    /// One pair for each `lambda`, in the order of `scalar_roots`.
    pub(super) pairs: [Pair; 2],
}

/// Both roots of `X^2 + X + 1 = (X^3 - 1) / (X - 1)`: the numbers of order three.
pub(super) struct Roots {
    /// The least `a` for which `a^((m - 1) / 3)` is not 1; that power is a root because its cube is `a^(m - 1) = 1`.
    pub(super) base: u64,
    /// The smaller root first.
    pub(super) roots: [Natural; 2],
}

/// A `lambda` with its `beta` and its short basis.
pub(super) struct Pair {
    pub(super) lambda: Natural,
    /// `lambda G`.
    pub(super) multiple: Point,
    /// The index, in `base_roots`, of the root with `lambda G = (beta x, y)`.
    pub(super) beta_index: usize,
    pub(super) beta: Natural,
    pub(super) basis: Basis,
}

impl Derivation {
    /// Derives the constants.
    ///
    /// # Errors
    /// The property that does not hold, if the parameters define no such curve or it has no such endomorphism.
    pub(super) fn new(curve: Curve) -> Result<Self, String> {
        let field = Modulo(&curve.p);
        if !curve.generator.is_on_curve(&field, &curve.b) {
            return Err("the generator is not on the curve".into());
        }
        if curve.generator.mul(&curve.n, &field).is_some() {
            return Err("n G is not the point at infinity".into());
        }
        let (base_roots, scalar_roots) = (Roots::new(&curve.p)?, Roots::new(&curve.n)?);
        let [first, second] = scalar_roots.roots.map(|lambda| Pair::new(&curve, &base_roots, lambda));
        let pairs = [first?, second?];
        if pairs[0].beta_index == pairs[1].beta_index {
            return Err("both values of lambda belong to one beta".into());
        }
        Ok(Self { curve, base_roots, scalar_roots, pairs })
    }
}

impl Roots {
    fn new(modulus: &Natural) -> Result<Self, String> {
        let ring = Modulo(modulus);
        let (third, rest) = modulus.sub(&Natural::ONE).div_rem(&Natural::from_word(3));
        if rest != Natural::ZERO {
            return Err("a modulus that is not 1 mod 3 has no roots of X^2 + X + 1".into());
        }
        let powers = (2..1000).map(|base| (base, ring.pow(&Natural::from_word(base), &third)));
        let (base, root) = powers
            .into_iter()
            .find(|(_, power)| *power != Natural::ONE)
            .ok_or("no number below 1000 yields a root of X^2 + X + 1")?;
        let square = ring.mul(&root, &root);
        if !ring.is_root(&root) || !ring.is_root(&square) {
            return Err("the modulus is not prime".into());
        }
        Ok(Self { base, roots: if root.less(&square) { [root, square] } else { [square, root] } })
    }
}

impl Pair {
    fn new(curve: &Curve, base_roots: &Roots, lambda: Natural) -> Result<Self, String> {
        let field = Modulo(&curve.p);
        let generator = &curve.generator;
        let multiple = generator.mul(&lambda, &field).ok_or("lambda G is the point at infinity")?;
        let beta_index = base_roots
            .roots
            .iter()
            .position(|beta| multiple == Point { x: field.mul(beta, &generator.x), y: generator.y })
            .ok_or("lambda G is (beta x, y) for neither beta")?;
        let basis = Basis::short(&curve.n, &lambda).ok_or("Euclid's algorithm yields no short vectors")?;
        let scalars = Modulo(&curve.n);
        for vector in &basis.vectors {
            let product = scalars.mul(&vector.y.reduced(&curve.n), &lambda);
            if scalars.add(&vector.x.reduced(&curve.n), &product) != Natural::ZERO {
                return Err("a short vector is not in the lattice".into());
            }
        }
        if basis.determinant() != Signed::new(curve.n, basis.rows[1].index.is_multiple_of(2)) {
            return Err("the short vectors are no basis".into());
        }
        Ok(Self { lambda, multiple, beta_index, beta: base_roots.roots[beta_index], basis })
    }

    /// `g1 = round(2^shift |y2| / n)` and `g2 = round(2^shift |y1| / n)`. No quotient is a half-integer, as `n` is odd.
    pub(super) fn multipliers(&self, n: &Natural, shift: usize) -> [Natural; 2] {
        let [v1, v2] = &self.basis.vectors;
        [v2, v1].map(|v| {
            let numerator = v.y.magnitude.shift_left(shift + 1).add(n);
            numerator.div_rem(&n.shift_left(1)).0
        })
    }

    /// The same rounded down, as `dcrd` has `g1`: `floor(2^shift |y2| / n)` and `floor(2^shift |y1| / n)`.
    pub(super) fn floors(&self, n: &Natural, shift: usize) -> [Natural; 2] {
        let [v1, v2] = &self.basis.vectors;
        [v2, v1].map(|v| v.y.magnitude.shift_left(shift).div_rem(n).0)
    }

    /// As [`bounds`](Self::bounds), for multipliers that are rounded either way: twice as large an error of `g`, so
    /// `(1/2 + 2^(w - shift)) (|x1| + |x2|)`.
    pub(super) fn bounds_of_floors(&self, n: &Natural, shift: usize) -> [Natural; 2] {
        self.bounds_with(n, shift, 1)
    }

    /// Bounds of `|k1|` and `|k2|`: `(1/2 + 2^(w - shift - 1)) (|x1| + |x2|)`, and the same with `y1` and `y2`. Scalars
    /// `s` are below `2^w`, where `w` is the number of bits in the limbs of `n`.
    ///
    /// Proof: a coefficient `a = s |y| / n` is rounded from `s g / 2^shift`, which differs from `a` by at most
    /// `s / 2^(shift + 1) < 2^(w - shift - 1)`. Rounding adds at most 1/2. With exact coefficients `(k1, k2)` is zero.
    /// So `(k1, k2)` is the sum of the two vectors, each multiplied by the error of its coefficient.
    pub(super) fn bounds(&self, n: &Natural, shift: usize) -> [Natural; 2] {
        self.bounds_with(n, shift, 0)
    }

    /// The bounds if the multipliers are wrong by up to `2^more / 2`.
    fn bounds_with(&self, n: &Natural, shift: usize, more: usize) -> [Natural; 2] {
        let w = 64 * n.bits().div_ceil(64) + more;
        let factor = Natural::power_of_two(shift).add(&Natural::power_of_two(w));
        let [v1, v2] = &self.basis.vectors;
        [(v1.x, v2.x), (v1.y, v2.y)]
            .map(|(a, b)| a.magnitude.add(&b.magnitude).mul(&factor).shift_right(shift + 1))
    }
}
