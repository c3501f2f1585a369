//! Decoding, the group, and sums of any points.

use contender::{Contender, Group, block};
use vorpal::curves::bandersnatch::{AffineBanderwagon, Banderwagon};
use vorpal::fields::primes::BandersnatchScalar;
use vorpal::msm::group_msm_vartime;

use crate::fields::{decode, encode};

pub(crate) fn element(bytes: &[u8]) -> Option<Banderwagon> {
    Banderwagon::decode(bytes).ok()
}

fn affine(bytes: &[u8]) -> Option<AffineBanderwagon> {
    element(bytes).map(|element| element.to_affine())
}

pub(crate) fn encoding(element: &Banderwagon) -> Vec<u8> {
    element.encode().to_vec()
}

fn mapped(element: Option<Banderwagon>) -> Vec<u8> {
    element.map_or_else(Vec::new, |element| encode(&element.map_to_scalar_field()))
}

pub(crate) fn register(contender: &mut Contender) {
    contender.offer("decode.banderwagon.single", "Banderwagon::decode", |input| {
        Ok(block::single(input.arrays::<32>(0)?, mapped, |bytes| element(bytes)))
    });
    contender.offer("decode.banderwagon.batch1000", "Banderwagon::decode_batch", |input| {
        let decode = |encodings: &[[u8; 32]]| Banderwagon::decode_batch(encodings);
        Ok(block::batches(input.arrays::<32>(0)?, 1000, |element| mapped(element.ok()), decode))
    });
    contender
        .operation("banderwagon.decode", |arguments| Some(mapped(Some(element(&arguments.first()?.0)?))));
    let sum = |points: &[AffineBanderwagon], scalars: &[BandersnatchScalar], _| {
        group_msm_vartime::<Banderwagon>(points, scalars).expect("as many points as scalars")
    };
    Group::new(contender, "banderwagon", element, encoding, decode::<BandersnatchScalar>)
        .operations(
            |a, b| *a + *b,
            vorpal::curves::Group::double,
            |a| -*a,
            vorpal::curves::Group::mul_vartime,
        )
        .msm("msm_vartime", &[10, 14], affine, sum);
}
