//! Proofs as arguments of a contract of Solidity, as snarkjs prints them.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};
use vorpal_fields::{EncodableField, PrimeField};

use crate::{Coordinate, Curve, Proof};

impl<C: Curve> Proof<C> {
    /// The arguments of `verifyProof`: A, B, C and the public signals, in hexadecimal digits. The contract takes the
    /// coefficients of B's coordinates in the order of Ethereum's contracts, the imaginary part first.
    ///
    /// ```
    /// use vorpal_groth16::{Bn254, Proof};
    /// use vorpal_curves::bn254::{Affine, g2};
    /// let proof = Proof::<Bn254> { a: Affine::GENERATOR, b: g2::Affine::GENERATOR, c: -Affine::GENERATOR };
    /// let text = proof.to_solidity_calldata(&[33.into()]);
    /// let one = format!("{:064x}", 1);
    /// assert!(text.starts_with(&format!("[\"0x{one}\", \"0x{:064x}\"],[[\"0x198e", 2)));
    /// assert!(text.ends_with(&format!("],[\"0x{:064x}\"]", 33)));
    /// ```
    pub fn to_solidity_calldata(&self, signals: &[C::Scalar]) -> String {
        let pair = |point: &Affine<C::G1>| {
            let [x, y] = coordinates(point);
            format!("[{}, {}]", hex(&x), hex(&y))
        };
        let b = coordinates(&self.b).map(|coordinate| {
            let coefficients = coordinate.coefficients();
            let texts: Vec<_> = coefficients.iter().rev().map(hex).collect();
            format!("[{}]", texts.join(", "))
        });
        let signals: Vec<_> = signals.iter().map(hex).collect();
        format!("{},[{}],{},[{}]", pair(&self.a), b.join(","), pair(&self.c), signals.join(","))
    }
}

/// `x` and `y`; for infinity 0 and 1, as in JSON.
fn coordinates<G: WeierstrassCurve<Base: EncodableField>>(point: &Affine<G>) -> [G::Base; 2] {
    point.coordinates().map_or([G::Base::from(0), G::Base::from(1)], |(x, y)| [x, y])
}

/// The canonical integer as a string: `0x` and all digits.
fn hex<F: PrimeField>(element: &F) -> String {
    let digits: String = element.to_be_bytes().as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("\"0x{digits}\"")
}
