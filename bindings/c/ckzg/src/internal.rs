//! Conversions and challenges that c-kzg exposes for tests. Scalars and points have the layout of blst.

use vorpal_curves::PointFormat;
use vorpal_curves::bls12_381::{Affine, Jacobian, encoding::ZCASH};
use vorpal_fields::primes::{Bls12_381Base as Base, Bls12_381Scalar as Scalar};
use vorpal_kzg::Commitment;
use vorpal_kzg::challenge::{self, CellOfBatch};

use crate::call::{call, check_out, list, one, write};
use crate::types::C_KZG_RET::{self, *};
use crate::types::{Blob, Bytes32, Bytes48, Cell, fr_t, g1_t};

impl From<Scalar> for fr_t {
    fn from(scalar: Scalar) -> Self {
        Self { l: scalar.to_montgomery() }
    }
}

impl fr_t {
    fn scalar(&self) -> Result<Scalar, C_KZG_RET> {
        Scalar::from_montgomery(self.l).ok_or(C_KZG_BADARGS)
    }
}

impl From<&Affine> for g1_t {
    fn from(point: &Affine) -> Self {
        let zero = [0; 6];
        point.coordinates().map_or(Self { x: zero, y: zero, z: zero }, |(x, y)| Self {
            x: x.to_montgomery(),
            y: y.to_montgomery(),
            z: Base::ONE.to_montgomery(),
        })
    }
}

impl g1_t {
    /// The point, if it is on the curve.
    fn point(&self) -> Result<Affine, C_KZG_RET> {
        let coordinates = [self.x, self.y, self.z].map(Base::from_montgomery);
        let [Some(x), Some(y), Some(z)] = coordinates else { return Err(C_KZG_BADARGS) };
        if z == Base::ZERO {
            return Ok(Affine::IDENTITY);
        }
        let point = Jacobian::new_unchecked(x, y, z).to_affine_vartime();
        let (x, y) = point.coordinates().ok_or(C_KZG_BADARGS)?;
        Affine::new(x, y).map_err(|_| C_KZG_BADARGS)
    }
}

/// The bytes of a number, big-endian.
///
/// # Safety
/// `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bytes_from_uint64(out: *mut [u8; 8], n: u64) {
    call(|| {
        check_out(out)?;
        // SAFETY: checked, and the contract of the function.
        unsafe { write(out, [n.to_be_bytes()]) };
        Ok(())
    });
}

/// The encoding of a point. Nothing is written for what is no point of the curve.
///
/// # Safety
/// Each pointer is null or to a value of its type; `out` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bytes_from_g1(out: *mut Bytes48, input: *const g1_t) {
    call(|| {
        check_out(out)?;
        // SAFETY: checked, and the contract of the function.
        unsafe { write(out, [Bytes48 { bytes: ZCASH.encode_compressed(&one(input)?.point()?) }]) };
        Ok(())
    });
}

/// The bytes of a scalar, big-endian. Nothing is written for what is no scalar in Montgomery form.
///
/// # Safety
/// As for [`bytes_from_g1`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bytes_from_bls_field(out: *mut Bytes32, input: *const fr_t) {
    call(|| {
        check_out(out)?;
        // SAFETY: checked, and the contract of the function.
        unsafe { write(out, [Bytes32 { bytes: one(input)?.scalar()?.to_be_bytes() }]) };
        Ok(())
    });
}

/// The scalar of canonical bytes.
///
/// # Safety
/// As for [`bytes_from_g1`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bytes_to_bls_field(out: *mut fr_t, b: *const Bytes32) -> C_KZG_RET {
    call(|| {
        check_out(out)?;
        // SAFETY: checked, and the contract of the function.
        unsafe {
            let scalar = Scalar::from_be_bytes(&one(b)?.bytes).map_err(|_| C_KZG_BADARGS)?;
            write(out, [scalar.into()]);
        }
        Ok(())
    })
}

/// The number of 32 bytes, big-endian, reduced by the order.
///
/// # Safety
/// As for [`bytes_from_g1`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hash_to_bls_field(out: *mut fr_t, b: *const Bytes32) {
    call(|| {
        check_out(out)?;
        // SAFETY: checked, and the contract of the function.
        unsafe { write(out, [Scalar::from_be_bytes_reduced(&one(b)?.bytes).into()]) };
        Ok(())
    });
}

/// The point of a commitment, which is in the subgroup.
///
/// # Safety
/// As for [`bytes_from_g1`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bytes_to_kzg_commitment(out: *mut g1_t, b: *const Bytes48) -> C_KZG_RET {
    call(|| {
        check_out(out)?;
        // SAFETY: checked, and the contract of the function.
        unsafe {
            let commitment = Commitment::from_bytes(&one(b)?.bytes).map_err(|_| C_KZG_BADARGS)?;
            write(out, [commitment.point().into()]);
        }
        Ok(())
    })
}

/// The point of a proof, which is in the subgroup.
///
/// # Safety
/// As for [`bytes_from_g1`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bytes_to_kzg_proof(out: *mut g1_t, b: *const Bytes48) -> C_KZG_RET {
    // SAFETY: the contract of the function.
    unsafe { bytes_to_kzg_commitment(out, b) }
}

/// The point at which a blob is compared with its commitment. Nothing is written for what is no point of the curve.
///
/// # Safety
/// As for [`bytes_from_g1`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn compute_challenge(
    eval_challenge_out: *mut fr_t,
    blob: *const Blob,
    commitment: *const g1_t,
) {
    call(|| {
        check_out(eval_challenge_out)?;
        // SAFETY: checked, and the contract of the function.
        unsafe {
            let commitment = ZCASH.encode_compressed(&one(commitment)?.point()?);
            let challenge = challenge::compute_challenge(&one(blob)?.bytes, &commitment);
            write(eval_challenge_out, [challenge.into()]);
        }
        Ok(())
    });
}

/// The number whose powers are the weights of a batch of cells in the specification.
///
/// # Safety
/// As for [`bytes_from_g1`], with `num_commitments` commitments, and `num_cells` values at the other pointers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn compute_verify_cell_kzg_proof_batch_challenge(
    challenge_out: *mut fr_t,
    commitments_bytes: *const Bytes48,
    num_commitments: u64,
    commitment_indices: *const u64,
    cell_indices: *const u64,
    cells: *const Cell,
    proofs_bytes: *const Bytes48,
    num_cells: u64,
) -> C_KZG_RET {
    call(|| {
        check_out(challenge_out)?;
        // SAFETY: checked, and the contract of the function.
        unsafe {
            let commitments: Vec<[u8; 48]> =
                list(commitments_bytes, num_commitments)?.iter().map(|entry| entry.bytes).collect();
            let numbers = (list(commitment_indices, num_cells)?, list(cell_indices, num_cells)?);
            let (cells, proofs) = (list(cells, num_cells)?, list(proofs_bytes, num_cells)?);
            let cells: Vec<CellOfBatch<'_>> = (0..cells.len())
                .map(|k| CellOfBatch {
                    commitment: numbers.0[k],
                    cell: numbers.1[k],
                    bytes: &cells[k].bytes,
                    proof: &proofs[k].bytes,
                })
                .collect();
            let challenge = challenge::compute_verify_cell_kzg_proof_batch_challenge(&commitments, &cells);
            write(challenge_out, [challenge.into()]);
        }
        Ok(())
    })
}
