//! Banderwagon: decoding, group operations, and sums of any points.

use contender::{Contender, Input, Prepared, Refusal, rows};
use vorpal::curves::bandersnatch::encoding::BANDERWAGON;
use vorpal::curves::bandersnatch::{AffineBanderwagon, Banderwagon};
use vorpal::curves::{Group, PointFormat};
use vorpal::fields::primes::BandersnatchScalar;
use vorpal::msm::group_msm_vartime;

use crate::fields::{decode, encode};

pub(crate) fn element(bytes: &[u8]) -> Option<Banderwagon> {
    Banderwagon::decode(bytes.as_array()?).ok()
}

fn affine(bytes: &[u8]) -> Option<AffineBanderwagon> {
    element(bytes).map(|element| element.to_affine())
}

pub(crate) fn encoding(element: &Banderwagon) -> Vec<u8> {
    element.encode().to_vec()
}

/// The doubles of the points in a column. Their `Z` is not 1, like that of computed sums.
fn doubles(input: &Input, column: usize) -> Result<Vec<Banderwagon>, Refusal> {
    let points = input.decode(column, "a point", element)?;
    Ok(points.iter().map(Group::double).collect())
}

fn mapped(element: Option<Banderwagon>) -> Vec<u8> {
    element.map_or_else(Vec::new, |element| encode(&element.map_to_scalar_field()))
}

pub(crate) fn register(contender: &mut Contender) {
    contender.offer("decode.banderwagon.single", "Banderwagon::decode", |input| {
        Ok(rows::single(input.arrays::<32>(0)?, mapped, |bytes| element(bytes)))
    });
    contender.offer("decode.banderwagon.batch1000", "BANDERWAGON.decode_batch", |input| {
        let decode = |encodings: &[[u8; 32]]| BANDERWAGON.decode_batch(encodings);
        Ok(rows::batches(
            input.arrays::<32>(0)?,
            1000,
            |element| mapped(element.ok().map(Banderwagon::from)),
            decode,
        ))
    });
    contender.offer("banderwagon.add.latency", "Banderwagon + Banderwagon", |input| {
        let [mut sum] = doubles(input, 0)?[..] else {
            return Err(Refusal("column 0 has no single row".to_owned()));
        };
        let terms = doubles(input, 1)?;
        let mut pass = move || {
            for term in &terms {
                sum += *term;
            }
            sum
        };
        let (items, result) = (input.column(1)?.len(), encoding(&pass()));
        Ok(Prepared::new(items, [result], move |iterations| {
            for _ in 0..iterations {
                std::hint::black_box(pass());
            }
        }))
    });
    contender.offer("banderwagon.map.single", "Banderwagon::map_to_scalar_field", |input| {
        let map = |point: &Banderwagon| point.map_to_scalar_field();
        Ok(rows::single(doubles(input, 0)?, |scalar| encode(&scalar), map))
    });
    contender.offer("banderwagon.map.batch1000", "Banderwagon::map_to_scalar_field_batch", |input| {
        let map = |points: &[Banderwagon]| Banderwagon::map_to_scalar_field_batch(points);
        Ok(rows::batches(doubles(input, 0)?, 1000, |scalar| encode(&scalar), map))
    });
    contender
        .operation("banderwagon.decode", |arguments| Some(mapped(Some(element(&arguments.first()?.0)?))));
    let sum = |points: &[AffineBanderwagon], scalars: &[BandersnatchScalar], _| {
        group_msm_vartime::<Banderwagon>(points, scalars).expect("as many points as scalars")
    };
    contender::Group::new(contender, "banderwagon", element, encoding, decode::<BandersnatchScalar>)
        .operations(|a, b| *a + *b, Group::double, |a| -*a, Group::mul_vartime)
        .msm("msm_vartime", &[10, 14], affine, sum);
}
