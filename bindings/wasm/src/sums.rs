//! Multi-scalar multiplication in G1 of BLS12-377, BLS12-381 and BN254.

use alloc::vec::Vec;

use vorpal_curves::PointFormat;
use vorpal_curves::bls12_377::{self, Bls12_377G1};
use vorpal_curves::bls12_381::{self, Bls12_381G1};
use vorpal_curves::bn254::{self, Bn254G1};
use vorpal_curves::models::weierstrass::{EncodableCurve, Format, Jacobian, Subgroup, WeierstrassCurve};
use vorpal_fields::{Fe, Modulus};
use vorpal_msm::{Bases, MsmScalar, msm_vartime};

use crate::memory::{Failure, call, elements, parts};

/// The format, the scalars, the trust and the result that a caller asks for.
#[derive(Clone, Copy)]
struct Options {
    /// 0: little-endian, 1: big-endian.
    big_endian: u32,
    /// 0: nothing is known of the points. 1: they are on the curve. 2: they are in the subgroup.
    trust: u32,
    /// 0: uncompressed, 1: compressed.
    compressed: u32,
}

/// `sum of scalars[i] points[i]` over `count` points of `point_length` bytes.
///
/// Input: points, then scalars of 32 bytes. `curve`: 0 (BLS12-377), 1 (BLS12-381), 2 (BN254). `format`: 0 (arkworks), 1
/// (gnark-crypto), 2 (arkworks 0.3). Other numbers as in `Options`. Result: a point in the same format.
#[unsafe(no_mangle)]
pub extern "C" fn vorpal_msm(
    count: usize,
    point_length: usize,
    curve: u32,
    format: u32,
    big_endian: u32,
    trust: u32,
    compressed: u32,
) -> u32 {
    let options = Options { big_endian, trust, compressed };
    call(|input| {
        let [points, scalars] = parts(input, count, [point_length, 32])?;
        let (points, scalars) = (points.chunks_exact(point_length.max(1)).collect(), elements(scalars));
        match (curve, format) {
            (0, 0) => sum::<Bls12_377G1, _>(&bls12_377::encoding::ARKWORKS, points, scalars, options),
            (0, 1) => sum::<Bls12_377G1, _>(&bls12_377::encoding::GNARK, points, scalars, options),
            (0, 2) => sum::<Bls12_377G1, _>(&bls12_377::encoding::ARKWORKS_0_3, points, scalars, options),
            (1, 0) => sum::<Bls12_381G1, _>(&bls12_381::encoding::ARKWORKS, points, scalars, options),
            (1, 1) => sum::<Bls12_381G1, _>(&bls12_381::encoding::GNARK, points, scalars, options),
            (1, 2) => sum::<Bls12_381G1, _>(&bls12_381::encoding::ARKWORKS_0_3, points, scalars, options),
            (2, 0) => sum::<Bn254G1, _>(&bn254::encoding::ARKWORKS, points, scalars, options),
            (2, 1) => sum::<Bn254G1, _>(&bn254::encoding::GNARK, points, scalars, options),
            _ => Err("format: not a format of this curve".into()),
        }
    })
}

fn sum<C, M>(
    format: &Format<C>,
    points: Vec<&[u8]>,
    scalars: &[[u8; 32]],
    options: Options,
) -> Result<Vec<u8>, Failure>
where
    C: EncodableCurve + WeierstrassCurve<Scalar = Fe<M, 4>>,
    M: Modulus<4>,
    Fe<M, 4>: MsmScalar<C>,
{
    let wrong = |error| alloc::format!("points: {error}");
    let scalars = read(scalars, options.big_endian != 0)?;
    let sum = match options.trust {
        // `decode_all` checks the subgroup.
        0 => total(&Subgroup::unchecked(format.decode_all(&points).map_err(wrong)?), &scalars)?,
        1 => total(&format.decode_all_on_curve(&points).map_err(wrong)?, &scalars)?,
        _ => total(&Subgroup::unchecked(format.decode_all_on_curve(&points).map_err(wrong)?), &scalars)?,
    };
    let sum = sum.to_affine_vartime();
    Ok(if options.compressed == 0 {
        format.encode_uncompressed(&sum).as_ref().to_vec()
    } else {
        format.encode_compressed(&sum).as_ref().to_vec()
    })
}

fn total<C: WeierstrassCurve, S: MsmScalar<C>>(
    bases: &impl Bases<Curve = C>,
    scalars: &[S],
) -> Result<Jacobian<C>, Failure> {
    Ok(msm_vartime(bases, scalars)?)
}

/// The scalars of these bytes, below the order.
fn read<M: Modulus<4>>(bytes: &[[u8; 32]], big_endian: bool) -> Result<Vec<Fe<M, 4>>, Failure> {
    let mut scalars = Vec::with_capacity(bytes.len());
    for (index, bytes) in bytes.iter().enumerate() {
        let mut limbs = [0; 4];
        for (limb, bytes) in limbs.iter_mut().zip(bytes.as_chunks::<8>().0) {
            *limb = u64::from_le_bytes(*bytes);
        }
        if big_endian {
            limbs.reverse();
            limbs = limbs.map(u64::swap_bytes);
        }
        let scalar = Fe::from_limbs(&limbs)
            .ok_or_else(|| alloc::format!("scalars: scalar {index} is not below the order"))?;
        scalars.push(scalar);
    }
    Ok(scalars)
}
