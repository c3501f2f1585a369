//! Circuits of any size with satisfying witnesses, and their keys by known tau, alpha, beta and delta: by definitions,
//! with arithmetic of scalars and multiples of the generators alone.

use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};
use vorpal_fields::{Field, PrimeField, batch_invert};
use vorpal_groth16::r1cs::{R1cs, Term, Wires};
use vorpal_groth16::zkey::Builder;
use vorpal_groth16::{Curve, Zkey};
use vorpal_msm::{MsmScalar, multiples_vartime};

/// The values of the witness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Values {
    /// Products of sums of earlier wires.
    Uniform,
    /// Bits for nine of ten wires.
    Bits,
}

/// The public signals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Public {
    /// None.
    None,
    /// Three outputs.
    Three,
    /// All signals.
    All,
}

/// What a circuit is like. Half of its wires are in no row of B, and a few in none of A: their points are infinity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) constraints: usize,
    pub(crate) values: Values,
    pub(crate) public: Public,
}

/// A circuit with a witness.
pub(crate) struct Sample<C: Curve> {
    pub(crate) circuit: R1cs<C::Scalar>,
    pub(crate) witness: Vec<C::Scalar>,
}

/// The numbers of a setup that nobody should know.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trapdoor<F> {
    pub(crate) tau: F,
    pub(crate) alpha: F,
    pub(crate) beta: F,
    pub(crate) delta: F,
}

impl<F: From<u64>> Trapdoor<F> {
    pub(crate) fn sample() -> Self {
        let [tau, alpha, beta, delta] =
            [0xfeed_face_cafe, 0x0123_4567_89ab, 0xdead_beef, 0x5555_0000_1234].map(F::from);
        Self { tau, alpha, beta, delta }
    }
}

/// A sequence of numbers (G. Marsaglia, "Xorshift RNGs", 2003).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 16).unwrap() % limit
    }
}

impl<C: Curve> Sample<C> {
    /// Each constraint defines one wire: wire `i + 3` by constraint `i`, from wires before it. The first three
    /// constraints' wires come first, so that they can be outputs.
    pub(crate) fn new(shape: Shape) -> Self {
        let total = shape.constraints + 3;
        let outputs = match shape.public {
            Public::None => 0,
            Public::Three => 3,
            Public::All => total - 1,
        };
        let number = |n: usize| u32::try_from(n).unwrap();
        let wires = Wires { total: number(total), outputs: number(outputs), ..Wires::default() };
        let mut circuit = R1cs::new(wires).unwrap();
        let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
        // Wires 1 and 2 are free.
        let root = C::Scalar::ROOT_OF_UNITY;
        let mut witness = vec![C::Scalar::ONE, root, root.square() + C::Scalar::ONE];
        for wire in 3..total {
            let coefficient = |numbers: &mut Numbers| match numbers.below(8) {
                0..3 => C::Scalar::ONE,
                3..5 => -C::Scalar::ONE,
                5 => C::Scalar::from(numbers.below(1 << 20) as u64),
                6 => root * C::Scalar::from(numbers.below(1 << 20) as u64),
                _ => (0..numbers.below(253)).fold(C::Scalar::ONE, |power, _| power.double()),
            };
            let one = |wire: usize| Term { wire: number(wire), coefficient: C::Scalar::ONE };
            if shape.values == Values::Bits && wire % 10 != 0 {
                // `x (x - 1) = 0`.
                let minus_one = Term { wire: 0, coefficient: -C::Scalar::ONE };
                circuit.push([&[one(wire)], &[one(wire), minus_one], &[]]).unwrap();
                witness.push(C::Scalar::from(numbers.below(2) as u64));
                continue;
            }
            // A product of zero would make others zero, so no wire is.
            let (a, b, product) = loop {
                let a: Vec<_> = (0..1 + numbers.below(3))
                    .map(|_| Term {
                        wire: number(numbers.below(wire)),
                        coefficient: coefficient(&mut numbers),
                    })
                    .collect();
                // Even wires only.
                let wire_of_b = number(2 * numbers.below(wire / 2));
                let b = [Term { wire: wire_of_b, coefficient: coefficient(&mut numbers) }];
                let value = |row: &[Term<C::Scalar>]| -> C::Scalar {
                    row.iter().map(|term| term.coefficient * witness[term.wire as usize]).sum()
                };
                let product = value(&a) * value(&b);
                if product != C::Scalar::ZERO || shape.values == Values::Bits {
                    break (a, b, product);
                }
            };
            circuit.push([&a, &b, &[one(wire)]]).unwrap();
            witness.push(product);
        }
        Self { circuit, witness }
    }

