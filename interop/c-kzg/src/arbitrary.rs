//! Values from the bytes of a fuzzer; zeros where these end.

use arbitrary::{Arbitrary, Result, Unstructured};

use crate::{Blob, Bytes32, Bytes48, Cell};

macro_rules! arbitrary {
    ($($name:ident)*) => {$(
        impl Arbitrary<'_> for $name {
            fn arbitrary(unstructured: &mut Unstructured<'_>) -> Result<Self> {
                let mut value = Self::default();
                unstructured.fill_buffer(&mut value.bytes)?;
                Ok(value)
            }
        }
    )*};
}

arbitrary!(Blob Bytes32 Bytes48 Cell);
