//! Containers that always dereference to the same slice.

use alloc::boxed::Box;
use alloc::rc::Rc;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Deref;

/// A container of which every dereference gives the same slice, with the same elements, as long as the container is not
/// changed: `&[T]`, `Vec<T>`, `Box<[T]>`, `Rc<[T]>`, `Arc<[T]>`.
///
/// [`Subgroup`](super::Subgroup) checks points once and keeps their container. A type of the caller could give other
/// points after the check, so the trait is sealed, and such a type does not build:
///
/// ```compile_fail,E0277
/// use core::ops::Deref;
/// use vorpal_curves::bls12_381::Affine;
/// use vorpal_curves::models::weierstrass::Subgroup;
/// struct Alternating(core::cell::Cell<bool>, [Affine; 1], [Affine; 1]);
/// impl Deref for Alternating {
///     type Target = [Affine];
///     fn deref(&self) -> &[Affine] {
///         if self.0.replace(!self.0.get()) { &self.1 } else { &self.2 }
///     }
/// }
/// let points = Alternating(true.into(), [Affine::GENERATOR], [Affine::IDENTITY]);
/// let checked = Subgroup::new(points).is_ok();
/// ```
pub trait FixedSlice: Deref + sealed::Sealed {}

mod sealed {
    /// Prevents implementations outside this crate.
    pub trait Sealed {}
}

macro_rules! fixed {
    ($($container:ty),*) => {$(
        impl<T> sealed::Sealed for $container {}
        impl<T> FixedSlice for $container {}
    )*};
}

fixed! { &[T], Vec<T>, Box<[T]>, Rc<[T]> }
#[cfg(target_has_atomic = "ptr")]
fixed! { Arc<[T]> }
