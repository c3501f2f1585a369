//! Transcripts: comparison with the published challenges of go-ipa and rust-verkle.

use vorpal_ipa::{Commitment, Scalar, Transcript};
use vorpal_oracle::data;

fn simple(append: impl FnOnce(&mut Transcript)) -> Vec<u8> {
    let mut transcript = Transcript::new(b"simple_protocol");
    append(&mut transcript);
    transcript.challenge(b"simple_challenge").to_le_bytes().to_vec()
}

#[test]
fn published_challenges() {
    assert_eq!(
        simple(|_| ()),
        data::bytes("c2aa02607cbdf5595f00ee0dd94a2bbff0bed6a2bf8452ada9011eadb538d003")
    );
    let five = Scalar::from(5);
    let scalars = simple(|transcript| {
        transcript.append_scalar(b"five", &five);
        transcript.append_scalar(b"five again", &five);
    });
    assert_eq!(scalars, data::bytes("498732b694a8ae1622d4a9347535be589e4aee6999ffc0181d13fe9e4d037b0b"));
    let separated = simple(|transcript| {
        transcript.append_scalar(b"-1", &-Scalar::ONE);
        transcript.append_label(b"separate me");
        transcript.append_scalar(b"-1 again", &-Scalar::ONE);
        transcript.append_label(b"separate me again");
        transcript.append_scalar(b"now 1", &Scalar::ONE);
    });
    assert_eq!(separated, data::bytes("14f59938e9e9b1389e74311a464f45d3d88d8ac96adf1c1129ac466de088d618"));
    let point = simple(|transcript| transcript.append_commitment(b"generator", &Commitment::generator()));
    assert_eq!(point, data::bytes("8c2dafe7c0aabfa9ed542bb2cbf0568399ae794fc44fdfd7dff6cc0e6144921c"));
}

#[test]
fn successive_challenges_differ() {
    let mut transcript = Transcript::new(b"simple_protocol");
    assert_eq!(transcript.last_challenge(), None);
    let challenges: Vec<Scalar> = (0..3).map(|_| transcript.challenge(b"x")).collect();
    assert_eq!(transcript.last_challenge(), Some(challenges[2]));
    assert!(
        challenges[0] != challenges[1] && challenges[1] != challenges[2] && challenges[0] != challenges[2]
    );
}
