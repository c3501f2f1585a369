//! The last difference in the hash of a key, where the file has one power too few.
//!
//! Above `2^14` rows, snarkjs hashes `tau^(n + i) G - tau^i G` also for `i = n - 1`. A file of `n` powers ends before
//! `tau^(2 n - 1)`, so snarkjs takes the bytes that follow: the header of the next section and the beginning of its
//! points. These are two numbers of any size below `R`, the radix of Montgomery form, and no point. The hash has the
//! affine coordinates of what the formulas for a sum give, which are those of "add-2007-bl" for `Z1 = Z2 = 1`.
//!
//! A sum there is reduced by one subtraction of the prime, and a difference by one addition, modulo `R`. So results for
//! numbers that are not below the prime are not those of the field, and [`Unreduced`] computes them by words. A product
//! is `(a b + m q) / R`, less `q` if that is at least `q`: any implementation of Montgomery's reduction has this
//! result. The last steps are products with reduced inverses, which depend on residues alone.

use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};
use vorpal_fields::{Field, PrimeField};

use crate::Coordinate;

/// The point that snarkjs hashes for these bytes in place of a point, less a power that is not infinity. It is on no
/// curve, or infinity if its last coordinate is zero.
pub(super) fn difference<G>(bytes: &[u8], power: &Affine<G>) -> Affine<G>
where
    G: WeierstrassCurve<Base: Coordinate<Coefficient = G::Base> + PrimeField>,
{
    let ring = Unreduced::new::<G::Base>();
    let (x1, y1) = bytes.split_at(G::Base::BYTES);
    let (x1, y1) = (limbs(x1), limbs(y1));
    let (x2, y2) = power.raw_coordinates();
    let (x2, y2) = (ring.limbs_of(x2), ring.limbs_of(&-*y2));

    let h = ring.sub(&x2, &x1);
    let slope = ring.double(&ring.sub(&y2, &y1));
    let i = ring.double(&ring.double(&ring.mul(&h, &h)));
    let j = ring.mul(&h, &i);
    let v = ring.mul(&x1, &i);
    let x = ring.sub(&ring.sub(&ring.mul(&slope, &slope), &j), &ring.double(&v));
    let y = ring.sub(&ring.mul(&ring.sub(&v, &x), &slope), &ring.double(&ring.mul(&y1, &j)));
    let z = ring.double(&h);

    let [x, y, z] = [x, y, z].map(|number| ring.residue::<G::Base>(number));
    let Some(inverse) = z.invert_vartime() else { return Affine::IDENTITY };
    let square = inverse.square();
    Affine::new_unchecked(x * square, y * square * inverse)
}

/// A number of as many limbs as the prime, least significant first.
type Number = Vec<u64>;

fn limbs(bytes: &[u8]) -> Number {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
    bytes.chunks(8).map(word).collect()
}

/// Arithmetic on numbers below the radix, in Montgomery form.
struct Unreduced {
    prime: Number,
    /// `-1 / prime` modulo `2^64`.
    factor: u64,
}

impl Unreduced {
    fn new<F: PrimeField>() -> Self {
        let mut prime = limbs((-F::ONE).to_le_bytes().as_ref());
        // The prime is odd.
        prime[0] += 1;
        // Each step of Newton's iteration doubles the number of correct bits, from the three of an odd number.
        let inverse = (0..5).fold(prime[0], |inverse: u64, _| {
            inverse.wrapping_mul(2u64.wrapping_sub(prime[0].wrapping_mul(inverse)))
        });
        Self { factor: inverse.wrapping_neg(), prime }
    }

    fn limbs_of<F: Coordinate>(&self, element: &F) -> Number {
        let mut bytes = vec![0; F::BYTES];
        element.write_stored(&mut bytes);
        limbs(&bytes)
    }

    /// The element with this number as stored form.
    fn residue<F: Coordinate>(&self, mut number: Number) -> F {
        while !is_less(&number, &self.prime) {
            number = difference_of(&number, &self.prime).0;
        }
        let bytes: Vec<u8> = number.iter().flat_map(|limb| limb.to_le_bytes()).collect();
        F::read_stored(&bytes).expect("the number is below the prime")
    }

    /// The number with this carry, less the prime if it is not below it.
    fn reduced(&self, number: Number, carry: bool) -> Number {
        if carry || !is_less(&number, &self.prime) { difference_of(&number, &self.prime).0 } else { number }
    }

    fn double(&self, a: &[u64]) -> Number {
        let (sum, carry) = sum_of(a, a);
        self.reduced(sum, carry)
    }

    fn sub(&self, a: &[u64], b: &[u64]) -> Number {
        let (difference, borrow) = difference_of(a, b);
        if borrow { sum_of(&difference, &self.prime).0 } else { difference }
    }

