//! Vectors of two doubles with fused multiply-adds (NEON), for packed values of four and six limbs.
//!
//! The kernels are those of [`fma`](super::super::fma), and so are their bounds; `lab/proofs` proves the compiled code.
//! The instructions round as the register FPCR says, which [`NeonFma::detect`] reads.
//!
//! [`is_slow_alone`] says which processors use them. There, `mul` occupies the only multiplier for three cycles and
//! `umulh` for four, so that a product of four limbs takes 224 cycles in general registers. Two of its instructions
//! for doubles start in a cycle (Arm, "Cortex-A76 Software Optimization Guide").

use core::arch::aarch64::{
    float64x2_t, uint64x2_t, vaddq_f64, vaddq_u64, vandq_u64, vbicq_u64, vbslq_u64, vceqzq_u64, vcltzq_s64,
    vdupq_n_f64, vdupq_n_s64, vdupq_n_u64, veorq_u64, vfmaq_f64, vgetq_lane_u64, vmovn_u64, vmull_u32,
    vorrq_u64, vreinterpretq_f64_u64, vreinterpretq_s64_u64, vreinterpretq_u64_f64, vreinterpretq_u64_s64,
    vshlq_s64, vshlq_u64, vsubq_f64, vsubq_u64, vtrn1q_u64, vtrn2q_u64, vtstq_u64,
};
use core::arch::asm;
use core::mem::transmute;

use super::super::fma::packed::multipliers;
use super::super::lanes::operands::Operands;
use super::super::lanes::packed::tables;
use super::super::vector::{Kernel, Operation, Simd};
use crate::packed::{Packed, PackedModulus};

/// Proof that doubles are rounded to nearest. All processors that execute this code have the instructions.
#[derive(Clone, Copy, Debug)]
pub struct NeonFma(());

impl NeonFma {
    /// Returns a proof if this thread rounds to nearest, ties to even: if bits 22 and 23 of FPCR are zero.
    pub fn detect() -> Option<Self> {
        let fpcr: u64;
        // SAFETY: reads a register that all programs may read.
        unsafe { asm!("mrs {}, fpcr", out(reg) fpcr, options(nomem, nostack, preserves_flags)) };
        (fpcr >> 22 & 3 == 0).then_some(Self(()))
    }

    /// Returns a proof without detection.
    ///
    /// # Safety
    /// `detect` has succeeded.
    #[inline(always)]
    unsafe fn assume_supported() -> Self {
        Self(())
    }
}

/// The words of a vector.
#[inline(always)]
fn vector(words: [u64; 2]) -> uint64x2_t {
    // SAFETY: both types are sixteen bytes, and all values of them are valid.
    unsafe { transmute(words) }
}

/// The inverse of [`vector`].
#[inline(always)]
fn array(vector: uint64x2_t) -> [u64; 2] {
    // SAFETY: as in `vector`.
    unsafe { transmute(vector) }
}

/// Limbs `i` and `i + 1` of a number.
#[inline(always)]
fn pair<const N: usize>(number: &[u64; N], i: usize) -> uint64x2_t {
    vector([number[i], number[i + 1]])
}

/// Calls an intrinsic.
macro_rules! call {
    ($intrinsic:expr) => {
        // SAFETY: the program is compiled for processors with NEON.
        unsafe { $intrinsic }
    };
}

impl Simd for NeonFma {
    type Words = uint64x2_t;
    type Doubles = float64x2_t;

    const IN_A_VECTOR: usize = 2;
    const BIAS: u64 = 0;

    #[inline(always)]
    fn run<K: Kernel<Self>>(self, kernel: K) -> K::Output {
        kernel.run(self)
    }

    #[inline(always)]
    fn operate<const N: usize, K: Operation<Self, N>>(self, operation: K, operands: Operands<N>) {
        operation.run(self, operands);
    }

    #[inline(always)]
    fn words(self, word: u64) -> uint64x2_t {
        call!(vdupq_n_u64(word))
    }

    #[inline(always)]
    fn read<const N: usize>(self, packed: &Packed<N>, row: usize, index: usize) -> uint64x2_t {
        let row = packed.row(row);
        vector([row[2 * index], row[2 * index + 1]])
    }

    #[inline(always)]
    fn write<const N: usize>(self, packed: &mut Packed<N>, row: usize, index: usize, words: uint64x2_t) {
        packed.row_mut(row)[2 * index..][..2].copy_from_slice(&array(words));
    }

