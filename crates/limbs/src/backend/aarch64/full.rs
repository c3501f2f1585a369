//! Products and squares without reduction, for the kernels that reduce in a separate step.

/// Computes `a b` of four limbs each in the words 0 to 7.
macro_rules! full_product_4 {
    () => {
        concat!(
            a_4!(first_row "b0" ["w0" "w1" "w2" "w3"] "w4"),
            a_4!(add_row "b1" ["w1" "w2" "w3" "w4"] "w5"),
            a_4!(add_row "b2" ["w2" "w3" "w4" "w5"] "w6"),
            a_4!(add_row "b3" ["w3" "w4" "w5" "w6"] "w7"),
        )
    };
}

/// Doubles the words, a number below `2^(64 n - 1)` with `n` words, and writes the bit above them to `$top`. Then adds
/// the squares of the limbs: the low half of the square of limb `i` to word `2 i`, the high half to word `2 i + 1`.
///
/// `$w0` is the lowest word, which is not initialised before. The others are given in pairs with the limbs.
macro_rules! double_and_add_squares {
    (
        $w0:literal $x0:literal $w1:literal [$([$x:literal $low:literal $high:literal])+]
        $last:literal [$l:literal $h:literal]
    ) => {
        concat!(
            "adds {", $w1, "}, {", $w1, "}, {", $w1, "}\n",
            $(
                "adcs {", $low, "}, {", $low, "}, {", $low, "}\n",
                "adcs {", $high, "}, {", $high, "}, {", $high, "}\n",
            )+
            "adcs {", $l, "}, {", $l, "}, {", $l, "}\n",
            "adc {", $h, "}, xzr, xzr\n",
            "mul {", $w0, "}, {", $x0, "}, {", $x0, "}\n",
            "umulh {l0}, {", $x0, "}, {", $x0, "}\n",
            "adds {", $w1, "}, {", $w1, "}, {l0}\n",
            $(
                "mul {l1}, {", $x, "}, {", $x, "}\n",
                "umulh {l2}, {", $x, "}, {", $x, "}\n",
                "adcs {", $low, "}, {", $low, "}, {l1}\n",
                "adcs {", $high, "}, {", $high, "}, {l2}\n",
            )+
            "mul {l0}, {", $last, "}, {", $last, "}\n",
            "umulh {l1}, {", $last, "}, {", $last, "}\n",
            "adcs {", $l, "}, {", $l, "}, {l0}\n",
            "adc {", $h, "}, {", $h, "}, {l1}\n",
        )
    };
}

/// Computes `a^2` of four limbs in the words 0 to 7: products of different limbs once, doubled, and the squares.
macro_rules! full_square_4 {
    () => {
        concat!(
            first_row!(["a1" "a2"] "a3", "a0", ["w1" "w2" "w3"] "w4"),
            add_row!(["a2"] "a3", "a1", ["w3" "w4"] "w5"),
            add_row!([] "a3", "a2", ["w5"] "w6"),
            double_and_add_squares!("w0" "a0" "w1" [["a1" "w2" "w3"] ["a2" "w4" "w5"]] "a3" ["w6" "w7"]),
        )
    };
}

/// Computes `a^2` of six limbs in the words 0 to 11.
macro_rules! full_square_6 {
    () => {
        concat!(
            first_row!(["a1" "a2" "a3" "a4"] "a5", "a0", ["w1" "w2" "w3" "w4" "w5"] "w6"),
            add_row!(["a2" "a3" "a4"] "a5", "a1", ["w3" "w4" "w5" "w6"] "w7"),
            add_row!(["a3" "a4"] "a5", "a2", ["w5" "w6" "w7"] "w8"),
            add_row!(["a4"] "a5", "a3", ["w7" "w8"] "w9"),
            add_row!([] "a5", "a4", ["w9"] "w10"),
            double_and_add_squares!(
                "w0" "a0" "w1"
                [["a1" "w2" "w3"] ["a2" "w4" "w5"] ["a3" "w6" "w7"] ["a4" "w8" "w9"]] "a5" ["w10" "w11"]
            ),
        )
    };
}
