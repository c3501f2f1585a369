//! Lists with signatures on both curves.

use jni::objects::{JByteArray, JClass, JObject};
use jni::{EnvUnowned, jni_mangle};
use vorpal_bindings::mixed::{List, claims};
use vorpal_bindings::signatures::Item;

use crate::entry::enter;
use crate::error::{Failure, Kind};
use crate::memory::{Buffers, items_like, new_array};

/// Verifies a list of claims. Returns the results of the items. Keys and addresses may be empty if no claim has one.
#[jni_mangle("io.vorpal.internal.Native", "verifyMixedBatch")]
#[allow(clippy::too_many_arguments, reason = "a native method")]
pub fn verify_mixed_batch<'local>(
    env: EnvUnowned<'local>,
    _: JClass<'local>,
    numbers: JObject<'local>,
    hashes: JObject<'local>,
    signatures: JObject<'local>,
    keys: JObject<'local>,
    addresses: JObject<'local>,
    prefix: JObject<'local>,
) -> JByteArray<'local> {
    enter(env, |env| {
        let mut buffers = Buffers::default();
        let numbers = buffers.input(env, &numbers, "claims")?;
        let hashes = buffers.input(env, &hashes, "hashes")?;
        let signatures = buffers.input(env, &signatures, "signatures")?;
        let keys = buffers.input(env, &keys, "keys")?;
        let addresses = buffers.input(env, &addresses, "addresses")?;
        let prefix = buffers.input(env, &prefix, "prefix")?;
        let claims = claims(&numbers).map_err(|i| Failure {
            kind: Kind::Argument,
            message: format!("claims: number {i} is {}, no claim", numbers[i]),
            argument: Some("claims"),
            index: Some(i),
        })?;
        let count = claims.len();
        let has_keys = !keys.is_empty() || claims.iter().any(|claim| claim.has_key());
        let has_addresses = !addresses.is_empty() || claims.iter().any(|claim| claim.has_address());
        let list = List {
            claims: &claims,
            hashes: items_like::<32>(&hashes, "hashes", count, "claims")?,
            signatures: items_like::<65>(&signatures, "signatures", count, "claims")?,
            keys: if has_keys { items_like::<65>(&keys, "keys", count, "claims")? } else { &[] },
            addresses: if has_addresses {
                items_like::<20>(&addresses, "addresses", count, "claims")?
            } else {
                &[]
            },
            prefix: &prefix,
        };
        let mut results = vec![Item::Invalid as u8; count];
        list.verify(&mut results);
        new_array(env, &results)
    })
}

#[cfg(test)]
mod tests {
    use vorpal_bindings::mixed::Claim;

    /// The claims of Java have these numbers in their order: see `io.vorpal.secp256k1.Claim`.
    #[test]
    fn java_has_the_claims_in_their_order() {
        let text = include_str!("../../vorpal/src/main/java/io/vorpal/secp256k1/Claim.java");
        let names = ["SECP256K1,", "P256,", "SECP256K1_SIGNER,", "P256_SIGNER"];
        let all = [Claim::Secp256k1, Claim::P256, Claim::Secp256k1Signer, Claim::P256Signer];
        let places = names.map(|name| text.find(&format!("\n    {name}")).unwrap());
        assert!(places.is_sorted());
        assert_eq!(all.map(|claim| claim as usize), [0, 1, 2, 3]);
    }
}