    #[inline(always)]
    fn load_pair<const N: usize>(self, numbers: &[&[u64; N]], i: usize) -> [uint64x2_t; 2] {
        let (first, second) = (pair(numbers[0], i), pair(numbers[1], i));
        [call!(vtrn1q_u64(first, second)), call!(vtrn2q_u64(first, second))]
    }

    #[inline(always)]
    fn store_pair<const N: usize>(self, pair: [uint64x2_t; 2], numbers: &mut [&mut [u64; N]], i: usize) {
        let [low, high] = pair;
        numbers[0][i..][..2].copy_from_slice(&array(call!(vtrn1q_u64(low, high))));
        numbers[1][i..][..2].copy_from_slice(&array(call!(vtrn2q_u64(low, high))));
    }

    #[inline(always)]
    fn add(self, a: uint64x2_t, b: uint64x2_t) -> uint64x2_t {
        call!(vaddq_u64(a, b))
    }

    #[inline(always)]
    fn sub(self, a: uint64x2_t, b: uint64x2_t) -> uint64x2_t {
        call!(vsubq_u64(a, b))
    }

    #[inline(always)]
    fn and(self, a: uint64x2_t, b: uint64x2_t) -> uint64x2_t {
        call!(vandq_u64(a, b))
    }

    #[inline(always)]
    fn and_not(self, a: uint64x2_t, b: uint64x2_t) -> uint64x2_t {
        call!(vbicq_u64(b, a))
    }

    #[inline(always)]
    fn or(self, a: uint64x2_t, b: uint64x2_t) -> uint64x2_t {
        call!(vorrq_u64(a, b))
    }

    #[inline(always)]
    fn xor(self, a: uint64x2_t, b: uint64x2_t) -> uint64x2_t {
        call!(veorq_u64(a, b))
    }

    // The compiler makes shifts by constants of these.
    #[inline(always)]
    fn shift_right(self, a: uint64x2_t, count: usize) -> uint64x2_t {
        call!(vshlq_u64(a, vdupq_n_s64(-(count as i64))))
    }

    #[inline(always)]
    fn shift_left(self, a: uint64x2_t, count: usize) -> uint64x2_t {
        call!(vshlq_u64(a, vdupq_n_s64(count as i64)))
    }

    #[inline(always)]
    fn carry(self, a: uint64x2_t) -> uint64x2_t {
        call!(vreinterpretq_u64_s64(vshlq_s64(vreinterpretq_s64_u64(a), vdupq_n_s64(-52))))
    }

    #[inline(always)]
    fn mul_32(self, a: uint64x2_t, b: uint64x2_t) -> uint64x2_t {
        call!(vmull_u32(vmovn_u64(a), vmovn_u64(b)))
    }

    #[inline(always)]
    fn select_negative(self, sign: uint64x2_t, negative: uint64x2_t, otherwise: uint64x2_t) -> uint64x2_t {
        call!(vbslq_u64(vcltzq_s64(vreinterpretq_s64_u64(sign)), negative, otherwise))
    }

    #[inline(always)]
    fn zeros(self, a: uint64x2_t) -> uint64x2_t {
        call!(vceqzq_u64(a))
    }

    #[inline(always)]
    fn select_lanes(self, lanes: u8, chosen: uint64x2_t, otherwise: uint64x2_t) -> uint64x2_t {
        call!(vbslq_u64(vtstq_u64(self.words(lanes.into()), vector([1, 2])), chosen, otherwise))
    }

    #[inline(always)]
    fn zero_lanes(self, a: uint64x2_t) -> u8 {
        let bits = call!(vandq_u64(self.zeros(a), vector([1, 2])));
        (call!(vgetq_lane_u64::<0>(bits)) | call!(vgetq_lane_u64::<1>(bits))) as u8
    }

    #[inline(always)]
    fn doubles(self, double: &f64) -> float64x2_t {
        call!(vdupq_n_f64(*double))
    }

    #[inline(always)]
    fn with_bits(self, a: uint64x2_t) -> float64x2_t {
        call!(vreinterpretq_f64_u64(a))
    }

    #[inline(always)]
    fn to_bits(self, a: float64x2_t) -> uint64x2_t {
        call!(vreinterpretq_u64_f64(a))
    }

    #[inline(always)]
    fn add_doubles(self, a: float64x2_t, b: float64x2_t) -> float64x2_t {
        call!(vaddq_f64(a, b))
    }

    #[inline(always)]
    fn sub_doubles(self, a: float64x2_t, b: float64x2_t) -> float64x2_t {
        call!(vsubq_f64(a, b))
    }

