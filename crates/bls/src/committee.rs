//! Signatures of most members of a committee, such as Ethereum's sync committee: the sum of the keys of all members is
//! known, and the absent ones are subtracted.

use alloc::vec::Vec;

use vorpal_msm::PointLists;

use crate::public_key::sum_of;
use crate::signature::Signature;
use crate::suite::Suite;
use crate::variant::{KeyPoint, Variant};
use crate::{Error, PublicKey};

/// The keys of a committee, in order, and their sum.
///
/// The sum of the members that are present takes as many additions as there are present or absent members, whichever
/// are fewer.
///
/// ```
/// use vorpal_bls::{CheckedSignature, Committee, MinPk, SecretKey, Suite};
/// let suite = Suite::<MinPk>::possession();
/// let secrets = [1, 2, 3].map(|byte| SecretKey::from_be_bytes(&[byte; 32]).unwrap());
/// let committee = Committee::new(&secrets.each_ref().map(SecretKey::public_key));
/// let parts = [&secrets[0], &secrets[2]].map(|secret| secret.sign(&suite, b"root"));
/// let signature = CheckedSignature::aggregate(&parts)?;
/// assert!(committee.verify(&suite, &[true, false, true], b"root", &signature));
/// assert!(!committee.verify(&suite, &[true, true, true], b"root", &signature));
/// # Ok::<(), vorpal_bls::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Committee<V: Variant> {
    /// The points of the members, and their sum, which may be infinity.
    points: Vec<KeyPoint<V>>,
}

impl<V: Variant> Committee<V> {
    /// The committee of these keys. A key may occur several times.
    pub fn new(members: &[PublicKey<V>]) -> Self {
        let mut points: Vec<KeyPoint<V>> = members.iter().map(|key| *key.point()).collect();
        let mut all = PointLists::new();
        all.push((0..points.len()).map(|index| (index, false)));
        points.push(all.sum_vartime(&points)[0]);
        Self { points }
    }

    /// The number of members.
    pub fn len(&self) -> usize {
        self.points.len() - 1
    }

    /// Whether there are no members.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The sum of the keys of the members that are present.
    ///
    /// # Errors
    /// [`Error::Lengths`] if there is not one flag for each member; [`Error::Empty`] if no member is present;
    /// [`Error::InfinitySum`].
    pub fn sum(&self, present: &[bool]) -> Result<PublicKey<V>, Error> {
        let members = self.len();
        if present.len() != members {
            return Err(Error::Lengths { what: "flags", expected: members, found: present.len() });
        }
        let number = number_of(present);
        if number == 0 {
            return Err(Error::Empty);
        }
        let from_total = members - number < number;
        let terms = (0..members).filter(|index| present[*index] != from_total);
        let mut list = PointLists::new();
        // The total has the index after the last member.
        list.push(terms.map(|index| (index, from_total)).chain(from_total.then_some((members, false))));
        sum_of(list.sum_vartime(&self.points)[0])
    }

    /// Whether this is the signature of the members that are present: [`Suite::fast_aggregate_verify`] of their keys.
    /// False if there is not one flag for each member, if no member is present, and with
    /// [`Scheme::Augmentation`](crate::Scheme::Augmentation) unless one is. For no members Ethereum accepts infinity:
    /// [`eth_fast_aggregate_verify`](crate::ethereum::eth_fast_aggregate_verify).
    pub fn verify(
        &self,
        suite: &Suite<V>,
        present: &[bool],
        message: &[u8],
        signature: impl Into<Signature<V>>,
    ) -> bool {
        suite.has_sums_of(number_of(present))
            && self.sum(present).is_ok_and(|key| suite.verify(&key, message, signature))
    }
}

/// The number of members that are present.
fn number_of(present: &[bool]) -> usize {
    present.iter().filter(|is_present| **is_present).count()
}
