//! Arguments from a fuzzer's bytes: blobs of few bytes, scalars and points of all kinds, valid and not.

use vorpal::curves::PointFormat;
use vorpal::curves::bls12_381::{Affine, encoding::ZCASH};
use vorpal::fields::primes::Bls12_381Scalar as Scalar;

use super::oracle::{Oracle, multiple};

/// The order of the field, most significant byte first.
const ORDER: [u8; 32] = *b"\x73\xed\xa7\x53\x29\x9d\x7d\x48\x33\x39\xd8\x08\x09\xa1\xd8\x05\
    \x53\xbd\xa4\x02\xff\xfe\x5b\xfe\xff\xff\xff\xff\x00\x00\x00\x01";

/// The bytes from the front; zeros after the end.
pub(super) struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub(super) fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    /// A number below `limit`.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        usize::from(u16::from_le_bytes([self.byte(), self.byte()])) % limit
    }

    fn take<const N: usize>(&mut self) -> [u8; N] {
        std::array::from_fn(|_| self.byte())
    }

    /// A scalar: small, large, random, a root of unity, or the number of the setup.
    pub(super) fn scalar(&mut self) -> Scalar {
        match self.byte() % 8 {
            0..=2 => Scalar::from(u64::from(self.byte())),
            3 => -Scalar::from(u64::from(self.byte())),
            4 => Scalar::from_be_bytes_reduced(&self.take::<32>()),
            5 => Oracle::get().root(self.below(8192)),
            6 => Oracle::get().secret,
            _ => Scalar::from_be_bytes_reduced(&self.take::<8>()).pow_vartime(&[5]),
        }
    }

    /// The bytes of a scalar, or other bytes, and the scalar if they are one.
    pub(super) fn encoded_scalar(&mut self) -> Encoded<Scalar> {
        match self.byte() % 16 {
            0 => Encoded::scalar(self.take::<32>().to_vec()),
            1 => {
                let mut bytes = ORDER;
                bytes[31] = bytes[31].wrapping_add(self.byte() % 8).wrapping_sub(4);
                Encoded::scalar(bytes.to_vec())
            }
            2 => Encoded { bytes: vec![0; self.below(70)], value: None }.of_length(32, Scalar::ZERO),
            _ => {
                let scalar = self.scalar();
                Encoded { bytes: scalar.to_be_bytes().to_vec(), value: Some(scalar) }
            }
        }
    }

    /// The bytes of a point, or other bytes, and its multiple of the generator.
    pub(super) fn encoded_point(&mut self) -> Encoded<Scalar> {
        match self.byte() % 16 {
            0 => {
                let mut bytes = self.take::<48>();
                bytes[0] |= 0x80;
                Encoded::unknown(bytes.to_vec())
            }
            1 => Encoded { bytes: vec![0xc0; self.below(100)], value: None },
            // On the curve, and with small abscissas often outside the subgroup.
            2 => {
                let mut bytes = [0; 48];
                (bytes[0], bytes[47]) = (0x80, self.byte());
                Encoded::unknown(bytes.to_vec())
            }
            3 => {
                let mut encoded = self.multiple();
                let (position, change) = (self.below(48), self.byte());
                encoded.bytes[position] ^= change;
                if change == 0 { encoded } else { encoded.after_change() }
            }
            _ => self.multiple(),
        }
    }

    fn multiple(&mut self) -> Encoded<Scalar> {
        let scalar = self.scalar();
        Encoded::multiple(scalar)
    }

    /// A blob: random or constant values, then single ones. Sometimes of another length.
    pub(super) fn blob(&mut self) -> EncodedBlob {
        let kind = self.byte();
        let mut scalar = self.scalar();
        let mut bytes = scalar.to_be_bytes().repeat(4096);
        if kind & 1 == 1 {
            for part in bytes.chunks_exact_mut(32) {
                scalar = scalar.square() + Scalar::from(0x1234_5678_9abc_def1);
                part.copy_from_slice(&scalar.to_be_bytes());
            }
        }
        for _ in 0..(kind >> 1) % 8 {
            let position = self.below(4096);
            let encoded = self.encoded_scalar();
            if encoded.bytes.len() == 32 {
                bytes[32 * position..][..32].copy_from_slice(&encoded.bytes);
            }
        }
        match kind >> 4 {
            0 => bytes.truncate(self.below(4096)),
            1 => bytes.push(0),
            _ => {}
        }
        EncodedBlob::new(bytes)
    }
}

/// Bytes of an argument.
#[derive(Clone, Debug)]
pub(super) struct Encoded<T> {
    pub(super) bytes: Vec<u8>,
    /// What they encode; `None` if they are malformed, or encode a point that is no known multiple.
    pub(super) value: Option<T>,
}

