//! Setups and blobs for tests.

use std::sync::OnceLock;

use vorpal_curves::PointFormat;
use vorpal_curves::bls12_381::{Affine, encoding::ZCASH, g2};
use vorpal_fields::primes::Bls12_381Scalar as Scalar;
use vorpal_kzg::{Blob, Setup};
use vorpal_msm::multiples_vartime;
use vorpal_ntt::Domain;

/// Hexadecimal digits.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}

/// The number of the setup [`known`].
pub(crate) fn secret() -> Scalar {
    Scalar::from(0x1234_5678_9abc_def1).square() * Scalar::pow2(77) + Scalar::from(5)
}

/// The text of a setup of a known number, in c-kzg's format.
pub(crate) fn text_of(secret: Scalar) -> String {
    let powers: Vec<Scalar> =
        std::iter::successors(Some(Scalar::ONE), |power| Some(*power * secret)).take(4096).collect();
    let lagrange = Domain::<Scalar>::new(4096).unwrap().lagrange_vartime(&secret);
    let mut lines = vec!["4096".to_string(), "65".to_string()];
    let points = |scalars: &[Scalar]| multiples_vartime(&Affine::GENERATOR, scalars);
    lines.extend(points(&lagrange).iter().map(|point| hex(&ZCASH.encode_compressed(point))));
    let points_g2 = multiples_vartime(&g2::Affine::GENERATOR, &powers[..65]);
    lines.extend(points_g2.iter().map(|point| hex(&g2::encoding::ZCASH.encode_compressed(point))));
    lines.extend(points(&powers).iter().map(|point| hex(&ZCASH.encode_compressed(point))));
    lines.join("\n")
}

/// A setup of a known number, with small tables.
pub(crate) fn known() -> &'static Setup {
    static SETUP: OnceLock<Setup> = OnceLock::new();
    SETUP.get_or_init(|| Setup::from_text(&text_of(secret())).unwrap().with_memory(16 << 20).unwrap())
}

/// Ethereum's setup with small tables.
pub(crate) fn ethereum() -> &'static Setup {
    static SETUP: OnceLock<Setup> = OnceLock::new();
    SETUP.get_or_init(|| Setup::ethereum().with_memory(16 << 20).unwrap())
}

/// Pseudorandom scalars.
pub(crate) struct Random(pub(crate) Scalar);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Scalar::from(seed) + Scalar::from(0x9e37_79b9_7f4a_7c15).square())
    }

    pub(crate) fn scalar(&mut self) -> Scalar {
        self.0 = self.0.square() + Scalar::from(0x5851_f42d_4c95_7f2d);
        self.0
    }

    /// A number below `limit`.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.scalar().to_limbs()[0] % limit as u64) as usize
    }

    pub(crate) fn blob(&mut self) -> Vec<u8> {
        let scalars: Vec<Scalar> = (0..4096).map(|_| self.scalar()).collect();
        Blob::try_from(&scalars[..]).unwrap().to_bytes().to_vec()
    }

    /// `number` ascending indices below 128.
    pub(crate) fn indices(&mut self, number: usize) -> Vec<u64> {
        let mut all: Vec<u64> = (0..128).collect();
        while all.len() > number {
            all.remove(self.below(all.len()));
        }
        all
    }
}

/// A point of the curve outside the subgroup.
pub(crate) fn outside() -> [u8; 48] {
    let point = (1u64..)
        .find_map(|x| Affine::lift_x_vartime(x.into()).filter(|(point, _)| !point.is_in_subgroup_vartime()));
    ZCASH.encode_compressed(&point.unwrap().0)
}

/// A blob with its commitment, cells and proofs.
pub(crate) struct Sample {
    pub(crate) blob: Vec<u8>,
    pub(crate) commitment: [u8; 48],
    pub(crate) cells: Vec<[u8; 2048]>,
    pub(crate) proofs: Vec<[u8; 48]>,
}

impl Sample {
    pub(crate) fn of_blob(setup: &Setup, blob: Vec<u8>) -> Self {
        let commitment = setup.blob_to_kzg_commitment(&blob).unwrap();
        let (cells, proofs) = setup.compute_cells_and_kzg_proofs(&blob).unwrap();
        Self { blob, commitment, cells, proofs }
    }
}

/// A few random blobs of Ethereum's setup.
pub(crate) fn samples() -> &'static [Sample] {
    static SAMPLES: OnceLock<Vec<Sample>> = OnceLock::new();
    SAMPLES.get_or_init(|| {
        let mut random = Random::new(1);
        (0..3).map(|_| Sample::of_blob(ethereum(), random.blob())).collect()
    })
}
