//! Domains of transforms for arkworks' polynomials.

use alloc::vec::Vec;
use core::fmt;

use ark_ff::FftField;
use ark_poly::domain::DomainCoeff;
use ark_poly::domain::radix2::Elements;
use ark_poly::{EvaluationDomain, Radix2EvaluationDomain};
use ark_serialize::{
    CanonicalDeserialize, CanonicalSerialize, Compress, Read, SerializationError, Valid, Validate, Write,
};
use vorpal_fields::PrimeField;
use vorpal_ntt::Order;

#[cfg(feature = "std")]
use super::tables::with_domain;
use crate::convert::{Counterpart, into_arkworks, into_vorpal};

/// The domain with the points of arkworks' `Radix2EvaluationDomain`, in the same order, with Vorpal's transforms.
///
/// It is an `EvaluationDomain`, so ark-poly's types take it. **Transforms of field elements are Vorpal's where the type
/// of the domain is known**: [`fft`](Self::fft), [`ifft`](Self::ifft), [`fft_in_place`](Self::fft_in_place) and
/// [`ifft_in_place`](Self::ifft_in_place) are methods of the type, which take precedence over those of the trait. The
/// trait's own transforms accept any group, and safe code cannot see whether that is the field; they are arkworks'.
/// Results are the same.
///
/// The tables of a domain are built by its first transform and kept for the next ones: see
/// [`forget_tables`](super::forget_tables). Without the feature `std` every transform builds them. With the feature
/// `parallel` transforms run on the caller's rayon pool.
///
/// ```
/// # #[cfg(feature = "bn254")] {
/// use ark_bn254::Fr;
/// use ark_ff::FftField;
/// use ark_poly::{DenseUVPolynomial, EvaluationDomain, Evaluations, Polynomial, Radix2EvaluationDomain};
/// use ark_poly::univariate::DensePolynomial;
/// use vorpal_arkworks::functions::Domain;
///
/// let domain = Domain::<Fr>::new(4).unwrap();
/// let coefficients = [1, 2, 3].map(Fr::from);
/// let values = domain.fft(&coefficients);
/// assert_eq!(values, Radix2EvaluationDomain::<Fr>::new(4).unwrap().fft(&coefficients));
/// assert_eq!(domain.ifft(&values)[..3], coefficients);
///
/// let polynomial = DensePolynomial::from_coefficients_slice(&coefficients);
/// let coset = domain.get_coset(Fr::GENERATOR).unwrap();
/// assert_eq!(coset.fft(&coefficients)[1], polynomial.evaluate(&coset.element(1)));
/// assert_eq!(Evaluations::from_vec_and_domain(values, domain).interpolate(), polynomial);
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Domain<F: FftField> {
    parameters: Radix2EvaluationDomain<F>,
}

impl<F: FftField> fmt::Debug for Domain<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Domain of {} points", self.parameters.size)
    }
}

/// Transforms of field elements by Vorpal.
impl<F: FftField + Counterpart<Vorpal: PrimeField>> Domain<F> {
    /// The values at the points. Missing coefficients are zero; those from the size on are ignored.
    pub fn fft(&self, coefficients: &[F]) -> Vec<F> {
        let mut values = self.resized(coefficients);
        self.fft_in_place(&mut values);
        values
    }

    /// The coefficients of the polynomial with these values. Missing values are zero; those from the size on are
    /// ignored.
    pub fn ifft(&self, values: &[F]) -> Vec<F> {
        let mut coefficients = self.resized(values);
        self.ifft_in_place(&mut coefficients);
        coefficients
    }

    /// Replaces coefficients by the values, as [`fft`](Self::fft). Nothing is copied.
    pub fn fft_in_place(&self, coefficients: &mut Vec<F>) {
        let transformed = self.transform(coefficients, |domain, values| {
            #[cfg(feature = "parallel")]
            return domain.evaluate_parallel(values, Order::Natural);
            #[cfg(not(feature = "parallel"))]
            domain.evaluate(values, Order::Natural)
        });
        if !transformed {
            self.parameters.fft_in_place(coefficients);
        }
    }

    /// Replaces values by the coefficients, as [`ifft`](Self::ifft). Nothing is copied.
    pub fn ifft_in_place(&self, values: &mut Vec<F>) {
        let transformed = self.transform(values, |domain, values| {
            #[cfg(feature = "parallel")]
            return domain.interpolate_parallel(values, Order::Natural);
            #[cfg(not(feature = "parallel"))]
            domain.interpolate(values, Order::Natural)
        });
        if !transformed {
            self.parameters.ifft_in_place(values);
        }
    }

    /// A copy with as many elements as points.
    fn resized(&self, elements: &[F]) -> Vec<F> {
        let size = self.parameters.size();
        let mut resized = Vec::with_capacity(size);
        resized.extend_from_slice(&elements[..elements.len().min(size)]);
        resized
    }