    /// The key for known numbers, with `gamma = 1`.
    pub(crate) fn key(&self, trapdoor: &Trapdoor<C::Scalar>) -> Zkey<C>
    where
        C::Scalar: MsmScalar<C::G1> + MsmScalar<C::G2>,
    {
        let Trapdoor { tau, alpha, beta, delta } = *trapdoor;
        let wires = self.circuit.wires();
        let (signals, public) = (wires.total as usize, wires.public() as usize);
        let n = (self.circuit.len() + public + 1).next_power_of_two();
        let basis = lagrange_at::<C>(&tau, n);
        let [mut a, mut b, mut c] = [(); 3].map(|()| vec![C::Scalar::ZERO; signals]);
        let [mut matrix_a, mut matrix_b] = [Builder::default(), Builder::default()];
        for (row, rows) in self.circuit.constraints().enumerate() {
            for (sums, terms) in [&mut a, &mut b, &mut c].into_iter().zip(rows) {
                terms.iter().for_each(|term| sums[term.wire as usize] += term.coefficient * basis[row]);
            }
            let row = u32::try_from(row).unwrap();
            rows[0].iter().for_each(|term| matrix_a.push(row, term.wire, term.coefficient));
            rows[1].iter().for_each(|term| matrix_b.push(row, term.wire, term.coefficient));
        }
        for signal in 0..=public {
            let row = self.circuit.len() + signal;
            a[signal] += basis[row];
            matrix_a.push(u32::try_from(row).unwrap(), u32::try_from(signal).unwrap(), C::Scalar::ONE);
        }
        let combined: Vec<_> = (0..signals).map(|s| beta * a[s] + alpha * b[s] + c[s]).collect();
        let by_delta = delta.invert_vartime().unwrap();
        let over_delta = |values: &[C::Scalar]| values.iter().map(|v| *v * by_delta).collect::<Vec<_>>();
        let odd: Vec<_> = lagrange_at::<C>(&tau, 2 * n).into_iter().skip(1).step_by(2).collect();
        let one = |value: C::Scalar| multiples::<C::G1>(&[value])[0];
        let one_g2 = |value: C::Scalar| multiples::<C::G2>(&[value])[0];
        Zkey {
            signals: wires.total,
            public: wires.public(),
            domain_size: u32::try_from(n).unwrap(),
            alpha_g1: one(alpha),
            beta_g1: one(beta),
            beta_g2: one_g2(beta),
            gamma_g2: Affine::GENERATOR,
            delta_g1: one(delta),
            delta_g2: one_g2(delta),
            ic: multiples::<C::G1>(&combined[..=public]),
            matrix_a: matrix_a.finish(n),
            matrix_b: matrix_b.finish(n),
            a: multiples::<C::G1>(&a),
            b_g1: multiples::<C::G1>(&b),
            b_g2: multiples::<C::G2>(&b),
            c: multiples::<C::G1>(&over_delta(&combined[public + 1..])),
            h: multiples::<C::G1>(&over_delta(&odd)),
        }
    }
}

fn multiples<G: WeierstrassCurve>(scalars: &[G::Scalar]) -> Vec<Affine<G>>
where
    G::Scalar: MsmScalar<G>,
{
    multiples_vartime(&Affine::GENERATOR, scalars)
}

/// The root of unity of order `2^log_size` of snarkjs: `5^((r - 1) / 2^log_size)`.
pub(crate) fn root<C: Curve>(log_size: u32) -> C::Scalar {
    let minus_one = (-C::Scalar::ONE).to_limbs();
    let bits = u32::try_from(C::Scalar::BITS).unwrap();
    (log_size..bits).rev().fold(C::Scalar::ONE, |power, bit| {
        let set = minus_one[(bit / 64) as usize] >> (bit % 64) & 1 == 1;
        power.square() * if set { C::Scalar::from(5) } else { C::Scalar::ONE }
    })
}

/// The values at `tau` of the Lagrange polynomials of `n` points: `(tau^n - 1) w^i / (n (tau - w^i))`.
fn lagrange_at<C: Curve>(tau: &C::Scalar, n: usize) -> Vec<C::Scalar> {
    let log_size = n.trailing_zeros();
    let root = root::<C>(log_size);
    let vanishing = (0..log_size).fold(*tau, |power, _| power.square()) - C::Scalar::ONE;
    let points: Vec<_> =
        core::iter::successors(Some(C::Scalar::ONE), |point| Some(*point * root)).take(n).collect();
    let mut inverses: Vec<_> =
        points.iter().map(|point| C::Scalar::from(n as u64) * (*tau - *point)).collect();
    batch_invert(&mut inverses);
    points.iter().zip(inverses).map(|(point, inverse)| vanishing * *point * inverse).collect()
}
