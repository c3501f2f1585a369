//! Macros for the building blocks of kernels: rows of products, added to a running sum.
//!
//! A kernel is a list of instructions as text, and these macros expand to text. The names in braces are registers,
//! which the compiler assigns. `{l0} {l1} {l2}` hold halves of products.
//!
//! A64 has one carry flag, and `mul` and `umulh` do not change it. So a row adds the low halves of its products in one
//! chain of `adcs`, then the high halves, one word above, in a second one. The carry of the first chain is added to the
//! highest half, which is at most `2^64 - 2`. A row of `n` limbs costs `2 n` multiplications and `2 n + 1` additions.

/// Adds one half, `mul` or `umulh`, of `$y` times each `$x` to the word `$w` below it. The instruction `$add` starts
/// the chain: `adds`, or `adcs` to continue one. Three products at a time hide the latency of the multiplier.
macro_rules! add_halves {
    ($half:literal $add:literal $y:literal [] []) => { "" };
    ($half:literal $add:literal $y:literal [$x0:literal] [$w0:literal]) => {
        concat!(
            $half, " {l0}, {", $x0, "}, {", $y, "}\n",
            $add, " {", $w0, "}, {", $w0, "}, {l0}\n",
        )
    };
    ($half:literal $add:literal $y:literal [$x0:literal $x1:literal] [$w0:literal $w1:literal]) => {
        concat!(
            $half, " {l0}, {", $x0, "}, {", $y, "}\n",
            $half, " {l1}, {", $x1, "}, {", $y, "}\n",
            $add, " {", $w0, "}, {", $w0, "}, {l0}\n",
            "adcs {", $w1, "}, {", $w1, "}, {l1}\n",
        )
    };
    (
        $half:literal $add:literal $y:literal
        [$x0:literal $x1:literal $x2:literal $($x:literal)*] [$w0:literal $w1:literal $w2:literal $($w:literal)*]
    ) => {
        concat!(
            $half, " {l0}, {", $x0, "}, {", $y, "}\n",
            $half, " {l1}, {", $x1, "}, {", $y, "}\n",
            $half, " {l2}, {", $x2, "}, {", $y, "}\n",
            $add, " {", $w0, "}, {", $w0, "}, {l0}\n",
            "adcs {", $w1, "}, {", $w1, "}, {l1}\n",
            "adcs {", $w2, "}, {", $w2, "}, {l2}\n",
            add_halves!($half "adcs" $y [$($x)*] [$($w)*]),
        )
    };
}

/// Writes `$y` times the sources to the words, which are not initialised, and the word `$top` above them.
macro_rules! first_row {
    ([$x0:literal $($x:literal)*] $last:literal, $y:literal, [$w0:literal $($w:literal)*] $top:literal) => {
        concat!(
            "mul {", $w0, "}, {", $x0, "}, {", $y, "}\n",
            first_row!(lows [$($x)* $last] $y [$($w)*]),
            "umulh {", $top, "}, {", $last, "}, {", $y, "}\n",
            add_halves!("umulh" "adds" $y [$x0 $($x)*] [$($w)*]),
            "adc {", $top, "}, {", $top, "}, xzr\n",
        )
    };
    (lows [$($x:literal)*] $y:literal [$($w:literal)*]) => {
        concat!($("mul {", $w, "}, {", $x, "}, {", $y, "}\n",)*)
    };
}

/// Adds `$y` times the sources to the words, with a new word `$top` above them.
macro_rules! add_row {
    ([] $x:literal, $y:literal, [$w:literal] $top:literal) => {
        concat!(
            "mul {l0}, {", $x, "}, {", $y, "}\n",
            "umulh {", $top, "}, {", $x, "}, {", $y, "}\n",
            "adds {", $w, "}, {", $w, "}, {l0}\n",
            "adc {", $top, "}, {", $top, "}, xzr\n",
        )
    };
    ([$($x:literal)+] $last:literal, $y:literal, [$w0:literal $($w:literal)+] $top:literal) => {
        concat!(
            add_halves!("mul" "adds" $y [$($x)+ $last] [$w0 $($w)+]),
            "umulh {", $top, "}, {", $last, "}, {", $y, "}\n",
            "adc {", $top, "}, {", $top, "}, xzr\n",
            add_halves!("umulh" "adds" $y [$($x)+] [$($w)+]),
            "adc {", $top, "}, {", $top, "}, xzr\n",
        )
    };
}

