//! The points of a setup, computed or read from the shipped bytes when they are first needed.

use alloc::boxed::Box;
use alloc::vec::Vec;

use once_cell::race::OnceBox;
use vorpal_curves::PointFormat;
use vorpal_curves::bls12_381::{Affine, g2};
use vorpal_curves::models::weierstrass::Subgroup;
use vorpal_fields::primes::Bls12_381Base;
use vorpal_pairing::bls12_381::PreparedG2;

use crate::parameters::{CELLS_PER_BLOB, SCALARS_PER_BLOB, SCALARS_PER_CELL};
use crate::transformed::transformed_points;

/// The Lagrange basis of Ethereum's ceremony in the order of blobs: see [`read`].
pub(super) const LAGRANGE: &[u8] = include_bytes!("ethereum/lagrange.bin");
/// The first 64 powers in G1.
pub(super) const POWERS: &[u8] = include_bytes!("ethereum/powers.bin");
/// The points of [`transformed_points`].
pub(super) const TRANSFORMED: &[u8] = include_bytes!("ethereum/transformed.bin");
/// The powers 1 and 64 in G2, in zcash's format.
pub(super) const POWERS_G2: &[u8; 192] = include_bytes!("ethereum/powers_g2.bin");

/// Points of the subgroup.
pub(crate) type Points = Subgroup<Vec<Affine>>;

/// Points of a setup other than Ethereum's, which were checked.
pub(super) struct Own {
    /// The Lagrange basis in the order of blobs.
    pub(super) lagrange: Vec<Affine>,
    /// The powers in G1.
    pub(super) powers: Vec<Affine>,
    /// The powers 1 and 64 in G2.
    pub(super) powers_g2: [g2::Affine; 2],
}

/// The lines of the points of G2.
pub(crate) struct Lines {
    /// `-H`, for the generator `H`.
    pub(crate) negated_generator: PreparedG2,
    /// `t H`.
    pub(crate) first: PreparedG2,
    /// `t^64 H`.
    pub(crate) last: PreparedG2,
}

/// The points of a setup.
pub(crate) struct SetupPoints {
    /// `None` for Ethereum's.
    own: Option<Own>,
    lagrange: OnceBox<Points>,
    powers: OnceBox<Points>,
    transformed: OnceBox<Points>,
    lines: OnceBox<Lines>,
}

impl SetupPoints {
    pub(super) fn new(own: Option<Own>) -> Self {
        Self {
            own,
            lagrange: OnceBox::new(),
            powers: OnceBox::new(),
            transformed: OnceBox::new(),
            lines: OnceBox::new(),
        }
    }

    /// The Lagrange basis `L_v(t) G`, in the order of blobs.
    pub(crate) fn lagrange(&self) -> &Points {
        self.lagrange.get_or_init(|| {
            boxed(match &self.own {
                None => read(LAGRANGE, SCALARS_PER_BLOB),
                Some(own) => own.lagrange.clone(),
            })
        })
    }

    /// The powers `t^i G` for `i < 64`.
    pub(crate) fn powers(&self) -> &Points {
        self.powers.get_or_init(|| {
            boxed(match &self.own {
                None => read(POWERS, SCALARS_PER_CELL),
                Some(own) => own.powers[..SCALARS_PER_CELL].to_vec(),
            })
        })
    }

    /// The points of the sums for cell proofs: see [`transformed_points`].
    pub(crate) fn transformed(&self) -> &Points {
        self.transformed.get_or_init(|| {
            boxed(match &self.own {
                None => read(TRANSFORMED, CELLS_PER_BLOB * SCALARS_PER_CELL),
                Some(own) => transformed_points(&own.powers),
            })
        })
    }

    /// The points 1 and 64 of G2, which were checked.
    fn powers_g2(&self) -> [g2::Affine; 2] {
        match &self.own {
            None => {
                let (encodings, _) = POWERS_G2.as_chunks::<96>();
                let points = g2::encoding::ZCASH.decode_all_on_curve(encodings);
                points.ok().and_then(|points| points.try_into().ok()).expect("pinned encodings of points")
            }
            Some(own) => own.powers_g2,
        }
    }

    /// SHA-256 of the points 1 and 64 of G2. The first of them determines all points of the setup.
    #[cfg(feature = "std")]
    pub(super) fn identifier(&self) -> [u8; 32] {
        use sha2::{Digest, Sha256};
        let encodings = self.powers_g2().map(|point| g2::encoding::ZCASH.encode_compressed(&point));
        Sha256::digest(encodings.concat()).into()
    }

    /// The lines of the points of G2.
    pub(crate) fn lines(&self) -> &Lines {
        self.lines.get_or_init(|| {
            let [first, last] = self.powers_g2();
            let lines = |point| PreparedG2::new(&point).expect("points of G2, which were checked");
            Box::new(Lines {
                negated_generator: lines(-g2::Affine::GENERATOR),
                first: lines(first),
                last: lines(last),
            })
        })
    }
}

fn boxed(points: Vec<Affine>) -> Box<Points> {
    // Shipped points are pinned, and others were checked when they were read.
    Box::new(Subgroup::unchecked(points))
}

/// Points from shipped bytes: `x` and `y` in Montgomery form, 48 bytes each, least significant first. No arithmetic.
fn read(bytes: &[u8], number: usize) -> Vec<Affine> {
    let coordinate = |bytes: &[u8; 48]| {
        Bls12_381Base::from_montgomery_le_bytes(bytes).expect("pinned coordinates are below the prime")
    };
    let (coordinates, _) = bytes.as_chunks::<48>();
    let (pairs, _) = coordinates.as_chunks::<2>();
    debug_assert_eq!(pairs.len(), number);
    pairs.iter().map(|[x, y]| Affine::new_unchecked(coordinate(x), coordinate(y))).collect()
}

/// The bytes that [`read`] reads.
#[cfg(test)]
pub(super) fn bytes_of(points: &[Affine]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(96 * points.len());
    for point in points {
        let (x, y) = point.raw_coordinates();
        bytes.extend_from_slice(&x.to_montgomery_le_bytes());
        bytes.extend_from_slice(&y.to_montgomery_le_bytes());
    }
    bytes
}
