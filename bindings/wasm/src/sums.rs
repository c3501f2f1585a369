//! Multi-scalar multiplication. Points are big-endian `x || y`, in the format of gnark-crypto.

use vorpal_curves::models::weierstrass::{Affine, EncodableCurve, Format, Subgroup, WeierstrassCurve};
use vorpal_curves::{PointFormat, bls12_377, bls12_381, bn254};
use vorpal_fields::{Fe, Modulus};
use vorpal_msm::{MsmScalar, msm_vartime};

use alloc::vec::Vec;

use crate::memory::{input, output};

/// The result of a sum, which is not the index of a bad input.
const DONE: i64 = -1;
/// Added to the index of a bad scalar.
const SCALAR: i64 = 1 << 32;

/// `sum of scalars[i] points[i]`, where each point has `N` bytes.
///
/// # Safety
/// As for [`vorpal_msm`].
unsafe fn sum<C, M, const N: usize>(
    format: &Format<C>,
    [points, scalars]: [*const u8; 2],
    result: *mut u8,
    count: usize,
) -> i64
where
    C: EncodableCurve + WeierstrassCurve<Scalar = Fe<M, 4>>,
    M: Modulus<4>,
    Fe<M, 4>: MsmScalar<C>,
    Format<C>: PointFormat<Point = Affine<C>, Uncompressed: AsRef<[u8]>>,
{
    // SAFETY: guaranteed by the caller.
    let (points, scalars) = unsafe { (input::<N>(points, count), input::<32>(scalars, count)) };
    let points = match Subgroup::decode(format, points) {
        Ok(points) => points,
        Err(error) => return i64::try_from(error.index).unwrap_or(DONE),
    };
    let mut elements = Vec::with_capacity(count);
    for (scalar, index) in scalars.iter().zip(0..) {
        match Fe::<M, 4>::from_be_bytes(scalar) {
            Ok(element) => elements.push(element),
            Err(_) => return SCALAR + index,
        }
    }
    let Ok(sum) = msm_vartime(&points.borrowed(), &elements) else { return SCALAR };
    // SAFETY: guaranteed by the caller.
    let [result] = (unsafe { output::<N>(result, 1) }) else { return SCALAR };
    result.copy_from_slice(format.encode_uncompressed(&sum.to_affine()).as_ref());
    DONE
}

/// `sum of scalars[i] points[i]`, for curve 0 (BLS12-377), 1 (BLS12-381) or 2 (BN254). Returns -1, or the index of the
/// first point that is not in the group, or `2^32` and the index of the first scalar that is not below its order.
///
/// # Safety
/// The arrays have 96 (BN254: 64) and 32 bytes for each of `count` points and scalars, and the size of a point for the
/// result. They do not overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_msm(
    curve: u32,
    points: *const u8,
    scalars: *const u8,
    result: *mut u8,
    count: usize,
) -> i64 {
    let arrays = [points, scalars];
    // SAFETY: guaranteed by the caller.
    unsafe {
        match curve {
            0 => sum::<_, _, 96>(&bls12_377::encoding::GNARK, arrays, result, count),
            1 => sum::<_, _, 96>(&bls12_381::encoding::GNARK, arrays, result, count),
            _ => sum::<_, _, 64>(&bn254::encoding::GNARK, arrays, result, count),
        }
    }
}
