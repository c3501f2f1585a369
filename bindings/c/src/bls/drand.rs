//! Rounds of drand, a network that publishes randomness.

use vorpal::bls::drand::{Chain, Round, randomness};
use vorpal::bls::{Error, MinPk, MinSig, PublicKey, Signature, Variant};

use super::forms::{Forms, LONGEST_ITEM};
use super::lists::lists;
use super::sets::{Places, results};
use super::{Any, named, with};
use crate::context::vorpal_ctx;
use crate::entry::call;
use crate::error::Failure;
use crate::status::vorpal_item::{self, VORPAL_ITEM_OK, VORPAL_ITEM_SIGNATURE};
use crate::status::vorpal_status;
use crate::verdict::{refuse, refuse_items};

/// A scheme of drand: how the rounds of a chain are signed.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum vorpal_drand_scheme {
    /// `pedersen-bls-chained`: keys in G1, signatures in G2 of SHA-256 of the previous signature and the round.
    VORPAL_DRAND_CHAINED = 0,
    /// `pedersen-bls-unchained`: keys in G1, signatures in G2 of SHA-256 of the round.
    VORPAL_DRAND_UNCHAINED = 1,
    /// `bls-unchained-g1-rfc9380`, as quicknet: keys in G2, signatures in G1 of SHA-256 of the round.
    VORPAL_DRAND_UNCHAINED_IN_G1 = 2,
    /// `bls-unchained-on-g1`, as fastnet: the same under the tag of G2, which the library of drand once had for both
    /// groups.
    VORPAL_DRAND_UNCHAINED_IN_G1_UNDER_TAG_OF_G2 = 3,
}

/// A chain without its key.
type Schemes = Any<fn(PublicKey<MinPk>) -> Chain<MinPk>, fn(PublicKey<MinSig>) -> Chain<MinSig>>;

use vorpal_drand_scheme::*;

impl vorpal_drand_scheme {
    fn of(number: i32) -> Result<Self, Failure> {
        match number {
            0 => Ok(Self::VORPAL_DRAND_CHAINED),
            1 => Ok(Self::VORPAL_DRAND_UNCHAINED),
            2 => Ok(Self::VORPAL_DRAND_UNCHAINED_IN_G1),
            3 => Ok(Self::VORPAL_DRAND_UNCHAINED_IN_G1_UNDER_TAG_OF_G2),
            _ => Err(Failure::argument(format_args!("scheme is {number}, not a vorpal_drand_scheme"))),
        }
    }

    fn chain(self) -> Schemes {
        match self {
            VORPAL_DRAND_CHAINED => Any::MinPk(Chain::chained),
            VORPAL_DRAND_UNCHAINED => Any::MinPk(Chain::unchained),
            VORPAL_DRAND_UNCHAINED_IN_G1 => Any::MinSig(Chain::unchained_in_g1),
            VORPAL_DRAND_UNCHAINED_IN_G1_UNDER_TAG_OF_G2 => {
                Any::MinSig(Chain::unchained_in_g1_under_tag_of_g2)
            }
        }
    }
}

/// The forms of the keys and signatures of a chain.
fn forms_of<V: Variant>(_: &fn(PublicKey<V>) -> Chain<V>, forms: i32) -> Result<Forms<V>, Failure> {
    Forms::new(forms, "forms")
}

/// Verifies `count` rounds of a chain of drand with a `vorpal_drand_scheme` and the public key of the chain, in one
/// batch as `vorpal_bls_verify_sets`. `forms` is a sum of `vorpal_bls_form`.
///
/// `rounds` has the numbers, `signatures` the signatures of the rounds. With `VORPAL_DRAND_CHAINED`, the bytes of
/// `previous` from `previous_offsets[i]` to `previous_offsets[i + 1]` are the signature of the round before, or the
/// seed of the chain for round 1; with null as `previous_offsets`, each has 96 bytes. Other schemes ignore both.
///
/// `randomness` is null, or receives 32 bytes for each round: SHA-256 of its signature, zeros for an invalid round.
/// `items` is null, or receives a `vorpal_item` for each: `VORPAL_ITEM_OK`, `VORPAL_ITEM_INVALID`, or
/// `VORPAL_ITEM_SIGNATURE`. `*valid` receives 1 if there are rounds and all are valid, or 0. Variable time.
///
/// # Safety
/// `ctx` is null or a context; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_bls_drand_verify(
    ctx: *const vorpal_ctx,
    scheme: i32,
    forms: i32,
    key: *const u8,
    count: usize,
    rounds: *const u64,
    previous: *const u8,
    previous_offsets: *const usize,
    signatures: *const u8,
    randomness: *mut u8,
    items: *mut u8,
    valid: *mut i32,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse(valid) };
    // SAFETY: the contract of the function.
    unsafe { refuse_items(items, count, LONGEST_ITEM) };
    call!([ctx: vorpal_ctx], |buffers| {
        let scheme = vorpal_drand_scheme::of(scheme)?;
        with!(&scheme.chain(), chain => {
            let forms = forms_of(chain, forms)?;
            let key = forms.keys(&mut buffers, key, 1, "key")?[0];
            let rounds = buffers.input(rounds, count, "rounds")?;
            let previous = if scheme == VORPAL_DRAND_CHAINED {
                let offsets = (previous_offsets, "previous_offsets");
                lists(&mut buffers, (previous, "previous"), offsets, count, 96)?
            } else {
                vec![&[][..]; count]
            };
            let signatures = forms.signatures(&mut buffers, signatures, count, "signatures")?;
            let values = buffers.optional_output::<32>(randomness, count, "randomness")?;
            let places = Places::new(&mut buffers, count, items, valid)?;
            let chain = chain(forms.key(key).map_err(|error| named("key", error))?);
            let (results, randomness) =
                ctx.run(|| verify(&chain, rounds, &previous, &forms.all_signatures(&signatures)))?;
            if let Some(values) = values {
                values.copy_from_slice(&randomness);
            }
            places.write(&results);
        });
    })
}

/// The results of rounds and their randomness, on the current thread pool.
fn verify<V: Variant>(
    chain: &Chain<V>,
    rounds: &[u64],
    previous: &[&[u8]],
    signatures: &[Result<Signature<V>, Error>],
) -> (Vec<vorpal_item>, Vec<[u8; 32]>) {
    let parts = rounds.iter().zip(previous).zip(signatures);
    let decoded: Vec<_> = parts
        .filter_map(|((number, previous), signature)| {
            Some(Round { number: *number, previous, signature: (*signature).ok()? })
        })
        .collect();
    let malformed = signatures.iter().map(|one| one.is_err().then_some(VORPAL_ITEM_SIGNATURE)).collect();
    let results = results(malformed, &chain.verify_rounds(&decoded));
    let value = |(result, signature): (&vorpal_item, &Result<Signature<V>, Error>)| match signature {
        Ok(signature) if *result == VORPAL_ITEM_OK => randomness(signature),
        _ => [0; 32],
    };
    let values = results.iter().zip(signatures).map(value).collect();
    (results, values)
}
