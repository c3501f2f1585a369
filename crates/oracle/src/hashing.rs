//! The maps of RFC 9380 from a field to a curve, by their definitions with inversions, and curves
//! `y^2 = x^3 + a x + b` over `Fp` or over `Fp2` with `u^2 = -1`.

use num_bigint::BigUint;
use num_traits::Zero;

use crate::big;

/// `c0 + c1 u`; in a field of degree one, `c1` is zero.
pub type Element = [BigUint; 2];

/// A field of `p^degree` elements.
#[derive(Clone, Debug)]
pub struct Field {
    /// The prime, 3 modulo 4 or below 2^16.
    pub p: BigUint,
    /// One or two.
    pub degree: usize,
}

impl Field {
    /// A small number.
    pub fn constant(&self, value: u64) -> Element {
        [BigUint::from(value) % &self.p, BigUint::zero()]
    }

    /// `a + b`.
    pub fn add(&self, a: &Element, b: &Element) -> Element {
        core::array::from_fn(|i| (&a[i] + &b[i]) % &self.p)
    }

    /// `a - b`.
    pub fn sub(&self, a: &Element, b: &Element) -> Element {
        core::array::from_fn(|i| big::sub(&a[i], &b[i], &self.p))
    }

    /// `-a`.
    pub fn neg(&self, a: &Element) -> Element {
        self.sub(&Element::default(), a)
    }

    /// `a b`.
    pub fn mul(&self, a: &Element, b: &Element) -> Element {
        let [real, imaginary] = [&a[0] * &b[0] % &self.p, &a[1] * &b[1] % &self.p];
        [big::sub(&real, &imaginary, &self.p), (&a[0] * &b[1] + &a[1] * &b[0]) % &self.p]
    }

    /// `a^-1`, zero for zero.
    pub fn invert(&self, a: &Element) -> Element {
        let norm = self.norm(a);
        if norm.is_zero() {
            return Element::default();
        }
        let inverse = big::invert(&norm, &self.p);
        self.mul(&[a[0].clone(), (&self.p - &a[1]) % &self.p], &[inverse, BigUint::zero()])
    }

    /// `a0^2 + a1^2`.
    fn norm(&self, a: &Element) -> BigUint {
        (&a[0] * &a[0] + &a[1] * &a[1]) % &self.p
    }

    /// Whether the element is a square, as zero is.
    pub fn is_square(&self, a: &Element) -> bool {
        big::legendre(&if self.degree == 1 { a[0].clone() } else { self.norm(a) }, &self.p) >= 0
    }

    /// A root of a square in `Fp`.
    fn root(&self, a: &BigUint) -> BigUint {
        if (&self.p % 4u8) == BigUint::from(3u8) {
            return a.modpow(&((&self.p + 1u8) / 4u8), &self.p);
        }
        if a.is_zero() {
            return BigUint::zero();
        }
        // Tonelli and Shanks: r^2 = a t, where the order of t is a power of two that falls.
        let (p, one) = (&self.p, BigUint::from(1u8));
        let even = p - &one;
        let mut adicity = even.trailing_zeros().expect("p is not one");
        let odd = &even >> adicity;
        let non_square =
            (2u8..).map(BigUint::from).find(|x| big::legendre(x, p) < 0).expect("half of all are");
        let mut power = non_square.modpow(&odd, p);
        let (mut t, mut r) = (a.modpow(&odd, p), a.modpow(&((&odd + &one) >> 1), p));
        while t != one {
            let order = (1..adicity).find(|i| t.modpow(&(&one << *i), p) == one).expect("a square");
            let factor = power.modpow(&(&one << (adicity - order - 1)), p);
            (adicity, power) = (order, &factor * &factor % p);
            (t, r) = (t * &power % p, r * factor % p);
        }
        let other = p - &r;
        r.min(other)
    }

    /// A root of a square.
    pub fn sqrt(&self, a: &Element) -> Element {
        let p = &self.p;
        let is_square = |a: &BigUint| big::legendre(a, p) >= 0;
        if a[1].is_zero() {
            if is_square(&a[0]) {
                return [self.root(&a[0]), BigUint::zero()];
            }
            return [BigUint::zero(), self.root(&(p - &a[0]))];
        }
        // (x + y u)^2 = a with x^2 = (a0 +- sqrt(norm)) / 2 and y = a1 / (2 x)
        let norm = self.root(&self.norm(a));
        let half = (p + 1u8) / 2u8;
        let sum = (&a[0] + &norm) * &half % p;
        let square = if is_square(&sum) { sum } else { big::sub(&a[0], &norm, p) * &half % p };
        let x = self.root(&square);
        let y = &a[1] * big::invert(&(&x * 2u8 % p), p) % p;
        [x, y]
    }

