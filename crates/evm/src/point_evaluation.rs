//! The contract 10: the value of a committed polynomial at a point (EIP-4844).
//!
//! A commitment to a polynomial `f` is `C = f(t) G`, with a number `t` that nobody knows. The proof of `f(z) = y` is
//! `W = q(t) G` for the quotient `q = (f - y) / (X - z)`, and
//!
//! ```text
//! e(C - y G, H) = e(W, (t - z) H)    or    e(C - y G + z W, -H) e(W, t H) = 1
//! ```
//!
//! The second form has fixed points of G2 only, whose lines are prepared once. Source: A. Kate, G. Zaverucha,
//! I. Goldberg, "Constant-size commitments to polynomials and their applications", 2010.

use alloc::boxed::Box;

use once_cell::race::OnceBox;
use sha2::{Digest, Sha256};
use vorpal_curves::PointFormat;
use vorpal_curves::bls12_381::{Affine, Jacobian, encoding::ZCASH, g2};
use vorpal_curves::models::weierstrass::Subgroup;
use vorpal_fields::primes::Bls12_381Scalar as Scalar;
use vorpal_msm::msm_vartime;
use vorpal_pairing::bls12_381::{Gt, PreparedG2};
use vorpal_pairing::multi_pairing_prepared_vartime;

use crate::Error;
use crate::input::part;

/// The second point of G2 of Ethereum's ceremony, `t H`, in zcash's format (EIP-4844, `trusted_setup_4096.json`).
pub const CEREMONY: [u8; 96] = *b"\
    \xb5\xbf\xd7\xdd\x8c\xde\xb1\x28\x84\x3b\xc2\x87\x23\x0a\xf3\x89\x26\x18\x70\x75\xcb\xfb\xef\xa8\
    \x10\x09\xa2\xce\x61\x5a\xc5\x3d\x29\x14\xe5\x87\x0c\xb4\x52\xd2\xaf\xaa\xab\x24\xf3\x49\x9f\x72\
    \x18\x5c\xbf\xee\x53\x49\x27\x14\x73\x44\x29\xb7\xb3\x86\x08\xe2\x39\x26\xc9\x11\xcc\xec\xea\xc9\
    \xa3\x68\x51\x47\x7b\xa4\xc6\x0b\x08\x70\x41\xde\x62\x10\x00\xed\xc9\x8e\xda\xda\x20\xc1\xde\xf2";

/// The number of coefficients and the order of the scalar field: the output of the contract.
const OUTPUT: [u8; 64] = {
    let mut output = [0; 64];
    output[30] = 0x10; // 4096
    let mut limb = 0;
    while limb < 4 {
        let bytes = Scalar::MODULUS[limb].to_be_bytes();
        let mut i = 0;
        while i < 8 {
            output[56 - 8 * limb + i] = bytes[i];
            i += 1;
        }
        limb += 1;
    }
    output
};

/// What errors call `t H`.
const SECRET: &str = "second point of G2";

/// A trusted setup, as far as proofs of one value need it: the lines of `-H` and `t H`.
#[derive(Debug)]
pub struct Setup {
    negated: PreparedG2,
    secret: PreparedG2,
}

impl Setup {
    /// The setup with this `t H`.
    ///
    /// # Errors
    /// [`Error::Point`] if the point is not in G2, [`Error::Infinity`]: with `t = 0`, everyone can prove every value.
    pub fn new(secret: &g2::Affine) -> Result<Self, Error> {
        let lines = |what, point: &_| PreparedG2::new(point).map_err(|error| Error::Point { what, error });
        if secret.is_identity_vartime() {
            return Err(Error::Infinity { what: SECRET });
        }
        Ok(Self { negated: lines("generator", &-g2::Affine::GENERATOR)?, secret: lines(SECRET, secret)? })
    }