impl Encoded<Scalar> {
    pub(super) fn scalar(bytes: Vec<u8>) -> Self {
        let value = (bytes[..] < ORDER[..]).then(|| Scalar::from_be_bytes_reduced(&bytes));
        Self { bytes, value }
    }

    fn of_length(self, length: usize, scalar: Scalar) -> Self {
        let value = (self.bytes.len() == length).then_some(scalar);
        Self { value, ..self }
    }

    pub(super) fn multiple(scalar: Scalar) -> Self {
        Self { bytes: multiple(&scalar).to_vec(), value: Some(scalar) }
    }

    fn unknown(bytes: Vec<u8>) -> Self {
        Self { bytes, value: None }
    }

    /// A changed point is the negative one, or no known multiple.
    fn after_change(self) -> Self {
        let negative = self.value.map(|scalar| -scalar);
        Self { value: negative.filter(|scalar| multiple(scalar)[..] == self.bytes), bytes: self.bytes }
    }

    /// Whether these are the bytes of a point of the subgroup.
    pub(super) fn is_point(&self) -> bool {
        self.value.is_some()
            || self.bytes.len() == 48
                && ZCASH.decode(&self.bytes).is_ok_and(|point: Affine| point.is_in_subgroup_vartime())
    }
}

/// Bytes of a blob.
#[derive(Clone, Debug)]
pub(super) struct EncodedBlob {
    pub(super) bytes: Vec<u8>,
    /// Its values; the position of the first that is not canonical; or nothing if the length is wrong.
    pub(super) values: Result<Vec<Scalar>, Option<usize>>,
}

impl EncodedBlob {
    pub(super) fn new(bytes: Vec<u8>) -> Self {
        let values = || {
            if bytes.len() != 131_072 {
                return Err(None);
            }
            let parts = bytes.chunks_exact(32);
            match parts.clone().position(|part| part >= &ORDER[..]) {
                Some(position) => Err(Some(position)),
                None => Ok(parts.map(Scalar::from_be_bytes_reduced).collect()),
            }
        };
        Self { values: values(), bytes }
    }

    pub(super) fn is_malformed(&self) -> bool {
        self.values.is_err()
    }
}

/// Inputs of all kinds, short ones: each is cut at every length by a test.
pub(super) fn seeds() -> Vec<(String, Vec<u8>)> {
    let counted = |step: u8, length: u8| -> Vec<u8> { (0..length).map(|i| i.wrapping_mul(step)).collect() };
    vec![
        ("zeros".to_string(), vec![0]),
        ("constant".to_string(), vec![0x20, 0, 7, 0x20, 0, 9]),
        ("random".to_string(), vec![0x21, 0, 7, 0x21, 3, 9, 4]),
        ("sparse".to_string(), vec![0x26, 0, 0, 5, 1, 9, 0, 3, 17, 9, 4, 1, 0, 7, 3]),
        ("not-canonical".to_string(), vec![0x22, 0, 1, 5, 0, 1, 4, 0x20]),
        ("counted".to_string(), counted(1, 24)),
        ("mixed".to_string(), counted(77, 24)),
    ]
}

/// What chance seldom makes: inputs of one target.
pub(super) fn seeds_of(target: &str) -> Vec<(String, Vec<u8>)> {
    let named = |name: &str, bytes: &[u8]| (name.to_string(), bytes.to_vec());
    match target {
        // The point is a root of unity at an even and at an odd place of the blob.
        "kzg_proofs" => vec![
            named("root-even", &[0, 0x21, 0, 7, 3, 5, 2, 0, 4, 0, 9]),
            named("root-odd", &[0, 0x21, 0, 7, 3, 5, 2, 16, 4, 0, 9]),
        ],
        // Two proofs are wrong, in both halves of the batch.
        "kzg_blobs" => vec![named("two-wrong", &[4, 0x20, 0, 7, 1, 4, 0, 9, 0x20, 0, 8, 1, 4, 0, 9])],
        // Three entries of two columns, the first and the last of one.
        "kzg_cell_batches" => {
            let entries = [5, 9, 5].map(|column| [9, column, 0, 7, 3, 0, 3, 0, 11, 4, 0, 13]);
            vec![named("columns", &[&[3], entries.as_flattened()].concat())]
        }
        // One of 65 cells is changed: one more than a blob has values.
        "kzg_recovery" => {
            let cells = [[0x57, 0].as_slice(), &[0x55, 0].repeat(15), &[0]].concat();
            vec![named("65-cells", &[&[0x21, 0, 7], &cells[..], &[1, 0, 5, 0, 31, 0, 1]].concat())]
        }
        _ => Vec::new(),
    }
}
