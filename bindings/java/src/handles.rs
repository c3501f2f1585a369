//! The values that Java objects name by a number.
//!
//! A number that was closed, or never given, is an error instead of a wrong address. A call holds the value until its
//! end, so another thread may close the number meanwhile. A look-up takes a shared lock and one hash.

use std::any::Any;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use jni::sys::jlong;

use crate::error::{Failure, Kind};

#[derive(Default)]
struct Handles {
    last: jlong,
    values: HashMap<jlong, Arc<dyn Any + Send + Sync>, BuildHasherDefault<Product>>,
}

/// The hash of a number is its product with an odd constant. Nobody chooses the keys: numbers count from one.
#[derive(Default)]
struct Product(u64);

impl Hasher for Product {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64((*byte).into()));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_i64(&mut self, number: i64) {
        self.write_u64(number.cast_unsigned());
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

static HANDLES: LazyLock<RwLock<Handles>> = LazyLock::new(RwLock::default);

/// Keeps a value until its number is closed. Numbers are positive, and no number comes twice.
pub(crate) fn keep<T: Any + Send + Sync>(value: T) -> jlong {
    let mut handles = HANDLES.write().unwrap_or_else(PoisonError::into_inner);
    handles.last += 1;
    let number = handles.last;
    handles.values.insert(number, Arc::new(value));
    number
}

/// The value of a number. `name` is the class of the Java object.
pub(crate) fn get<T: Any + Send + Sync>(number: jlong, name: &'static str) -> Result<Arc<T>, Failure> {
    let value = HANDLES.read().unwrap_or_else(PoisonError::into_inner).values.get(&number).cloned();
    let value = value.ok_or_else(|| Failure::new(Kind::Closed, format_args!("the {name} is closed")))?;
    value.downcast().map_err(|_| Failure::new(Kind::Internal, format_args!("{number} is no {name}")))
}

/// Forgets a number. The value is dropped when no call uses it, outside of the lock.
pub(crate) fn close(number: jlong) {
    let value = HANDLES.write().unwrap_or_else(PoisonError::into_inner).values.remove(&number);
    drop(value);
}

/// How many numbers are open.
pub(crate) fn open() -> jlong {
    let handles = HANDLES.read().unwrap_or_else(PoisonError::into_inner);
    jlong::try_from(handles.values.len()).unwrap_or(jlong::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_number_is_an_error_and_calls_keep_the_value() {
        let number = keep(5_u32);
        let value = get::<u32>(number, "Five").unwrap();
        assert_eq!(get::<u64>(number, "Six").unwrap_err().kind, Kind::Internal);
        close(number);
        close(number);
        assert_eq!(*value, 5);
        let failure = get::<u32>(number, "Five").unwrap_err();
        assert_eq!((failure.kind, &*failure.message), (Kind::Closed, "the Five is closed"));
        assert_ne!(keep(5_u32), number);
    }
}
