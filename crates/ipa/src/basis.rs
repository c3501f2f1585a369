//! The generators of the commitments.

use alloc::vec::Vec;

use sha2::{Digest, Sha256};
use vorpal_curves::Group;
use vorpal_curves::bandersnatch::{AffineBanderwagon, Banderwagon};
use vorpal_fields::primes::Bls12_381Scalar;

use crate::Error;

/// The number of generators of a basis, and the maximal number of values of a vector: the width of the tree.
pub const WIDTH: usize = 256;

/// The seed of the Ethereum testnets and of everything compatible with them.
pub const DEFAULT_SEED: &[u8] = b"eth_verkle_oct_2021";

/// 256 generators of Banderwagon, and the point `Q` of the inner product argument. The generators of a seed are outputs
/// of a hash function, so nobody knows a linear relation between them.
#[derive(Clone, Debug)]
pub struct Basis {
    generators: Vec<AffineBanderwagon>,
    q: AffineBanderwagon,
}

impl Basis {
    /// The [digest](Self::digest) of the default basis.
    pub const DEFAULT_DIGEST: [u8; 32] = [
        0x1f, 0xca, 0xea, 0x10, 0xbf, 0x24, 0xf7, 0x50, 0x20, 0x0e, 0x06, 0xfa, 0x47, 0x3c, 0x76, 0xff, 0x04,
        0x68, 0x00, 0x72, 0x91, 0xfa, 0x54, 0x8e, 0x2d, 0x99, 0xf0, 0x9b, 0xa9, 0x25, 0x6f, 0xdb,
    ];

    /// Derives the basis of a seed by try-and-increment (`crate-crypto/verkle-trie-ref`). For `i = 0, 1, 2, ...` the
    /// digest `SHA-256(seed || i as 8 bytes big-endian)`, as a big-endian integer modulo the base field's prime, is
    /// decoded as an element. The first 256 valid elements form the basis. `Q` is the generator of the group, as in
    /// go-ipa and rust-verkle. Variable time.
    pub fn from_seed(seed: &[u8]) -> Self {
        let elements = (0u64..).filter_map(|counter| {
            let digest = Sha256::new().chain_update(seed).chain_update(counter.to_be_bytes()).finalize();
            let x = Bls12_381Scalar::from_be_bytes_reduced(&digest);
            Banderwagon::decode(&x.to_be_bytes()).ok()
        });
        let elements: Vec<Banderwagon> = elements.take(WIDTH).collect();
        Self { generators: Banderwagon::normalise_batch(&elements), q: Banderwagon::generator().to_affine() }
    }

    /// A basis of any points, for protocols with their own ones.
    ///
    /// The caller is responsible for them: proofs are sound only if nobody knows a linear relation between the
    /// generators and `Q`.
    ///
    /// # Errors
    /// [`Error::Generators`] unless there are 256 generators.
    ///
    /// ```
    /// use vorpal_ipa::{Basis, Commitment};
    /// let basis = Basis::default();
    /// let same = Basis::from_points(basis.generators(), &Commitment::generator().to_affine())?;
    /// assert_eq!(same.digest(), basis.digest());
    /// # Ok::<(), vorpal_ipa::Error>(())
    /// ```
    pub fn from_points(generators: &[AffineBanderwagon], q: &AffineBanderwagon) -> Result<Self, Error> {
        if generators.len() != WIDTH {
            return Err(Error::Generators { found: generators.len() });
        }
        Ok(Self { generators: generators.to_vec(), q: *q })
    }

    /// The point `Q` that the inner product argument multiplies by inner products.
    pub fn q(&self) -> &AffineBanderwagon {
        &self.q
    }

    /// The 256 generators.
    pub fn generators(&self) -> &[AffineBanderwagon] {
        &self.generators
    }

    /// The SHA-256 digest of the concatenation of all encoded generators, without `Q`. Implementations compare bases by
    /// it.
    pub fn digest(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        for generator in &self.generators {
            hash.update(generator.encode());
        }
        hash.finalize().into()
    }
}

impl Default for Basis {
    /// The basis of [`DEFAULT_SEED`].
    fn default() -> Self {
        Self::from_seed(DEFAULT_SEED)
    }
}