    /// `sgn0`: whether the first coefficient that is not zero is odd.
    pub fn sgn0(&self, a: &Element) -> bool {
        if a[0].is_zero() { a[1].bit(0) } else { a[0].bit(0) }
    }

    /// The value of a polynomial, whose coefficients are given from that of 1 on.
    pub fn evaluate(&self, polynomial: &[Element], x: &Element) -> Element {
        polynomial.iter().rev().fold(Element::default(), |sum, c| self.add(&self.mul(&sum, x), c))
    }

    /// The product of two polynomials.
    pub fn multiply(&self, f: &[Element], g: &[Element]) -> Vec<Element> {
        let mut product = vec![Element::default(); (f.len() + g.len()).saturating_sub(1)];
        for (i, x) in f.iter().enumerate() {
            for (j, y) in g.iter().enumerate() {
                product[i + j] = self.add(&product[i + j], &self.mul(x, y));
            }
        }
        product
    }

    /// The remainder of a polynomial modulo `m`, whose leading coefficient is not zero, without leading zeros.
    pub fn remainder(&self, mut f: Vec<Element>, m: &[Element]) -> Vec<Element> {
        let leading = self.invert(&m[m.len() - 1]);
        while f.len() >= m.len() {
            let quotient = self.mul(&f[f.len() - 1], &leading);
            let shift = f.len() - m.len();
            for (i, c) in m.iter().enumerate() {
                f[shift + i] = self.sub(&f[shift + i], &self.mul(&quotient, c));
            }
            f.pop();
        }
        while f.last().is_some_and(|c| *c == Element::default()) {
            f.pop();
        }
        f
    }

    /// The degree of the greatest common divisor of two polynomials that are not both zero.
    pub fn common_degree(&self, mut f: Vec<Element>, mut g: Vec<Element>) -> usize {
        while !g.is_empty() {
            let rest = self.remainder(f, &g);
            (f, g) = (g, rest);
        }
        f.len() - 1
    }

    /// `x^q - x` modulo a polynomial of degree two or more, for the number `q` of elements.
    pub fn frobenius_less_identity(&self, m: &[Element]) -> Vec<Element> {
        let x = [Element::default(), self.constant(1)];
        let q = self.p.pow(if self.degree == 1 { 1 } else { 2 });
        let mut power = vec![self.constant(1)];
        for bit in (0..q.bits()).rev() {
            power = self.remainder(self.multiply(&power, &power), m);
            if q.bit(bit) {
                power = self.remainder(self.multiply(&power, &x), m);
            }
        }
        power.resize(power.len().max(2), Element::default());
        power[1] = self.sub(&power[1], &self.constant(1));
        self.remainder(power, m)
    }
}

/// The curve `y^2 = x^3 + a x + b`.
#[derive(Clone, Debug)]
pub struct Curve {
    /// The field.
    pub field: Field,
    /// The coefficient of `x`.
    pub a: Element,
    /// The constant term.
    pub b: Element,
}

/// A point: `None` is the point at infinity.
pub type Point = Option<[Element; 2]>;

impl Curve {
    /// `x^3 + a x + b`.
    pub fn right_hand_side(&self, x: &Element) -> Element {
        let one = self.field.constant(1);
        self.field.evaluate(&[self.b.clone(), self.a.clone(), Element::default(), one], x)
    }

    /// Whether the point lies on the curve.
    pub fn contains(&self, point: &Point) -> bool {
        point.as_ref().is_none_or(|[x, y]| self.field.mul(y, y) == self.right_hand_side(x))
    }

    /// `p + q`, by chord and tangent.
    pub fn add(&self, p: &Point, q: &Point) -> Point {
        let field = &self.field;
        let (Some([x1, y1]), Some([x2, y2])) = (p, q) else {
            return p.clone().or_else(|| q.clone());
        };
        let (numerator, denominator) = if x1 != x2 {
            (field.sub(y2, y1), field.sub(x2, x1))
        } else if y1 == y2 && *y1 != Element::default() {
            let three = field.mul(&field.constant(3), &field.mul(x1, x1));
            (field.add(&three, &self.a), field.add(y1, y1))
        } else {
            return None;
        };
        let slope = field.mul(&numerator, &field.invert(&denominator));
        let x = field.sub(&field.sub(&field.mul(&slope, &slope), x1), x2);
        let y = field.sub(&field.mul(&slope, &field.sub(x1, &x)), y1);
        Some([x, y])
    }

