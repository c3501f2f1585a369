//! Whole products of four and six limbs, and squares of four, for the kernels that reduce in a separate step.

/// Computes the product of the limbs at `{a}` and of `b` in the words 0 to 7. On entry, `rdx` holds the limb `b_0`;
/// `w5`, `w6` and `w7` hold the others. Each of these words replaces its limb when the row of that limb begins.
macro_rules! full_product {
    () => {
        concat!(
            a_4!(first_row "w0" "w1" "w2" "w3" "w4"),
            "mov rdx, {w5}\n",
            a_4!(add_row_new "w1" "w2" "w3" "w4" "w5"),
            "mov rdx, {w6}\n",
            a_4!(add_row_new "w2" "w3" "w4" "w5" "w6"),
            "mov rdx, {w7}\n",
            a_4!(add_row_new "w3" "w4" "w5" "w6" "w7"),
        )
    };
}

/// The product of six words at `{a}` and six at `{b}`: the lowest five words in the memory at the pointer `$low`, the
/// others in `w5 w6 w0 w1 w2 w3 w4`. The registers cannot hold twelve.
macro_rules! full_product_6 {
    ($low:literal) => {
        concat!(
            "mov rdx, [{b}]\n",
            a_6!(first_row "w0" "w1" "w2" "w3" "w4" "w5" "w6"),
            "mov [{", $low, "}], {w0}\n",
            "mov rdx, [{b} + 8]\n",
            a_6!(add_row_new "w1" "w2" "w3" "w4" "w5" "w6" "w0"),
            "mov [{", $low, "} + 8], {w1}\n",
            "mov rdx, [{b} + 16]\n",
            a_6!(add_row_new "w2" "w3" "w4" "w5" "w6" "w0" "w1"),
            "mov [{", $low, "} + 16], {w2}\n",
            "mov rdx, [{b} + 24]\n",
            a_6!(add_row_new "w3" "w4" "w5" "w6" "w0" "w1" "w2"),
            "mov [{", $low, "} + 24], {w3}\n",
            "mov rdx, [{b} + 32]\n",
            a_6!(add_row_new "w4" "w5" "w6" "w0" "w1" "w2" "w3"),
            "mov [{", $low, "} + 32], {w4}\n",
            "mov rdx, [{b} + 40]\n",
            a_6!(add_row_new "w5" "w6" "w0" "w1" "w2" "w3" "w4"),
        )
    };
}

/// Computes the square of the limbs at `{a}` in the words 0 to 7. Products of different limbs are computed once, then
/// doubled in the CF chain while the squares are added in the OF chain.
macro_rules! full_square {
    () => {
        concat!(
            "mov rdx, [{a}]\n",
            first_row!(["[{a} + 8]" "[{a} + 16]" "[{a} + 24]"] "w1" "w2" "w3" "w4"),
            "mov rdx, [{a} + 8]\n",
            add_row_new!(["[{a} + 16]" "[{a} + 24]"] "w3" "w4" "w5"),
            "mov rdx, [{a} + 16]\n",
            "mulx {w6}, {lo}, [{a} + 24]\n",
            "add {w5}, {lo}\n",
            "adc {w6}, 0\n",
            "mov rdx, [{a}]\n",
            "xor {w7:e}, {w7:e}\n",
            "mulx {hi}, {w0}, rdx\n",
            double_and_add!("w1" "hi"),
            "mov rdx, [{a} + 8]\n",
            "mulx {hi}, {lo}, rdx\n",
            double_and_add!("w2" "lo"),
            double_and_add!("w3" "hi"),
            "mov rdx, [{a} + 16]\n",
            "mulx {hi}, {lo}, rdx\n",
            double_and_add!("w4" "lo"),
            double_and_add!("w5" "hi"),
            "mov rdx, [{a} + 24]\n",
            "mulx {hi}, {lo}, rdx\n",
            double_and_add!("w6" "lo"),
            double_and_add!("w7" "hi"),
        )
    };
}

/// The limbs of `$a $b`, reduced by assembly that turns the words 0 to 7 into a result in the words 4 to 7. It may use
/// `lo`, `hi` and `rdx`, overwrite `a`, and read from the ring at `p`.
///
/// Safety: the processor has BMI2 and ADX; the reduction reads no byte outside the ring, writes no memory, and does not
/// use the stack. 32 bytes are read from `$a`, a reference.
macro_rules! reduced_product {
    ($reduce:expr, $ring:ident, $a:ident, $b:ident) => {{
        let (r0, r1, r2, r3): (u64, u64, u64, u64);
        core::arch::asm!(
            full_product!(),
            $reduce,
            a = inout(reg) $a.as_ptr() => _,
            p = in(reg) core::ptr::from_ref($ring),
            w0 = out(reg) _,
            w1 = out(reg) _,
            w2 = out(reg) _,
            w3 = out(reg) _,
            w4 = out(reg) r0,
            w5 = inout(reg) $b[1] => r1,
            w6 = inout(reg) $b[2] => r2,
            w7 = inout(reg) $b[3] => r3,
            lo = out(reg) _,
            hi = out(reg) _,
            inout("rdx") $b[0] => _,
            options(pure, readonly, nostack),
        );
        [r0, r1, r2, r3]
    }};
}

/// As [`reduced_product`], for `$a^2`.
macro_rules! reduced_square {
    ($reduce:expr, $ring:ident, $a:ident) => {{
        let (r0, r1, r2, r3): (u64, u64, u64, u64);
        core::arch::asm!(
            full_square!(),
            $reduce,
            a = inout(reg) $a.as_ptr() => _,
            p = in(reg) core::ptr::from_ref($ring),
            w0 = out(reg) _,
            w1 = out(reg) _,
            w2 = out(reg) _,
            w3 = out(reg) _,
            w4 = out(reg) r0,
            w5 = out(reg) r1,
            w6 = out(reg) r2,
            w7 = out(reg) r3,
            lo = out(reg) _,
            hi = out(reg) _,
            out("rdx") _,
            options(pure, readonly, nostack),
        );
        [r0, r1, r2, r3]
    }};
}

/// Computes `$t = 2 $t + $s`, with one carry chain for each addition.
macro_rules! double_and_add {
    ($t:literal $s:literal) => {
        concat!("adcx {", $t, "}, {", $t, "}\n", "adox {", $t, "}, {", $s, "}\n")
    };
}
