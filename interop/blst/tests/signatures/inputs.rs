//! Inputs of both crates.

/// A generator of numbers: SplitMix64 (G. Steele, D. Lea, C. Flood, 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    pub(crate) fn bytes(&mut self, number: usize) -> Vec<u8> {
        (0..number).map(|_| self.word().to_le_bytes()[0]).collect()
    }
}

/// The modulus of the base field, most significant byte first.
pub(crate) const MODULUS: [u8; 48] = [
    0x1a, 0x01, 0x11, 0xea, 0x39, 0x7f, 0xe6, 0x9a, 0x4b, 0x1b, 0xa7, 0xb6, 0x43, 0x4b, 0xac, 0xd7, 0x64,
    0x77, 0x4b, 0x84, 0xf3, 0x85, 0x12, 0xbf, 0x67, 0x30, 0xd2, 0xa0, 0xf6, 0xb0, 0xf6, 0x24, 0x1e, 0xab,
    0xff, 0xfe, 0xb1, 0x53, 0xff, 0xff, 0xb9, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xaa, 0xab,
];

/// The group order, least significant byte first.
pub(crate) const ORDER: [u8; 32] = [
    0x01, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xfe, 0x5b, 0xfe, 0xff, 0x02, 0xa4, 0xbd, 0x53, 0x05,
    0xd8, 0xa1, 0x09, 0x08, 0xd8, 0x39, 0x33, 0x48, 0x7d, 0x9d, 0x29, 0x53, 0xa7, 0xed, 0x73,
];

/// Coordinates that are special: small, around the modulus, all bits.
pub(crate) fn coordinates() -> Vec<[u8; 48]> {
    let mut coordinates: Vec<[u8; 48]> = (0..12)
        .map(|small| {
            let mut coordinate = [0; 48];
            coordinate[47] = small;
            coordinate
        })
        .collect();
    for difference in [-2i16, -1, 0, 1, 2] {
        let mut coordinate = MODULUS;
        let last = i16::from(coordinate[47]) + difference;
        coordinate[47] = u8::try_from(last).unwrap();
        coordinates.push(coordinate);
    }
    let mut most = [0xff; 48];
    most[0] = 0x1f;
    coordinates.push(most);
    coordinates
}

/// A point of G1's curve outside the subgroup.
pub(crate) fn outside_g1() -> [u8; 48] {
    let outside = (1..=255).find_map(|x| {
        let mut bytes = [0; 48];
        (bytes[0], bytes[47]) = (0x80, x);
        let key = blst::min_pk::PublicKey::from_bytes(&bytes).ok()?;
        key.validate().is_err().then_some(bytes)
    });
    outside.unwrap()
}

/// A point of G2's curve outside the subgroup.
pub(crate) fn outside_g2() -> [u8; 96] {
    let outside = (1..=255).find_map(|x| {
        let mut bytes = [0; 96];
        (bytes[0], bytes[95]) = (0x80, x);
        let key = blst::min_sig::PublicKey::from_bytes(&bytes).ok()?;
        key.validate().is_err().then_some(bytes)
    });
    outside.unwrap()
}

/// Encodings that are valid, and that are not: of points with coordinates of 48 bytes (G1) or 96 bytes (G2).
pub(crate) fn encodings(width: usize, valid: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut encodings: Vec<Vec<u8>> = valid.to_vec();
    let outside = if width == 48 { outside_g1().to_vec() } else { outside_g2().to_vec() };
    encodings.push(outside);
    // All special coordinates, in either half.
    for coordinate in coordinates() {
        for first in [0, width - 48] {
            let mut compressed = vec![0; width];
            compressed[first..first + 48].copy_from_slice(&coordinate);
            encodings.push(compressed.clone());
            for y in [vec![0; width], vec![1; width], compressed.clone()] {
                encodings.push([compressed.clone(), y].concat());
            }
        }
    }
    // A valid point with a special y.
    for coordinate in coordinates() {
        for first in [width, 2 * width - 48] {
            let mut encoding = valid.iter().find(|encoding| encoding.len() == 2 * width).unwrap().clone();
            encoding[first..first + 48].copy_from_slice(&coordinate);
            encodings.push(encoding);
        }
    }
    // Infinity with a bit.
    for length in [width, 2 * width] {
        for bit in [0, 5, 8 * width - 1, 8 * length - 1] {
            let mut infinity = vec![0; length];
            infinity[bit / 8] |= 1 << (bit % 8);
            encodings.push(infinity);
        }
        encodings.push(vec![0; length]);
        encodings.push(vec![0xff; length]);
    }
    let mut random = Random(7);
    for _ in 0..24 {
        let mut bytes = random.bytes(width);
        bytes[0] &= 0x0f;
        encodings.push(bytes);
    }
    // All flags of all of them.
    let all_flags = encodings.iter().flat_map(|encoding| {
        (0..8u8).map(|flags| {
            let mut encoding = encoding.clone();
            encoding[0] = encoding[0] & 0x1f | flags << 5;
            encoding
        })
    });
    let mut all: Vec<Vec<u8>> = all_flags.collect();
    for length in [0, 1, 31, 32, 47, 49, 95, 97, 191, 193, 200] {
        for first in [0, 0x80, 0xc0] {
            let mut bytes = vec![0; length];
            if let Some(byte) = bytes.first_mut() {
                *byte = first;
            }
            all.push(bytes);
        }
    }
    all
}
