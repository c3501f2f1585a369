//! Operations on packed values by the backend in use, for the tests of the package.

use alloc::vec::Vec;
use core::array::from_fn;

use vorpal_limbs::backend::Backend;
use vorpal_limbs::{Conversion, LANES, Montgomery, Packed, PackedMontgomery};

use crate::memory::{Failure, LAYOUT, call};

/// The name of the backend for batches, in UTF-8.
#[unsafe(no_mangle)]
pub extern "C" fn vorpal_backend() -> u32 {
    call(|_| Ok(Backend::of_batches().name().into()))
}

/// An operation of [`run`] on sixteen pairs of numbers below a modulus, of four or six limbs. Input: the modulus, the
/// first numbers, the second ones, all little-endian. Result: the sixteen results.
#[unsafe(no_mangle)]
pub extern "C" fn vorpal_packed(limbs: u32, operation: u32, times: usize) -> u32 {
    call(|input| match limbs {
        4 => run::<4>(input, operation, times),
        6 => run::<6>(input, operation, times),
        _ => Err("limbs: 4 or 6 are expected".into()),
    })
}

/// Numbers stand for themselves times `1 / R`, except raw ones. `times` counts products and squarings.
fn run<const N: usize>(input: &[u8], operation: u32, times: usize) -> Result<Vec<u8>, Failure> {
    let words: Vec<u64> = input.as_chunks().0.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect();
    let (numbers, rest) = words.as_chunks::<N>();
    if numbers.len() != 1 + 2 * LANES || !rest.is_empty() || numbers[0][0].is_multiple_of(2) {
        return Err(LAYOUT.into());
    }
    let arithmetic = PackedMontgomery::new(&Montgomery::new(numbers[0]));
    let load = |numbers: &[[u64; N]], conversion| arithmetic.load(numbers, |limbs| limbs, conversion);
    let (first, second) = numbers[1..].split_at(LANES);
    let [a, b] = [first, second].map(|numbers| load(numbers, Conversion::Montgomery));
    let mut conversion = Conversion::Montgomery;
    let mut result = a;
    match operation {
        0 => (0..times).for_each(|_| arithmetic.mul_assign(&mut result, &b)),
        1 => arithmetic.square_times(&mut result, times),
        2 => arithmetic.add_assign(&mut result, &b),
        3 => arithmetic.sub_assign(&mut result, &b),
        4 => arithmetic.negate_lanes(&mut result, 0x5a5a),
        5 => result = unreduced(&arithmetic, &a, &b),
        6 => {
            // The raw number times v, and divided by it.
            conversion = Conversion::Raw;
            result = load(first, conversion);
            arithmetic.scale_raw(&mut result);
            arithmetic.unscale_raw(&mut result);
        }
        7 => {
            // The raw number times v^2 = R / S.
            result = load(first, Conversion::Raw);
            arithmetic.scale_raw(&mut result);
            arithmetic.scale_raw(&mut result);
            conversion = Conversion::Raw;
        }
        8 => {
            // Ones in the lanes where a - b is zero, else zeros.
            arithmetic.sub_assign(&mut result, &b);
            let zeros = arithmetic.zero_lanes(&result);
            let lanes: [[u64; N]; LANES] =
                from_fn(|lane| from_fn(|j| if j == 0 { u64::from(zeros >> lane & 1) } else { 0 }));
            return Ok(bytes(&lanes));
        }
        _ => return Err("operation: 0 to 8 are expected".into()),
    }
    let mut numbers = [[0; N]; LANES];
    arithmetic.store(&result, &mut numbers, |limbs| limbs, conversion);
    Ok(bytes(&numbers))
}

/// `(2 a + 2 b) (a - b) - (a - b)^2`, by numbers above the modulus.
fn unreduced<const N: usize>(arithmetic: &PackedMontgomery<N>, a: &Packed<N>, b: &Packed<N>) -> Packed<N> {
    let (mut sum, mut difference) = (*a, *a);
    arithmetic.add_assign(&mut sum, b);
    arithmetic.double_assign(&mut sum);
    arithmetic.sub_assign(&mut difference, b);
    arithmetic.mul_assign(&mut sum, &difference);
    arithmetic.square_times(&mut difference, 1);
    arithmetic.sub_assign(&mut sum, &difference);
    sum
}

fn bytes<const N: usize>(numbers: &[[u64; N]; LANES]) -> Vec<u8> {
    numbers.as_flattened().iter().flat_map(|word| word.to_le_bytes()).collect()
}
