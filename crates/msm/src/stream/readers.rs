//! Sums of points and scalars that are read as consecutive bytes.
//!
//! A point consists of `x` and `y`, a scalar of one integer. Each of these is canonical and little-endian, and has the
//! length of an element of its field. Infinity is all zeros. Records are consecutive, without header or separators.

use core::marker::PhantomData;
use std::io::Read;
use std::vec::Vec;

use vorpal_curves::models::weierstrass::{Affine, Jacobian, WeierstrassCurve};
use vorpal_fields::{EncodableField, Field, PrimeField};

use super::MsmStream;
use crate::integer::MsmScalar;
use crate::{Error, FormatError, Msm, ReadError};

/// The number of records that one task decodes.
const AT_ONCE: usize = 1024;

/// Decodes points of a curve from a reader. A point is `x` and `y`, both canonical and little-endian; infinity is all
/// zeros. Each point is checked to be on the curve, for 1M + 2S, after 2M for the conversion to Montgomery form.
///
/// ```
/// use vorpal_curves::PointFormat;
/// use vorpal_curves::bn254::{Affine, Bn254G1, encoding::ARKWORKS};
/// use vorpal_msm::PointReader;
/// let points = [Affine::IDENTITY, Affine::new(1.into(), 2.into())?];
/// // Except for the flag of infinity, these are the uncompressed encodings of arkworks.
/// let bytes = [[0; 64], ARKWORKS.encode_uncompressed(&points[1])].concat();
/// let mut reader = PointReader::<Bn254G1, _>::new(&bytes[..]);
/// assert_eq!(reader.next_points(10)?, points);
/// assert_eq!(reader.next_points(10)?, []);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PointReader<C, R> {
    reader: R,
    read: usize,
    curve: PhantomData<fn() -> C>,
}

impl<C: WeierstrassCurve<Base: PrimeField>, R: Read> PointReader<C, R> {
    /// A decoder of points from this reader.
    pub fn new(reader: R) -> Self {
        Self { reader, read: 0, curve: PhantomData }
    }

    /// Reads the next points: `most` of them, fewer only at the end of the reader.
    ///
    /// # Errors
    /// [`ReadError::Io`] if the reader fails; [`FormatError::NotCanonical`] and [`FormatError::NotOnCurve`] with the
    /// index of the point from the start of the reader; [`FormatError::Truncated`] if the reader ends within a point.
    pub fn next_points(&mut self, most: usize) -> Result<Vec<Affine<C>>, ReadError> {
        let coordinate = size_of::<<C::Base as EncodableField>::Bytes>();
        let decode = |bytes: &[u8], index| {
            let (x, y) = bytes.split_at(coordinate);
            let (Ok(x), Ok(y)) = (C::Base::from_le_bytes(x), C::Base::from_le_bytes(y)) else {
                return Err(FormatError::NotCanonical { index });
            };
            if x == C::Base::ZERO && y == C::Base::ZERO {
                return Ok(Affine::IDENTITY);
            }
            Affine::new(x, y).map_err(|_| FormatError::NotOnCurve { index })
        };
        next_records(&mut self.reader, &mut self.read, 2 * coordinate, most, decode)
    }
}

/// Decodes scalars of a curve from a reader of canonical integers in little-endian order.
///
/// ```
/// use vorpal_curves::bn254::Bn254G1;
/// use vorpal_fields::primes::Bn254Scalar as Scalar;
/// use vorpal_msm::ScalarReader;
/// let scalars = [Scalar::from(5), -Scalar::ONE];
/// let bytes = scalars.map(|scalar| scalar.to_le_bytes()).concat();
/// assert_eq!(ScalarReader::<Bn254G1, _>::new(&bytes[..]).next_scalars(10)?, scalars);
/// # Ok::<(), vorpal_msm::ReadError>(())
/// ```
#[derive(Debug)]
pub struct ScalarReader<C, R> {
    reader: R,
    read: usize,
    curve: PhantomData<fn() -> C>,
}

impl<C: WeierstrassCurve, R: Read> ScalarReader<C, R> {
    /// A decoder of scalars from this reader.
    pub fn new(reader: R) -> Self {
        Self { reader, read: 0, curve: PhantomData }
    }

    /// Reads the next scalars: `most` of them, fewer only at the end of the reader.
    ///
    /// # Errors
    /// [`ReadError::Io`] if the reader fails; [`FormatError::NotCanonical`] with the index of the scalar from the start
    /// of the reader; [`FormatError::Truncated`] if the reader ends within a scalar.
    pub fn next_scalars(&mut self, most: usize) -> Result<Vec<C::Scalar>, ReadError> {
        let length = size_of::<<C::Scalar as EncodableField>::Bytes>();
        let decode = |bytes: &[u8], index| {
            C::Scalar::from_le_bytes(bytes).map_err(|_| FormatError::NotCanonical { index })
        };
        next_records(&mut self.reader, &mut self.read, length, most, decode)
    }
}

/// Computes `sum of scalars[i] points[i]` for points and scalars from readers, within the memory limit of `msm`. See
/// [`MsmStream`], [`PointReader`] and [`ScalarReader`].
///
/// # Errors
/// [`Error::Lengths`] with the numbers of records read, if one reader ends before the other; the errors of the readers
/// and of [`Msm::msm_vartime`].
pub fn msm_of_readers_vartime<C>(
    msm: Msm<'_>,
    points: impl Read,
    scalars: impl Read,
) -> Result<Jacobian<C>, ReadError>
where
    C: WeierstrassCurve<Base: PrimeField, Scalar: MsmScalar<C>>,
{
    let mut stream = MsmStream::new(msm);
    let (mut points, mut scalars) = (PointReader::<C, _>::new(points), ScalarReader::<C, _>::new(scalars));
    loop {
        let some = points.next_points(stream.chunk())?;
        let as_many = scalars.next_scalars(stream.chunk())?;
        if some.len() != as_many.len() {
            return Err(Error::Lengths { points: points.read, scalars: scalars.read }.into());
        }
        if some.is_empty() {
            return Ok(stream.finish()?);
        }
        stream.push(&some, &as_many)?;
    }
}

/// Reads and decodes at most `most` records of `length` bytes. `read` counts the records read so far.
fn next_records<T: Send>(
    reader: &mut impl Read,
    read: &mut usize,
    length: usize,
    most: usize,
    decode: impl Fn(&[u8], usize) -> Result<T, FormatError> + Sync + Send,
) -> Result<Vec<T>, ReadError> {
    let limit = most.min(usize::MAX / length) * length;
    let mut bytes = Vec::new();
    // If the allocation fails, the buffer grows while it is filled.
    let _ = bytes.try_reserve_exact(limit);
    let filled = reader.take(limit as u64).read_to_end(&mut bytes)?;
    let records = &bytes[..];
    if !filled.is_multiple_of(length) {
        let needed = (*read * length).saturating_add(filled.next_multiple_of(length));
        return Err(FormatError::Truncated { needed, found: *read * length + filled }.into());
    }
    let parts: Vec<(usize, &[u8])> =
        (*read..).step_by(AT_ONCE).zip(records.chunks(AT_ONCE * length)).collect();
    let decoded = vorpal_threads::map(&parts, |(first, part)| {
        part.chunks_exact(length).zip(*first..).map(|(record, index)| decode(record, index)).collect()
    });
    let mut all = Vec::with_capacity(filled / length);
    for part in decoded {
        let part: Result<Vec<T>, FormatError> = part;
        all.extend(part?);
    }
    *read += all.len();
    Ok(all)
}
