//! Hashing to BLS12-381, and maps of field elements to points.

use std::ptr;

use blst::*;
use contender::{Contender, HashToG2, map_to_curve};

use crate::fields::{base, written};
use crate::{g2, sums};

fn hash_to_g2(message: &[u8], tag: &[u8]) -> blst_p2_affine {
    // SAFETY: reads the message and the tag, writes a whole point.
    let point: blst_p2 = unsafe {
        written(|out| {
            let (message, length) = (message.as_ptr(), message.len());
            blst_hash_to_g2(out, message, length, tag.as_ptr(), tag.len(), ptr::null(), 0);
        })
    };
    // SAFETY: reads a whole point, writes a whole point.
    unsafe { written(|out| blst_p2_to_affine(out, &point)) }
}

pub(crate) fn register(contender: &mut Contender) {
    HashToG2::new(contender, g2::encode_affine)
        .single("blst_hash_to_g2, blst_p2_to_affine (constant time)", hash_to_g2);
    map_to_curve(contender, "bls12_381_g1", |element| {
        let element = base(element)?;
        // SAFETY: reads a whole element, writes a whole point. A null pointer stands for no second element.
        Some(sums::encode(&unsafe { written(|out| blst_map_to_g1(out, &element, ptr::null())) }))
    });
    map_to_curve(contender, "bls12_381_g2", |element| {
        let element = g2::quadratic(element)?;
        // SAFETY: as above.
        Some(g2::encode(&unsafe { written(|out| blst_map_to_g2(out, &element, ptr::null())) }))
    });
}
