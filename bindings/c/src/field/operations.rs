//! Fields, and their operations on limbs without type parameters.

use std::marker::PhantomData;

use rayon::prelude::*;
use vorpal::fields::primes as p;
use vorpal::fields::{Fe, Modulus, PrimeField, batch_invert_parallel};

use super::elements::stored_elements;
use crate::error::Failure;
use crate::status::vorpal_item::{VORPAL_ITEM_INVALID, VORPAL_ITEM_OK};

/// A prime field.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum vorpal_field {
    /// The scalar field of Bandersnatch: four limbs.
    VORPAL_FIELD_BANDERSNATCH_SCALAR = 0,
    /// The base field of BLS12-377: six limbs.
    VORPAL_FIELD_BLS12_377_BASE = 1,
    /// The scalar field of BLS12-377: four limbs.
    VORPAL_FIELD_BLS12_377_SCALAR = 2,
    /// The base field of BLS12-381: six limbs.
    VORPAL_FIELD_BLS12_381_BASE = 3,
    /// The scalar field of BLS12-381, which is the base field of Bandersnatch: four limbs.
    VORPAL_FIELD_BLS12_381_SCALAR = 4,
    /// The base field of BN254, which is the scalar field of Grumpkin: four limbs.
    VORPAL_FIELD_BN254_BASE = 5,
    /// The scalar field of BN254, which is the base field of Grumpkin: four limbs.
    VORPAL_FIELD_BN254_SCALAR = 6,
    /// The base field of P-256: four limbs.
    VORPAL_FIELD_P256_BASE = 7,
    /// The scalar field of P-256: four limbs.
    VORPAL_FIELD_P256_SCALAR = 8,
    /// The base field of Pallas, which is the scalar field of Vesta: four limbs.
    VORPAL_FIELD_PALLAS_BASE = 9,
    /// The base field of secp256k1: four limbs.
    VORPAL_FIELD_SECP256K1_BASE = 10,
    /// The scalar field of secp256k1: four limbs.
    VORPAL_FIELD_SECP256K1_SCALAR = 11,
    /// The base field of Vesta, which is the scalar field of Pallas: four limbs.
    VORPAL_FIELD_VESTA_BASE = 12,
}

impl vorpal_field {
    /// All fields, by their numbers.
    const ALL: [Self; 13] = [
        Self::VORPAL_FIELD_BANDERSNATCH_SCALAR,
        Self::VORPAL_FIELD_BLS12_377_BASE,
        Self::VORPAL_FIELD_BLS12_377_SCALAR,
        Self::VORPAL_FIELD_BLS12_381_BASE,
        Self::VORPAL_FIELD_BLS12_381_SCALAR,
        Self::VORPAL_FIELD_BN254_BASE,
        Self::VORPAL_FIELD_BN254_SCALAR,
        Self::VORPAL_FIELD_P256_BASE,
        Self::VORPAL_FIELD_P256_SCALAR,
        Self::VORPAL_FIELD_PALLAS_BASE,
        Self::VORPAL_FIELD_SECP256K1_BASE,
        Self::VORPAL_FIELD_SECP256K1_SCALAR,
        Self::VORPAL_FIELD_VESTA_BASE,
    ];

    pub(crate) fn of(number: i32) -> Result<Self, Failure> {
        let field = usize::try_from(number).ok().and_then(|number| Self::ALL.get(number));
        field.copied().ok_or_else(|| Failure::argument(format_args!("field is {number}, not a vorpal_field")))
    }
}

/// The order of the bytes of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bytes {
    LittleEndian,
    BigEndian,
}

/// The operations of a field. Limbs are those of whole elements.
pub(super) trait Operations: Sync {
    /// The limbs of an element.
    fn limbs(&self) -> usize;

    /// Replaces elements by their inverses, on the current thread pool.
    fn invert(&self, values: &mut [u64]) -> Result<(), Failure>;

    /// Replaces elements by square roots, and by zeros where there is none, on the current thread pool.
    fn sqrt(&self, values: &mut [u64], items: &mut [u8]) -> Result<(), Failure>;

    /// The stored forms of numbers below the modulus.
    fn read(&self, bytes: &[u8], order: Bytes, values: &mut [u64]) -> Result<(), Failure>;

    /// The numbers of elements.
    fn write(&self, values: &[u64], order: Bytes, bytes: &mut [u8]) -> Result<(), Failure>;
}

struct Of<M, const N: usize>(PhantomData<fn() -> M>);

/// The elements of a parallel task of square roots.
const ROOTS_PER_TASK: usize = 64;