    #[inline(always)]
    fn fused(self, a: float64x2_t, b: float64x2_t, c: float64x2_t) -> float64x2_t {
        call!(vfmaq_f64(c, a, b))
    }

    #[inline(always)]
    fn add_halves(
        self,
        [mut low, mut high]: [uint64x2_t; 2],
        a: float64x2_t,
        b: float64x2_t,
        starts: [float64x2_t; 2],
    ) -> [uint64x2_t; 2] {
        // SAFETY: the instructions read and write these registers only.
        unsafe {
            asm!(
                "mov {h:v}.16b, {start_h:v}.16b",
                "fmla {h:v}.2d, {a:v}.2d, {b:v}.2d",
                "fsub {l:v}.2d, {start_l:v}.2d, {h:v}.2d",
                "fmla {l:v}.2d, {a:v}.2d, {b:v}.2d",
                "add {high:v}.2d, {high:v}.2d, {h:v}.2d",
                "sub {low:v}.2d, {low:v}.2d, {l:v}.2d",
                low = inout(vreg) low,
                high = inout(vreg) high,
                a = in(vreg) a,
                b = in(vreg) b,
                start_l = in(vreg) starts[0],
                start_h = in(vreg) starts[1],
                h = out(vreg) _,
                l = out(vreg) _,
                options(pure, nomem, nostack, preserves_flags),
            );
        }
        [low, high]
    }

    #[inline(always)]
    fn depend_on_both(self, [mut first, mut second]: [float64x2_t; 2]) -> [float64x2_t; 2] {
        // SAFETY: no instruction.
        unsafe {
            asm!(
                "/* {0:v} {1:v} */",
                inout(vreg) first,
                inout(vreg) second,
                options(pure, nomem, nostack, preserves_flags),
            );
        }
        [first, second]
    }
}

// Sixteen products take about the time of nine by the kernels for single numbers, on processors that use them.
multipliers! { NeonFma, NeonFmaKernel, None, 9 }
tables! { NeonFma }

/// Whether vectors have the greater throughput of products, by a text as in `/proc/cpuinfo` of Linux: whether one of
/// the cores is a Cortex-A76, A76AE, Neoverse N1, or a Kryo 4xx Gold, which is made of the first.
#[cfg(feature = "std")]
fn is_slow_alone(cpuinfo: &str) -> bool {
    let values = |name: &'static str| {
        cpuinfo.lines().filter_map(move |line| {
            let (found, value) = line.split_once(':')?;
            let value = value.trim().strip_prefix("0x")?;
            (found.trim() == name).then(|| u32::from_str_radix(value, 16).ok())?
        })
    };
    let cores = values("CPU implementer").zip(values("CPU part"));
    cores.into_iter().any(|core| matches!(core, (0x41, 0xd0b | 0xd0c | 0xd0e) | (0x51, 0x804)))
}

/// Whether this machine's processor has the greater throughput of products in vectors, as far as Linux says so.
pub(super) fn pays() -> bool {
    #[cfg(all(feature = "std", any(target_os = "linux", target_os = "android")))]
    return std::fs::read_to_string("/proc/cpuinfo").is_ok_and(|cpuinfo| is_slow_alone(&cpuinfo));
    #[cfg(not(all(feature = "std", any(target_os = "linux", target_os = "android"))))]
    return false;
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;

    /// The lines of cores, with others between them.
    fn cpuinfo(cores: &[(&str, &str)]) -> String {
        let core = |(implementer, part): &(&str, &str)| {
            format!(
                "processor\t: 0\nFeatures\t: fp asimd\nCPU implementer\t: {implementer}\nCPU part\t: {part}\n\n"
            )
        };
        cores.iter().map(core).collect()
    }

    #[test]
    fn some_cores_are_known() {
        for (cores, expected) in [
            (&[("0x41", "0xd0b")][..], true),
            (&[("0x41", "0xd0c"), ("0x41", "0xd0c")], true),
            (&[("0x41", "0xd05"), ("0x41", "0xd0b")], true),
            (&[("0x51", "0x804")], true),
            (&[("0x51", "0xd0b"), ("0x41", "0x804")], false),
            (&[("0x41", "0xd40"), ("0x61", "0x022")], false),
            (&[], false),
        ] {
            assert_eq!(is_slow_alone(&cpuinfo(cores)), expected, "{cores:?}");
        }
        assert!(!is_slow_alone("CPU implementer: 0x41\nCPU part : d0b\n"));
    }
}
