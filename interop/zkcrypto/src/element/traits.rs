//! The traits of `ff`, whose versions differ in random elements only. The invoking module has the version as `ff`.

/// Implements the traits for all elements; `$random` is the function for random elements.
macro_rules! prime_field {
    ({ $($random:tt)* }) => {
        impl<M: FieldParameters<N>, const N: usize> ff::Field for Element<M, N> {
            const ZERO: Self = Self::ZERO;
            const ONE: Self = Self::ONE;

            $($random)*

            #[inline(always)]
            fn is_zero(&self) -> Choice {
                self.0.is_zero()
            }
            #[inline(always)]
            fn is_zero_vartime(&self) -> bool {
                self.0.is_zero_vartime()
            }
            #[inline(always)]
            fn square(&self) -> Self {
                Self(self.0.square())
            }
            #[inline(always)]
            fn double(&self) -> Self {
                Self(self.0.double())
            }
            fn invert(&self) -> CtOption<Self> {
                self.0.invert().map(Self)
            }
            fn sqrt_ratio(numerator: &Self, denominator: &Self) -> (Choice, Self) {
                Self::root_of_ratio(numerator, denominator)
            }
            fn sqrt(&self) -> CtOption<Self> {
                self.0.sqrt().map(Self)
            }
            fn pow<S: AsRef<[u64]>>(&self, exponent: S) -> Self {
                Self(self.0.pow(exponent.as_ref()))
            }
            fn pow_vartime<S: AsRef<[u64]>>(&self, exponent: S) -> Self {
                Self(self.0.pow_vartime(exponent.as_ref()))
            }
        }

        /// Encodings are little-endian. `from_repr` shows by a branch whether an encoding is valid.
        impl<M: FieldParameters<N>, const N: usize> ff::PrimeField for Element<M, N> {
            type Repr = Repr<M::Bytes>;

            const MODULUS: &'static str = M::HEXADECIMAL;
            const NUM_BITS: u32 = Self::NUM_BITS;
            const CAPACITY: u32 = Self::NUM_BITS - 1;
            const TWO_INV: Self = Self::TWO_INV;
            const MULTIPLICATIVE_GENERATOR: Self = Self::GENERATOR;
            const S: u32 = Fe::<M, N>::TWO_ADICITY;
            const ROOT_OF_UNITY: Self = Self::ROOT_OF_UNITY;
            const ROOT_OF_UNITY_INV: Self = Self::ROOT_OF_UNITY_INV;
            const DELTA: Self = Self::DELTA;

            fn from_u128(value: u128) -> Self {
                Self(Fe::from_le_bytes_reduced(&value.to_le_bytes()))
            }
            fn from_repr(repr: Self::Repr) -> CtOption<Self> {
                Self::decode(repr.as_ref())
            }
            fn to_repr(&self) -> Self::Repr {
                self.encode()
            }
            fn is_odd(&self) -> Choice {
                self.0.is_odd()
            }
        }

        impl<M: FieldParameters<N>, const N: usize> ff::WithSmallOrderMulGroup<3> for Element<M, N> {
            const ZETA: Self = Self::ZETA;
        }

        /// The residue of the bytes, least significant first. Fewer bits than those of the prime and 126 do not build.
        impl<M: FieldParameters<N>, const N: usize, const BYTES: usize> ff::FromUniformBytes<BYTES> for Element<M, N> {
            fn from_uniform_bytes(bytes: &[u8; BYTES]) -> Self {
                Self::from_uniform(bytes)
            }
        }

        impl<M: FieldParameters<N>, const N: usize> ff::PrimeFieldBits for Element<M, N> {
            type ReprBits = [u64; N];

            fn to_le_bits(&self) -> ff::FieldBits<[u64; N]> {
                self.0.to_limbs().into()
            }
            fn char_le_bits() -> ff::FieldBits<[u64; N]> {
                M::P.into()
            }
        }
    };
}