/// As [`add_row`], for a word `$top` that holds at most a bit, with the carry in the new word `$above`.
macro_rules! add_row_above {
    (
        [$($x:literal)+] $last:literal, $y:literal, [$w0:literal $($w:literal)+] $top:literal above $above:literal
    ) => {
        concat!(
            add_halves!("mul" "adds" $y [$($x)+ $last] [$w0 $($w)+]),
            "umulh {", $above, "}, {", $last, "}, {", $y, "}\n",
            "adc {", $above, "}, {", $above, "}, xzr\n",
            add_halves!("umulh" "adds" $y [$($x)+] [$($w)+]),
            "adcs {", $top, "}, {", $top, "}, {", $above, "}\n",
            "adc {", $above, "}, xzr, xzr\n",
        )
    };
}

/// The first half of a round, which clears the word `$w0`: `$m = -$w0 / p mod 2^64`, and the low halves of `$m p`.
///
/// The low half of `m p_0` is not computed. It is the negative of `$w0` modulo `2^64`, so that their sum is 0 with a
/// carry unless `$w0` is 0: `cmp` with 1 sets that carry.
macro_rules! clear_lows {
    ([$($p:literal)*] $last:literal, $m:literal, $w0:literal [$($w:literal)*]) => {
        concat!(
            "mul {", $m, "}, {", $w0, "}, {inverse}\n",
            "cmp {", $w0, "}, #1\n",
            add_halves!("mul" "adcs" $m [$($p)* $last] [$($w)*]),
        )
    };
}

/// A round: adds `m p`, which clears the word `$w0`. The word `$top` above the others must not overflow.
macro_rules! clear {
    ($p0:literal [$($p:literal)*] $last:literal, $m:literal, $w0:literal [$($w:literal)*] $top:literal) => {
        concat!(
            clear_lows!([$($p)*] $last, $m, $w0 [$($w)*]),
            "adc {", $top, "}, {", $top, "}, xzr\n",
            add_halves!("umulh" "adds" $m [$p0 $($p)*] [$($w)*]),
            "umulh {l0}, {", $last, "}, {", $m, "}\n",
            "adc {", $top, "}, {", $top, "}, {l0}\n",
        )
    };
}

/// As [`clear`], with a new word above the others, in the register of the cleared word.
macro_rules! clear_new {
    ($p0:literal [$($p:literal)*] $last:literal, $m:literal, $w0:literal [$($w:literal)*]) => {
        concat!(
            clear_lows!([$($p)*] $last, $m, $w0 [$($w)*]),
            "umulh {", $w0, "}, {", $last, "}, {", $m, "}\n",
            "adc {", $w0, "}, {", $w0, "}, xzr\n",
            add_halves!("umulh" "adds" $m [$p0 $($p)*] [$($w)*]),
            "adc {", $w0, "}, {", $w0, "}, xzr\n",
        )
    };
}

/// As [`clear`], with the carry added to the word `$above`.
macro_rules! clear_above {
    (
        $p0:literal [$($p:literal)*] $last:literal, $m:literal, $w0:literal [$($w:literal)*] $top:literal
        above $above:literal
    ) => {
        concat!(
            clear_lows!([$($p)*] $last, $m, $w0 [$($w)*]),
            "umulh {", $w0, "}, {", $last, "}, {", $m, "}\n",
            "adc {", $w0, "}, {", $w0, "}, xzr\n",
            add_halves!("umulh" "adds" $m [$p0 $($p)*] [$($w)*]),
            "adcs {", $top, "}, {", $top, "}, {", $w0, "}\n",
            "adc {", $above, "}, {", $above, "}, xzr\n",
        )
    };
}

/// Adds a word to each of the words, with the carry in the flag.
macro_rules! add_words {
    ([$w0:literal $($w:literal)*] [$x0:literal $($x:literal)*]) => {
        concat!(
            "adds {", $w0, "}, {", $w0, "}, {", $x0, "}\n",
            $("adcs {", $w, "}, {", $w, "}, {", $x, "}\n",)*
        )
    };
}

/// Computes the words minus others in the registers `$s..`; the carry flag is clear if the difference is negative.
macro_rules! difference {
    ([$w0:literal $($w:literal)*] [$x0:literal $($x:literal)*] [$s0:literal $($s:literal)*]) => {
        concat!(
            "subs {", $s0, "}, {", $w0, "}, {", $x0, "}\n",
            $("sbcs {", $s, "}, {", $w, "}, {", $x, "}\n",)*
        )
    };
}

/// Replaces the words by the others if the carry flag is set.
macro_rules! replace_if_carry {
    ([$($w:literal)*] [$($s:literal)*]) => {
        concat!($("csel {", $w, "}, {", $s, "}, {", $w, "}, cs\n",)*)
    };
}

/// Reduces a number below `2 p` to below `p`: selects the difference to `p` unless it is negative.
macro_rules! subtract_once {
    ([$($w:literal)*] [$($p:literal)*] [$($s:literal)*]) => {
        concat!(difference!([$($w)*] [$($p)*] [$($s)*]), replace_if_carry!([$($w)*] [$($s)*]))
    };
}
