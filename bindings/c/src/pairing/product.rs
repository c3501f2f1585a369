//! Products of pairings as elements of the target group.

use vorpal::pairing::{Engine, Gt, multi_pairing_checked_vartime, multi_pairing_vartime};

use super::engine::by_engine;
use super::points::{decoded, outside, pairs, stored};
use crate::entry::call;
use crate::error::Failure;
use crate::msm::curve::{vorpal_format, vorpal_trust};
use crate::status::vorpal_status;

/// The product of the pairings of `count` pairs of points, one for no pairs: an element of the target group. All points
/// are checked: on the curve, and in the subgroup.
///
/// `curve` is a `vorpal_pairing_curve`, `format` a `vorpal_format`. `g1` has points of `g1_len` bytes, `g2` of
/// `g2_len`. `out` receives the twelve coefficients without compression, `out_len` bytes: 576 for the BLS12 family, 384
/// for BN254. With `VORPAL_FORMAT_ARKWORKS` they have the lowest coefficient and byte first, with
/// `VORPAL_FORMAT_GNARK` the highest.
///
/// Runs on the calling thread. Variable time.
///
/// # Safety
/// Each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_pairing_product(
    curve: i32,
    format: i32,
    count: usize,
    g1: *const u8,
    g1_len: usize,
    g2: *const u8,
    g2_len: usize,
    out: *mut u8,
    out_len: usize,
) -> vorpal_status {
    call!([], |buffers| {
        by_engine!(curve, |E, N| {
            let is_big_endian = match vorpal_format::of(format)? {
                vorpal_format::VORPAL_FORMAT_ARKWORKS => false,
                vorpal_format::VORPAL_FORMAT_GNARK => true,
                format => {
                    return Err(Failure::argument(format_args!(
                        "format: {format:?} is none of the target group"
                    )));
                }
            };
            let expected = size_of::<<E as Engine<N>>::GtBytes>();
            if out_len != expected {
                return Err(Failure::argument(format_args!("out_len is {out_len}, not {expected}")));
            }
            let g1 = decoded(&mut buffers, format, count, g1, g1_len, ("g1", "g1_len"))?;
            let g2 = decoded(&mut buffers, format, count, g2, g2_len, ("g2", "g2_len"))?;
            let out = buffers.output(out, out_len, "out")?;
            let product = multi_pairing_checked_vartime::<E, N>(&pairs::<E, N>(&g1, &g2)).map_err(outside)?;
            out.copy_from_slice(&if is_big_endian { product.to_be_bytes() } else { product.to_le_bytes() });
        });
    })
}

/// As `vorpal_pairing_product`, with points in the stored form of gnark-crypto and arkworks: coordinates in Montgomery
/// form, limbs of 64 bits, least significant first, infinity as zeros. In G2, a coordinate has the coefficient of 1
/// before that of `u`. `trust` is a `vorpal_trust`.
///
/// `out` receives the element in the stored form: twelve coefficients, lowest first, 72 limbs for the BLS12 family, 48
/// for BN254.
///
/// # Safety
/// Each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_pairing_product_of_points(
    curve: i32,
    count: usize,
    g1: *const u64,
    g2: *const u64,
    trust: i32,
    out: *mut u64,
) -> vorpal_status {
    call!([], |buffers| {
        by_engine!(curve, |E, N| {
            let trust = vorpal_trust::of(trust)?;
            let g1 = stored(&mut buffers, count, g1, trust, "g1")?;
            let g2 = stored(&mut buffers, count, g2, trust, "g2")?;
            let out = buffers.place::<[[u64; N]; 12]>(out.cast(), "out")?;
            let pairs = pairs::<E, N>(g1, g2);
            let product: Gt<E, N> = match trust {
                vorpal_trust::VORPAL_TRUST_IN_SUBGROUP => multi_pairing_vartime(&pairs),
                _ => multi_pairing_checked_vartime(&pairs).map_err(outside)?,
            };
            let value = product.value();
            let halves = [value.c0, value.c1].map(|c| [c.c0, c.c1, c.c2]);
            let coefficients = halves.as_flattened().iter().flat_map(|c| [c.c0, c.c1]);
            for (place, coefficient) in out.iter_mut().zip(coefficients) {
                *place = coefficient.to_montgomery();
            }
        });
    })
}