    /// Transforms the values, resized to the size. Returns whether Vorpal has the domain.
    fn transform(
        &self,
        values: &mut Vec<F>,
        transform: impl FnOnce(&vorpal_ntt::Domain<F::Vorpal>, &mut [F::Vorpal]) -> Result<(), vorpal_ntt::Error>,
    ) -> bool {
        values.resize(self.parameters.size(), F::ZERO);
        self.with_tables(|domain| {
            let mut elements = into_vorpal(core::mem::take(values));
            let result = transform(domain, &mut elements);
            *values = into_arkworks(elements);
            result.is_ok()
        })
        .unwrap_or(false)
    }

    /// Calls the function with Vorpal's domain. `None` if the points differ: a field of arkworks may have roots of
    /// unity of another generator than the smallest one, as the scalars of P-256.
    fn with_tables<T>(&self, function: impl FnOnce(&vorpal_ntt::Domain<F::Vorpal>) -> T) -> Option<T> {
        let (size, shift) = (self.parameters.size(), self.parameters.offset.to_vorpal());
        let function = |domain: &vorpal_ntt::Domain<F::Vorpal>| {
            (F::from_vorpal(&domain.root()) == self.parameters.group_gen).then(|| function(domain))
        };
        with_domain(size, shift, function).flatten()
    }
}

/// Calls the function with the domain of this size and shift. `None` if the field has no such domain.
#[cfg(not(feature = "std"))]
fn with_domain<F: PrimeField, T>(
    size: usize,
    shift: F,
    function: impl FnOnce(&vorpal_ntt::Domain<F>) -> T,
) -> Option<T> {
    vorpal_ntt::Domain::coset(size, shift).ok().as_ref().map(function)
}

impl<F: FftField + Counterpart<Vorpal: PrimeField>> EvaluationDomain<F> for Domain<F> {
    type Elements = Elements<F>;

    fn new(num_coeffs: usize) -> Option<Self> {
        let size = Self::compute_size_of_domain(num_coeffs)?;
        Radix2EvaluationDomain::new(size).map(|parameters| Self { parameters })
    }

    fn get_coset(&self, offset: F) -> Option<Self> {
        self.parameters.get_coset(offset).map(|parameters| Self { parameters })
    }

    fn compute_size_of_domain(num_coeffs: usize) -> Option<usize> {
        Radix2EvaluationDomain::<F>::compute_size_of_domain(num_coeffs)
    }

    fn size(&self) -> usize {
        self.parameters.size()
    }

    fn log_size_of_group(&self) -> u64 {
        self.parameters.log_size_of_group()
    }

    fn size_inv(&self) -> F {
        self.parameters.size_inv
    }

    fn group_gen(&self) -> F {
        self.parameters.group_gen
    }

    fn group_gen_inv(&self) -> F {
        self.parameters.group_gen_inv
    }

    fn coset_offset(&self) -> F {
        self.parameters.offset
    }

    fn coset_offset_inv(&self) -> F {
        self.parameters.offset_inv
    }

    fn coset_offset_pow_size(&self) -> F {
        self.parameters.offset_pow_size
    }

    fn fft_in_place<T: DomainCoeff<F>>(&self, coeffs: &mut Vec<T>) {
        self.parameters.fft_in_place(coeffs);
    }

    fn ifft_in_place<T: DomainCoeff<F>>(&self, evals: &mut Vec<T>) {
        self.parameters.ifft_in_place(evals);
    }

    fn evaluate_all_lagrange_coefficients(&self, tau: F) -> Vec<F> {
        self.with_tables(|domain| into_arkworks(domain.lagrange_vartime(&tau.to_vorpal())))
            .unwrap_or_else(|| self.parameters.evaluate_all_lagrange_coefficients(tau))
    }

    fn elements(&self) -> Elements<F> {
        self.parameters.elements()
    }
}

/// The bytes of `Radix2EvaluationDomain`.
impl<F: FftField> CanonicalSerialize for Domain<F> {
    fn serialize_with_mode<W: Write>(&self, writer: W, compress: Compress) -> Result<(), SerializationError> {
        self.parameters.serialize_with_mode(writer, compress)
    }

    fn serialized_size(&self, compress: Compress) -> usize {
        self.parameters.serialized_size(compress)
    }
}

impl<F: FftField> Valid for Domain<F> {
    /// All parameters follow from the size and the offset.
    fn check(&self) -> Result<(), SerializationError> {
        let size = usize::try_from(self.parameters.size).map_err(|_| SerializationError::InvalidData)?;
        let expected = Radix2EvaluationDomain::<F>::compute_size_of_domain(size)
            .and_then(|size| Radix2EvaluationDomain::new_coset(size, self.parameters.offset));
        if expected == Some(self.parameters) { Ok(()) } else { Err(SerializationError::InvalidData) }
    }
}

/// Every domain is checked, whatever the mode: transforms rely on it.
impl<F: FftField> CanonicalDeserialize for Domain<F> {
    fn deserialize_with_mode<R: Read>(
        reader: R,
        compress: Compress,
        _: Validate,
    ) -> Result<Self, SerializationError> {
        let domain = Self {
            parameters: Radix2EvaluationDomain::deserialize_with_mode(reader, compress, Validate::Yes)?,
        };
        domain.check()?;
        Ok(domain)
    }
}