    /// `scalar p`, by double-and-add.
    pub fn mul(&self, p: &Point, scalar: &BigUint) -> Point {
        (0..scalar.bits()).rev().fold(None, |sum, bit| {
            let double = self.add(&sum, &sum);
            if scalar.bit(bit) { self.add(&double, p) } else { double }
        })
    }

    /// The point with this `x`, and `y` with the sign of `u`.
    fn with_sign(&self, x: Element, u: &Element) -> Point {
        let y = self.field.sqrt(&self.right_hand_side(&x));
        let y = if self.field.sgn0(&y) == self.field.sgn0(u) { y } else { self.field.neg(&y) };
        Some([x, y])
    }

    /// The simplified map of Shallue, van de Woestijne and Ulas (section 6.6.2).
    pub fn swu(&self, z: &Element, u: &Element) -> Point {
        let f = &self.field;
        let multiple = f.mul(z, &f.mul(u, u));
        let inverse = f.invert(&f.add(&f.mul(&multiple, &multiple), &multiple));
        let x1 = if inverse == Element::default() {
            f.mul(&self.b, &f.invert(&f.mul(z, &self.a)))
        } else {
            f.mul(&f.neg(&f.mul(&self.b, &f.invert(&self.a))), &f.add(&f.constant(1), &inverse))
        };
        let x2 = f.mul(&multiple, &x1);
        let is_square = f.is_square(&self.right_hand_side(&x1));
        self.with_sign(if is_square { x1 } else { x2 }, u)
    }

    /// `[c3, c4]` of the map of Shallue and van de Woestijne.
    pub fn svdw_constants(&self, z: &Element) -> [Element; 2] {
        let f = &self.field;
        let g = self.right_hand_side(z);
        let slope = f.add(&f.mul(&f.constant(3), &f.mul(z, z)), &f.mul(&f.constant(4), &self.a));
        let root = f.sqrt(&f.neg(&f.mul(&g, &slope)));
        let root = if f.sgn0(&root) { f.neg(&root) } else { root };
        [root, f.neg(&f.mul(&f.mul(&f.constant(4), &g), &f.invert(&slope)))]
    }

    /// Whether `z` meets the criteria of section 6.6.1.
    pub fn is_svdw_parameter(&self, z: &Element) -> bool {
        let f = &self.field;
        let g = self.right_hand_side(z);
        let slope = f.add(&f.mul(&f.constant(3), &f.mul(z, z)), &f.mul(&f.constant(4), &self.a));
        let ratio = f.neg(&f.mul(&slope, &f.invert(&f.mul(&f.constant(4), &g))));
        let middle = f.neg(&f.mul(z, &f.invert(&f.constant(2))));
        g != Element::default()
            && ratio != Element::default()
            && f.is_square(&ratio)
            && (f.is_square(&g) || f.is_square(&self.right_hand_side(&middle)))
    }

    /// The map of Shallue and van de Woestijne (section 6.6.1).
    pub fn svdw(&self, z: &Element, u: &Element) -> Point {
        let f = &self.field;
        let one = f.constant(1);
        let [c3, c4] = self.svdw_constants(z);
        let multiple = f.mul(&f.mul(u, u), &self.right_hand_side(z));
        let [d, e] = [f.add(&one, &multiple), f.sub(&one, &multiple)];
        let inverse = f.invert(&f.mul(&d, &e));
        let step = f.mul(&f.mul(&f.mul(u, &e), &inverse), &c3);
        let middle = f.neg(&f.mul(z, &f.invert(&f.constant(2))));
        let ratio = f.mul(&f.mul(&d, &d), &inverse);
        let candidates =
            [f.sub(&middle, &step), f.add(&middle, &step), f.add(z, &f.mul(&c4, &f.mul(&ratio, &ratio)))];
        let mut squares = candidates.into_iter().filter(|x| f.is_square(&self.right_hand_side(x)));
        self.with_sign(squares.next().expect("one of the three is on the curve"), u)
    }
}
