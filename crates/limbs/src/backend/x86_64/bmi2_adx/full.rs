//! All eight words of a product or a square of four limbs, for the kernels that reduce afterwards.

/// The product of the limbs behind `{a}` and of `b` in the words 0 to 7. The limb `b_0` comes in `rdx`, the others in
/// `w5`, `w6` and `w7`: the word takes the register of the limb as soon as the row of that limb begins.
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

/// The square of the limbs behind `{a}` in the words 0 to 7: products of different limbs once; then these are doubled
/// in the chain of CF while the squares are added in that of OF.
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

/// `$t = 2 $t + $s`, in both chains.
macro_rules! double_and_add {
    ($t:literal $s:literal) => {
        concat!("adcx {", $t, "}, {", $t, "}\n", "adox {", $t, "}, {", $s, "}\n")
    };
}
