use crate::{Link, RootTables};

/// A prime modulus of `N` limbs. An implementation consists of these constants and no arithmetic.
///
/// ```
/// use vorpal_fields::{Fe, Modulus, hex};
///
/// /// The prime 2^255 - 19.
/// struct Ed25519Base;
/// impl Modulus<4> for Ed25519Base {
///     const NAME: &'static str = "Ed25519Base";
///     const P: [u64; 4] = hex("0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed");
///     const GENERATOR: u64 = 2;
///     type Bytes = [u8; 32];
/// }
/// let two = Fe::<Ed25519Base, 4>::from(2);
/// assert_eq!(two.legendre(), -1);
/// ```
pub trait Modulus<const N: usize>: 'static {
    /// The name that `Debug` prints before a value.
    const NAME: &'static str;

    /// The odd prime `p`, least significant limb first. Primality is not checked at compile time; the shared test suite
    /// checks it.
    const P: [u64; N];

    /// The smallest generator of the multiplicative group. Square roots rely on its being a non-square.
    const GENERATOR: u64;

    /// `[u8; 8 * N]`, which stable Rust cannot derive from `N`. Another length does not build:
    ///
    /// ```compile_fail,E0080
    /// # use vorpal_fields::{Fe, Modulus};
    /// struct Short;
    /// impl Modulus<1> for Short {
    ///     const NAME: &'static str = "Short";
    ///     const P: [u64; 1] = [97];
    ///     const GENERATOR: u64 = 5;
    ///     type Bytes = [u8; 7];
    /// }
    /// let one = Fe::<Short, 1>::ONE;
    /// ```
    type Bytes: ByteArray;

    /// A chain for `(t - 1) / 2`, where `p - 1 = 2^s t` with odd `t`: the exponent of the first step of square roots.
    /// Without links, that power is computed with windows of four bits; `lab/chains` finds shorter chains. A chain with
    /// another exponent, with more than 192 links, or with more than 16 values to keep does not build.
    const ROOT_CHAIN: &'static [Link] = &[];

    /// The maximal width, in bits, of the windows of discrete logarithms in square roots; at most 16. With `k` windows
    /// of `w` bits the tables have slightly less than `(2 k - 1) 2^w` elements (`Fe::root_table_bytes` is exact). Wider
    /// windows save multiplications as long as the tables fit the processor's caches. Logarithms with more than eight
    /// windows have no tables: then roots are by Tonelli and Shanks.
    const ROOT_WINDOW: u32 = 11;

    /// The `static` with those tables, if the prime has one:
    ///
    /// ```
    /// # use vorpal_fields::{Fe, Modulus, RootTables};
    /// struct F97;
    /// static TABLES: RootTables<F97, 1> = RootTables::new();
    /// impl Modulus<1> for F97 {
    ///     const NAME: &'static str = "F97";
    ///     const P: [u64; 1] = [97];
    ///     const GENERATOR: u64 = 5;
    ///     type Bytes = [u8; 8];
    ///     fn root_tables() -> Option<&'static RootTables<Self, 1>> {
    ///         Some(&TABLES)
    ///     }
    /// }
    /// assert_eq!(Fe::<F97, 1>::from(2).sqrt_vartime().map(|root| root.square()), Some(Fe::from(2)));
    /// ```
    fn root_tables() -> Option<&'static RootTables<Self, N>>
    where
        Self: Sized,
    {
        None
    }
}

/// `[u8; B]` for any `B`: the encoding of an element.
pub trait ByteArray:
    AsRef<[u8]> + AsMut<[u8]> + Copy + Eq + core::fmt::Debug + Send + Sync + 'static
{
    /// All bytes zero.
    const ZERO: Self;
}

impl<const B: usize> ByteArray for [u8; B] {
    const ZERO: Self = [0; B];
}
