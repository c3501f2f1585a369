//! The curves of `vorpal msm`, and the formats of their points in files.

use clap::ValueEnum;
use vorpal::curves::models::weierstrass::{EncodableCurve, Format, Jacobian};
use vorpal::curves::{PointFormat, bls12_377, bls12_381, bn254, grumpkin, pallas, secp256k1, vesta};
use vorpal::fields::PrimeField;
use vorpal::msm::MsmScalar;

/// The names in `--curve`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
#[allow(non_camel_case_types, reason = "the names of the command line")]
pub(super) enum Name {
    Bls12_377,
    Bls12_381,
    Bn254,
    Grumpkin,
    Pallas,
    Secp256k1,
    Vesta,
}

/// Calls the generic function for the curve with this name.
macro_rules! with_curve {
    ($name:expr, $function:ident($($argument:expr),*)) => {
        match $name {
            Name::Bls12_377 => $function::<vorpal::curves::bls12_377::Bls12_377G1>($($argument),*),
            Name::Bls12_381 => $function::<vorpal::curves::bls12_381::Bls12_381G1>($($argument),*),
            Name::Bn254 => $function::<vorpal::curves::bn254::Bn254G1>($($argument),*),
            Name::Grumpkin => $function::<vorpal::curves::grumpkin::Grumpkin>($($argument),*),
            Name::Pallas => $function::<vorpal::curves::pallas::Pallas>($($argument),*),
            Name::Secp256k1 => $function::<vorpal::curves::secp256k1::Secp256k1>($($argument),*),
            Name::Vesta => $function::<vorpal::curves::vesta::Vesta>($($argument),*),
        }
    };
}
pub(super) use with_curve;

/// A curve whose points have formats in files.
pub(crate) trait Curve: EncodableCurve<Base: PrimeField, Scalar: MsmScalar<Self>> {
    /// The name in reports.
    const TITLE: &'static str;
    /// The format of points, of both lengths, and of sums, which are compressed.
    const FORMAT: Format<Self>;
    /// A format of uncompressed points that is tried first.
    const FIRST: Option<Format<Self>> = None;

    /// The lengths of encodings and their formats, in the order in which files are tried.
    fn formats() -> Vec<(usize, Format<Self>)> {
        let first = Self::FIRST.map(|format| (size_of::<Self::Uncompressed>(), format));
        let others = [size_of::<Self::Uncompressed>(), size_of::<Self::Compressed>()];
        first.into_iter().chain(others.map(|length| (length, Self::FORMAT))).collect()
    }

    /// The length of an encoded sum.
    fn sum_bytes() -> usize {
        size_of::<Self::Compressed>()
    }

    /// The encoding of a sum.
    fn encode(sum: &Jacobian<Self>) -> Vec<u8> {
        Self::FORMAT.encode_compressed(&sum.to_affine()).as_ref().to_vec()
    }
}

macro_rules! curve {
    ($curve:ty, $title:literal, $format:expr) => {
        impl Curve for $curve {
            const TITLE: &'static str = $title;
            const FORMAT: Format<Self> = $format;
        }
    };
}

/// The harness tries 96 bytes first, then 48. Uncompressed points have a flag for the larger `y`, or no flag as in
/// arkworks 0.3.
impl Curve for bls12_377::Bls12_377G1 {
    const TITLE: &'static str = "BLS12-377 G1";
    const FORMAT: Format<Self> = bls12_377::encoding::ARKWORKS;
    const FIRST: Option<Format<Self>> = Some(bls12_377::encoding::ARKWORKS_0_3);
}

curve!(bls12_381::Bls12_381G1, "BLS12-381 G1", bls12_381::encoding::ARKWORKS);
curve!(bn254::Bn254G1, "BN254 G1", bn254::encoding::ARKWORKS);
curve!(grumpkin::Grumpkin, "Grumpkin", grumpkin::encoding::HALO2CURVES);
curve!(pallas::Pallas, "Pallas", pallas::encoding::PASTA);
curve!(secp256k1::Secp256k1, "secp256k1", secp256k1::encoding::ARKWORKS);
curve!(vesta::Vesta, "Vesta", vesta::encoding::PASTA);

#[cfg(test)]
mod tests {
    use super::*;
    use vorpal::curves::models::weierstrass::Affine;

    /// Every encoding of a point has one of the lengths, and decodes to the point.
    fn round_trip<C: Curve>() -> Result<(), vorpal::curves::Error> {
        for point in [Affine::<C>::GENERATOR, -Affine::<C>::GENERATOR, Affine::IDENTITY] {
            let compressed = C::encode(&Jacobian::from_affine(&point));
            assert_eq!(compressed.len(), C::sum_bytes(), "{}", C::TITLE);
            let uncompressed = C::FORMAT.encode_uncompressed(&point).as_ref().to_vec();
            for encoding in [compressed, uncompressed] {
                assert!(C::formats().iter().any(|(length, _)| *length == encoding.len()), "{}", C::TITLE);
                assert_eq!(C::FORMAT.decode(&encoding)?, point, "{}", C::TITLE);
            }
        }
        Ok(())
    }

    #[test]
    fn formats_of_all_curves_decode_what_they_encode() {
        for name in Name::value_variants() {
            with_curve!(name, round_trip()).unwrap();
        }
    }

    #[test]
    fn names_are_those_of_the_command_line() {
        let names: Vec<String> = Name::value_variants()
            .iter()
            .filter_map(|name| Some(name.to_possible_value()?.get_name().to_owned()))
            .collect();
        assert_eq!(names, ["bls12_377", "bls12_381", "bn254", "grumpkin", "pallas", "secp256k1", "vesta"]);
    }
}
