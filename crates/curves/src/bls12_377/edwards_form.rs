use vorpal_fields::primes::Bls12_377Base;

use super::Bls12_377G1;
use crate::models::weierstrass::EdwardsForm;

/// The constants of the twisted Edwards form; of two square roots each, the smaller integer.
pub(super) const EDWARDS: EdwardsForm<Bls12_377G1> = EdwardsForm::new(
    Bls12_377Base::hex(
        "0x0032d756062d349e59416ece15ccbf8e86ef0d33183465a42fe2cb65fc1664272e6bb28f0e1c7a7c9c05824ad09adc01",
    ),
    Bls12_377Base::hex(
        "0x00272fd56ac5c6690cec22e65036018380d743e1f6c15c7cab82b31405cf8a307af39509df5027b6450ae9206343e6e4",
    ),
    Bls12_377Base::hex(
        "0x0196bab03169a4f2ca0b7670ae65fc7437786998c1a32d217f165b2fe0b32139735d947870e3d3e4e02c125684d6e016",
    ),
);