impl<M: Modulus<N>, const N: usize> Operations for Of<M, N>
where
    Fe<M, N>: PrimeField,
{
    fn limbs(&self) -> usize {
        N
    }

    fn invert(&self, values: &mut [u64]) -> Result<(), Failure> {
        batch_invert_parallel(stored_elements::<M, N>(values, "values")?);
        Ok(())
    }

    fn sqrt(&self, values: &mut [u64], items: &mut [u8]) -> Result<(), Failure> {
        let values = stored_elements::<M, N>(values, "values")?;
        // Written at the end, so that a panic leaves what was there.
        let mut codes = vec![VORPAL_ITEM_INVALID as u8; items.len()];
        let tasks = values.par_chunks_mut(ROOTS_PER_TASK).zip(codes.par_chunks_mut(ROOTS_PER_TASK));
        tasks.for_each(|(values, codes)| {
            let mut roots = [None; ROOTS_PER_TASK];
            let roots = &mut roots[..values.len()];
            Fe::sqrt_batch_vartime(values, roots);
            for ((value, code), root) in values.iter_mut().zip(codes).zip(roots) {
                *code = if root.is_some() { VORPAL_ITEM_OK } else { VORPAL_ITEM_INVALID } as u8;
                *value = root.unwrap_or(Fe::ZERO);
            }
        });
        items.copy_from_slice(&codes);
        Ok(())
    }

    fn read(&self, bytes: &[u8], order: Bytes, values: &mut [u64]) -> Result<(), Failure> {
        let number = |(i, bytes): (usize, &[u8])| {
            let value = match order {
                Bytes::LittleEndian => Fe::<M, N>::from_le_bytes(bytes),
                Bytes::BigEndian => Fe::<M, N>::from_be_bytes(bytes),
            };
            value.map_err(|_| Failure::input(format_args!("bytes: number {i} is not below the modulus")))
        };
        let elements: Vec<_> = bytes.chunks_exact(8 * N).enumerate().map(number).collect::<Result<_, _>>()?;
        for (place, element) in values.as_chunks_mut::<N>().0.iter_mut().zip(elements) {
            *place = element.to_montgomery();
        }
        Ok(())
    }

    fn write(&self, values: &[u64], order: Bytes, bytes: &mut [u8]) -> Result<(), Failure> {
        let number = |(i, limbs): (usize, &[u64; N])| {
            let value = Fe::<M, N>::from_montgomery(*limbs);
            value.ok_or_else(|| Failure::input(format_args!("values: number {i} is not below the modulus")))
        };
        let values = values.as_chunks::<N>().0.iter().enumerate();
        let elements: Vec<_> = values.map(number).collect::<Result<_, _>>()?;
        for (place, element) in bytes.chunks_exact_mut(8 * N).zip(elements) {
            place.copy_from_slice(element.to_le_bytes().as_ref());
            if order == Bytes::BigEndian {
                place.reverse();
            }
        }
        Ok(())
    }
}

/// The operations of the field with this number.
pub(super) fn operations(number: i32) -> Result<&'static dyn Operations, Failure> {
    use vorpal_field::*;
    Ok(match vorpal_field::of(number)? {
        VORPAL_FIELD_BANDERSNATCH_SCALAR => &Of::<p::BandersnatchScalarModulus, 4>(PhantomData),
        VORPAL_FIELD_BLS12_377_BASE => &Of::<p::Bls12_377BaseModulus, 6>(PhantomData),
        VORPAL_FIELD_BLS12_377_SCALAR => &Of::<p::Bls12_377ScalarModulus, 4>(PhantomData),
        VORPAL_FIELD_BLS12_381_BASE => &Of::<p::Bls12_381BaseModulus, 6>(PhantomData),
        VORPAL_FIELD_BLS12_381_SCALAR => &Of::<p::Bls12_381ScalarModulus, 4>(PhantomData),
        VORPAL_FIELD_BN254_BASE => &Of::<p::Bn254BaseModulus, 4>(PhantomData),
        VORPAL_FIELD_BN254_SCALAR => &Of::<p::Bn254ScalarModulus, 4>(PhantomData),
        VORPAL_FIELD_P256_BASE => &Of::<p::P256BaseModulus, 4>(PhantomData),
        VORPAL_FIELD_P256_SCALAR => &Of::<p::P256ScalarModulus, 4>(PhantomData),
        VORPAL_FIELD_PALLAS_BASE => &Of::<p::PallasBaseModulus, 4>(PhantomData),
        VORPAL_FIELD_SECP256K1_BASE => &Of::<p::Secp256k1BaseModulus, 4>(PhantomData),
        VORPAL_FIELD_SECP256K1_SCALAR => &Of::<p::Secp256k1ScalarModulus, 4>(PhantomData),
        VORPAL_FIELD_VESTA_BASE => &Of::<p::VestaBaseModulus, 4>(PhantomData),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_at_their_numbers() {
        for (number, field) in (0..).zip(vorpal_field::ALL) {
            assert_eq!((field as i32, vorpal_field::of(number).unwrap()), (number, field));
        }
    }
}
