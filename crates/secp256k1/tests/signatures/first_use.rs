//! Test of concurrent first use of the generator's tables by all threads of a pool. It runs in a process of its own, so
//! that no other test builds the tables before.

use vorpal_oracle::process::this_program;
use vorpal_secp256k1::{
    SchnorrVerification, SecretKey, Verification, p256, verify_batch, verify_schnorr_batch,
};

#[test]
fn concurrent_first_use_of_the_tables_does_not_deadlock() {
    let test = "first_use::first_use_in_this_process";
    let output = this_program().args(["--exact", test, "--ignored"]).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
}

#[test]
#[ignore = "runs in a child process of the other test"]
fn first_use_in_this_process() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(8).build().unwrap();
    let verdicts = pool.broadcast(|thread| {
        let number = u8::try_from(thread.index() + 1).unwrap();
        let secret = SecretKey::from_be_bytes(&[number; 32]).unwrap();
        let (hash, message) = ([number; 32], [number; 5]);
        let signature = secret.sign(&hash).signature();
        let verification = Verification { hash, signature, key: secret.public_key() };
        let signature = secret.sign_schnorr(&message, &hash);
        let schnorr = SchnorrVerification { message: &message, signature, key: secret.x_only_public_key() };
        let mut verdicts = vec![secret.public_key().verify(&hash, &verification.signature)];
        verdicts.extend(verify_batch(&[verification; 300]));
        verdicts.extend(verify_schnorr_batch(&[schnorr; 300]));
        let secret = p256::SecretKey::from_be_bytes(&[number; 32]).unwrap();
        let (signature, key) = (secret.sign(&hash), secret.public_key());
        verdicts.push(key.verify(&hash, &signature));
        verdicts.extend(p256::verify_batch(&[p256::Verification { hash, signature, key }; 300]));
        verdicts
    });
    assert_eq!(verdicts.concat(), vec![true; 8 * 902]);
}
