//! Constant time of plans and of all kernels, on compiled code (`vorpal_trace`).

use std::hint::black_box;

use crate::kernels::every_kernel;
use vorpal_limbs::fault::{Fault, PLANTED, wake};
use vorpal_limbs::schedule::{Operands, Plan, Schedule};
use vorpal_limbs::{taint, words};
use vorpal_trace::{Check, Leak};

#[test]
fn nothing_branches_on_values() {
    let leaks = if PLANTED { &LEAKS[..] } else { &LEAKS[..1] };
    vorpal_trace::check(&Check {
        test: "limbs::nothing_branches_on_values",
        built: taint::built,
        in_use: taint::in_use,
        prepare: || (),
        operations: everything,
        on_processor: everything,
        leaks,
    });
}

fn everything() {
    every_schedule();
    every_kernel();
}

/// Every kernel and every dispatch that contains a fault.
const LEAKS: [Leak; 27] = [
    Leak { name: "a subtraction under a condition", backend: "auto", run: leak },
    Leak { name: "portable dispatch", backend: "portable", run: || with(Fault::PortableDispatch) },
    Leak { name: "portable kernel", backend: "portable", run: || with(Fault::PortableKernel) },
    Leak { name: "dispatch", backend: "aarch64", run: || with(Fault::Aarch64Dispatch) },
    Leak { name: "kernel", backend: "aarch64", run: || with(Fault::Aarch64Kernel) },
    Leak { name: "dispatch of packed values", backend: "neon-fma", run: || with(Fault::PackedDispatch) },
    Leak { name: "kernel of packed values", backend: "neon-fma", run: || with(Fault::NeonFmaKernel) },
    Leak { name: "dispatch", backend: "bmi2+adx", run: || with(Fault::Bmi2AdxDispatch) },
    Leak { name: "kernel", backend: "bmi2+adx", run: || with(Fault::Bmi2AdxKernel) },
    Leak { name: "dispatch of packed values", backend: "avx2-fma", run: || with(Fault::PackedDispatch) },
    Leak { name: "kernel of packed values", backend: "avx2-fma", run: || with(Fault::Avx2FmaKernel) },
    Leak { name: "dispatch of batches", backend: "avx2-fma", run: || with(Fault::BatchDispatch) },
    Leak { name: "kernel of batches", backend: "avx2-fma", run: || with(Fault::Avx2FmaBatch) },
    Leak { name: "dispatch of packed values", backend: "avx512-fma", run: || with(Fault::PackedDispatch) },
    Leak { name: "kernel of packed values", backend: "avx512-fma", run: || with(Fault::Avx512FmaKernel) },
    Leak { name: "dispatch of batches", backend: "avx512-fma", run: || with(Fault::BatchDispatch) },
    Leak { name: "kernel of batches", backend: "avx512-fma", run: || with(Fault::Avx512FmaBatch) },
    Leak { name: "dispatch of packed values", backend: "avx-ifma", run: || with(Fault::PackedDispatch) },
    Leak { name: "kernel of packed values", backend: "avx-ifma", run: || with(Fault::AvxIfmaKernel) },
    Leak { name: "dispatch of batches", backend: "avx-ifma", run: || with(Fault::BatchDispatch) },
    Leak { name: "kernel of batches", backend: "avx-ifma", run: || with(Fault::AvxIfmaBatch) },
    Leak { name: "dispatch of packed values", backend: "avx512-ifma", run: || with(Fault::PackedDispatch) },
    Leak { name: "kernel of packed values", backend: "avx512-ifma", run: || with(Fault::Avx512IfmaKernel) },
    Leak { name: "kernel of residues", backend: "avx512-ifma", run: || with(Fault::ResidueKernel) },
    Leak { name: "quads", backend: "avx512-ifma", run: || with(Fault::Quads) },
    Leak { name: "dispatch of batches", backend: "avx512-ifma", run: || with(Fault::BatchDispatch) },
    Leak { name: "kernel of batches", backend: "avx512-ifma", run: || with(Fault::Avx512IfmaBatch) },
];

fn with(fault: Fault) {
    wake(fault);
    every_kernel();
}

pub(crate) const BLS12_381_SCALAR: [u64; 4] =
    words::hex("0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001");
pub(crate) const SECP256K1_BASE: [u64; 4] =
    words::hex("0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f");
pub(crate) const BLS12_381_BASE: [u64; 6] = words::hex(
    "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
);

/// A schedule by its index among the named ones, with its plan as a constant, as intended.
struct Constant<const S: usize>;

impl<const S: usize> Constant<S> {
    const SCALAR: Plan<4> = plan(BLS12_381_SCALAR, S);
    const FULL: Plan<4> = plan(SECP256K1_BASE, S);
    const SIX: Plan<6> = plan(BLS12_381_BASE, S);

    fn check() {
        multiply(&Self::SCALAR);
        multiply(&Self::FULL);
        multiply(&Self::SIX);
        // And as a value that the compiler does not know.
        multiply(black_box(&Self::FULL));
    }
}

const fn plan<const N: usize>(modulus: [u64; N], index: usize) -> Plan<N> {
    Plan::new(modulus, Schedule::named(N)[index].1, Operands::Multiple(1), Operands::Limbs)
}

fn every_schedule() {
    Constant::<0>::check();
    Constant::<1>::check();
    Constant::<2>::check();
    Constant::<3>::check();
    Constant::<4>::check();
    Constant::<5>::check();
}

/// A branch on a secret: a subtraction under a condition.
fn leak() {
    let plan = Constant::<5>::SCALAR;
    let [a, b] = secrets();
    show(plan.mul_vartime(&a, &b));
}

/// Two canonical numbers of which every bit is secret.
pub(crate) fn secrets<const N: usize>() -> [[u64; N]; 2] {
    [3u64, 5].map(|seed| {
        let mut limbs: [u64; N] =
            std::array::from_fn(|i| black_box(seed + i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        limbs[N - 1] >>= 4;
        taint::secret(&mut limbs);
        limbs
    })
}

pub(crate) fn show<const N: usize>(mut limbs: [u64; N]) {
    taint::public(&mut limbs);
    black_box(limbs);
}

// Without the debug assertions, which compare.
fn multiply<const N: usize>(plan: &Plan<N>) {
    let [a, b] = secrets::<N>();
    if !cfg!(debug_assertions) {
        show(plan.mul(&a, &b));
        // In a loop over a slice the compiler is more likely to branch.
        let many = [a, b, a, a];
        show(many.iter().fold(b, |x, a| plan.mul(&x, a)));
    }
    let (result, top) = plan.mul_raw(&a, &b);
    show(result);
    show([top]);
}