    fn mul(&self, a: &[u64], b: &[u64]) -> Number {
        let length = self.prime.len();
        let mut product = vec![0; 2 * length + 1];
        for (i, limb) in a.iter().enumerate() {
            add_multiple(&mut product[i..], b, *limb);
        }
        for i in 0..length {
            let factor = product[i].wrapping_mul(self.factor);
            add_multiple(&mut product[i..], &self.prime, factor);
        }
        self.reduced(product[length..2 * length].to_vec(), product[2 * length] != 0)
    }
}

fn is_less(a: &[u64], b: &[u64]) -> bool {
    a.iter().rev().lt(b.iter().rev())
}

/// The sum modulo the radix, and the carry.
fn sum_of(a: &[u64], b: &[u64]) -> (Number, bool) {
    let mut carry = false;
    let limbs = a.iter().zip(b).map(|(a, b)| {
        let (sum, first) = a.overflowing_add(*b);
        let (sum, second) = sum.overflowing_add(u64::from(carry));
        carry = first | second;
        sum
    });
    (limbs.collect(), carry)
}

/// The difference modulo the radix, and the borrow.
fn difference_of(a: &[u64], b: &[u64]) -> (Number, bool) {
    let mut borrow = false;
    let limbs = a.iter().zip(b).map(|(a, b)| {
        let (difference, first) = a.overflowing_sub(*b);
        let (difference, second) = difference.overflowing_sub(u64::from(borrow));
        borrow = first | second;
        difference
    });
    (limbs.collect(), borrow)
}

/// Adds `factor b` to a number that has room for the sum.
#[allow(clippy::cast_possible_truncation, reason = "the lower and the upper half")]
fn add_multiple(number: &mut [u64], b: &[u64], factor: u64) {
    let mut carry = 0u64;
    let (low, high) = number.split_at_mut(b.len());
    for (limb, b) in low.iter_mut().zip(b) {
        let sum = u128::from(*limb) + u128::from(factor) * u128::from(*b) + u128::from(carry);
        (*limb, carry) = (sum as u64, (sum >> 64) as u64);
    }
    for limb in high {
        let (sum, overflow) = limb.overflowing_add(carry);
        (*limb, carry) = (sum, u64::from(overflow));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bls12_381, Bn254, Curve};
    use sha2::{Digest, Sha256};
    use vorpal_curves::models::weierstrass::Jacobian;

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn stored<F: Coordinate>(elements: &[F]) -> Vec<u8> {
        let mut bytes = vec![0; elements.len() * F::BYTES];
        bytes.chunks_mut(F::BYTES).zip(elements).for_each(|(bytes, element)| element.write_stored(bytes));
        bytes
    }

    /// The differences of seven times the generator from the bytes that follow `2^15` powers in files, from hashes, and
    /// from large numbers: the first one, and the hash of all.
    fn differences<C: Curve>() -> [String; 2] {
        let size = 2 * C::Base::BYTES;
        let header = [&3u32.to_le_bytes()[..], &((2 * size as u64) << 15).to_le_bytes()].concat();
        let (x, _) = Affine::<C::G2>::GENERATOR.coordinates().unwrap();
        let mut cases = vec![[header, stored(&[x])].concat()[..size].to_vec()];
        for case in 0..6u8 {
            let hashes = (0u8..).flat_map(|number| Sha256::digest([case, number]));
            cases.push(hashes.take(size).collect());
        }
        cases.extend([vec![0xff; size], vec![0xf0; size]]);
        let power = Jacobian::<C::G1>::GENERATOR.mul_limbs_vartime(&[7]).to_affine();
        let results: Vec<_> = cases
            .iter()
            .map(|bytes| {
                let (x, y) = difference::<C::G1>(bytes, &power).coordinates().unwrap();
                stored(&[x, y])
            })
            .collect();
        [hex(&results[0]), hex(&Sha256::digest(results.concat()))]
    }

    /// Computed by snarkjs 0.7.6: `g1m_subAffine` and `g1m_batchToAffine` of its package `ffjavascript`.
    #[test]
    fn differences_are_those_of_snarkjs() {
        let bn254 = [
            "b431eb014fff72c9b9a643650276af22d990c99fbdaff839f6c53ec3c18bfb09\
             c8fc4b577007201d6d54f0f230f49069848c740016b60692a4aeb1642c6e802d",
            "a105d0e9a1f8e0f0a0815ccc1f6634ad9318601ba12b3df949430630a3ee496f",
        ];
        assert_eq!(differences::<Bn254>(), bn254);
        let bls12_381 = [
            "7d7b0a6dd818f179b3686a341e7da455cf83b9595a48ff61c68b258905b17074aaa56db566d9732c216c8fc90f516800\
             370784d2f253785fae4fd95c11a0dc49b35098809ed54dd4e5de62702668dc9d424aeb0ae24397f05079faf7bd31400b",
            "8cfe55d3db0bbec694d39daaacdff64c7821392e8fbcc51addccaec6de3a35f4",
        ];
        assert_eq!(differences::<Bls12_381>(), bls12_381);
    }
}
