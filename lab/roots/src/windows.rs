//! Square roots by tables of logarithms, with windows of several widths. Each width is a modulus of its own, with the
//! same prime and chain as the library's.

use vorpal_fields::primes::{Bls12_381Scalar as F, Bls12_381ScalarModulus as Original};
use vorpal_fields::{Fe, Link, Modulus, RootTables};
use vorpal_limbs::count::{Counts, on_this_thread};

use crate::before;
use crate::method::{Method, add, time};

/// The largest widths of windows. The library has 11.
#[cfg(test)]
pub(crate) const WIDTHS: [u32; 8] = [4, 5, 6, 7, 8, 10, 11, 16];

/// The method with windows of at most `W` bits.
struct Width<const W: u32>;

macro_rules! widths {
    ($($width:literal)*) => {
        $(impl Modulus<4> for Width<$width> {
            const NAME: &'static str = "Bls12_381Scalar";
            const P: [u64; 4] = Original::P;
            const GENERATOR: u64 = Original::GENERATOR;
            type Bytes = [u8; 32];
            const ROOT_CHAIN: &'static [Link] = Original::ROOT_CHAIN;
            const ROOT_WINDOW: u32 = $width;

            fn root_tables() -> Option<&'static RootTables<Self, 4>> {
                static TABLES: RootTables<Width<$width>, 4> = RootTables::new();
                Some(&TABLES)
            }
        })*

        /// The methods of all widths.
        pub(crate) fn methods(squares: &[F]) -> impl Iterator<Item = Result<Method, String>> {
            let methods = [$(method::<Width<$width>> as fn(&[F]) -> Result<Method, String>,)*];
            methods.into_iter().map(move |method| method(squares))
        }
    };
}

widths!(4 5 6 7 8 10 11 16);

fn method<M: Modulus<4>>(squares: &[F]) -> Result<Method, String> {
    let name = format!("windows of at most {} bits", M::ROOT_WINDOW);
    let values: Vec<Fe<M, 4>> =
        squares.iter().filter_map(|value| Fe::from_le_bytes(value.to_le_bytes().as_ref()).ok()).collect();
    // The first root makes the tables.
    let _ = values.first().and_then(Fe::sqrt_vartime);
    let (mut all, mut power) = (Counts::default(), Counts::default());
    for (value, square) in values.iter().zip(squares) {
        let (root, counts) = on_this_thread(|| value.sqrt_vartime());
        add(&mut all, &counts);
        add(&mut power, &on_this_thread(|| before::power(square)).1);
        if root.map(|root| root.square()) != Some(*value) {
            return Err(format!("{name}: no root of {value:?}"));
        }
    }
    let rest = Counts {
        squarings: all.squarings - power.squarings,
        multiplications: all.multiplications - power.multiplications,
        ..Counts::default()
    };
    let ns = time(&values, Fe::sqrt_vartime);
    let bytes = Fe::<M, 4>::root_table_bytes();
    Ok(Method { name, bytes, power, test: Counts::default(), rest, ns })
}