    /// The setup of a file in the format of c-kzg: two lines with the numbers of points of G1 and G2, the points of G1
    /// in the Lagrange basis, the powers of `t` in G2, those in G1, one hexadecimal encoding on each line.
    ///
    /// # Errors
    /// [`Error::Point`] if the second power in G2 is missing or malformed, [`Error::Infinity`].
    pub fn from_text(text: &str) -> Result<Self, Error> {
        let error = vorpal_curves::Error::Length { found: 0 };
        let mut words = text.split_ascii_whitespace();
        let number = words.next().and_then(|word| word.parse::<usize>().ok());
        let line = number.and_then(|number| words.nth(number.checked_add(2)?));
        Self::of_bytes(&line.and_then(decode_hex).ok_or(Error::Point { what: SECRET, error })?)
    }

    /// The setup of Ethereum's ceremony. Prepared on first use.
    ///
    /// # Errors
    /// None, as a test shows: [`CEREMONY`] is a point of G2.
    pub fn ethereum() -> Result<&'static Self, Error> {
        static SETUP: OnceBox<Setup> = OnceBox::new();
        SETUP.get_or_try_init(|| Ok(Box::new(Self::of_bytes(&CEREMONY)?)))
    }

    fn of_bytes(secret: &[u8; 96]) -> Result<Self, Error> {
        // The lines show whether the point is in G2.
        let secret = g2::encoding::ZCASH.decode_on_curve(secret);
        Self::new(&secret.map_err(|error| Error::Point { what: SECRET, error })?)
    }

    /// Checks that the polynomial with this commitment has the value `y` at `z`: 32 bytes each, big-endian; commitment
    /// and proof in zcash's format.
    ///
    /// # Errors
    /// [`Error::Point`], [`Error::Scalar`], [`Error::Proof`].
    pub fn verify(
        &self,
        commitment: &[u8; 48],
        z: &[u8; 32],
        y: &[u8; 32],
        proof: &[u8; 48],
    ) -> Result<(), Error> {
        let read = |what, bytes: &[u8; 48]| ZCASH.decode(bytes).map_err(|error| Error::Point { what, error });
        let scalar = |bytes: &[u8; 32]| Scalar::from_be_bytes(bytes).map_err(|_| Error::Scalar);
        let (z, y) = (scalar(z)?, scalar(y)?);
        let (commitment, proof) = (read("commitment", commitment)?, read("proof", proof)?);
        // Both are in the subgroup, as is the generator.
        let points = [proof, Affine::GENERATOR];
        let sum =
            msm_vartime(&Subgroup::unchecked(points.as_slice()), &[z, -y]).unwrap_or(Jacobian::IDENTITY);
        let left = sum.add_affine_vartime(&commitment).to_affine_vartime();
        let product = multi_pairing_prepared_vartime(&[(left, &self.negated), (proof, &self.secret)]);
        if product == Gt::ONE { Ok(()) } else { Err(Error::Proof) }
    }
}

fn decode_hex(word: &str) -> Option<[u8; 96]> {
    let mut bytes = [0; 96];
    // The digits of the standard library may begin with a sign.
    if word.len() != 192 || !word.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(word.get(2 * i..2 * i + 2)?, 16).ok()?;
    }
    Some(bytes)
}

/// Versioned hash (32 bytes), `z` (32), `y` (32), commitment (48), proof (48): the number of coefficients and the order
/// of the field, 32 bytes each.
///
/// # Errors
/// [`Error::Length`], [`Error::VersionedHash`] and those of [`Setup::verify`].
pub fn run(input: &[u8]) -> Result<[u8; 64], Error> {
    if input.len() != 192 {
        return Err(Error::Length { found: input.len() });
    }
    let commitment: [u8; 48] = part(input, 96);
    let mut hash: [u8; 32] = Sha256::digest(commitment).into();
    hash[0] = 1;
    if hash != part::<32>(input, 0) {
        return Err(Error::VersionedHash);
    }
    Setup::ethereum()?.verify(&commitment, &part(input, 32), &part(input, 64), &part(input, 144))?;
    Ok(OUTPUT)
}
