//! A contender for AWS-LC, by its crate aws-lc-rs: signatures on P-256. Its signatures are random, so it verifies only.

use aws_lc_rs::digest::{Digest, SHA256};
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED, ParsedPublicKey};
use contender::{Contender, Ecdsa};

#[global_allocator]
static ALLOCATOR: contender::CountingAllocator = contender::CountingAllocator;

/// A hash, a signature and a public key.
type Verification = (Digest, Vec<u8>, ParsedPublicKey);

fn verifying(hash: &[u8], r: &[u8], s: &[u8], public: &[u8]) -> Option<Verification> {
    let uncompressed = [&[4], public].concat();
    let key = ParsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, uncompressed).ok()?;
    Some((Digest::import_less_safe(hash, &SHA256).ok()?, [r, s].concat(), key))
}

fn verify((hash, signature, key): &Verification) -> bool {
    key.verify_digest_sig(hash, signature).is_ok()
}

/// `None` for an invalid key. Numbers out of range are no signature.
fn verdict(hash: &[u8], r: &[u8], s: &[u8], public: &[u8]) -> Option<bool> {
    verifying(hash, r, s, public).as_ref().map(verify)
}

fn main() {
    let mut contender = Contender::new("aws-lc", "aws-lc-rs 1.19.0");
    Ecdsa::p256(&mut contender).verify(
        "ParsedPublicKey::verify_digest_sig (variable time)",
        verifying,
        verify,
        verdict,
    );
    contender.serve();
}
