//! Macros for the building blocks of kernels: rows of products, added to a running sum.
//!
//! A kernel is a list of instructions as text, and these macros expand to text. The names in braces are registers,
//! which the compiler assigns. `{lo}` and `{hi}` hold the halves of a product, `rdx` the limb that multiplies a row.
//! Every row is `rdx` times `N` limbs (the sources, in brackets) added to `N + 1` words of the sum.
//!
//! Low halves are added in the chain of the carry flag, high halves one word above in the chain of the overflow flag.
//! `xor` of a register with itself clears both flags. It has no inputs, so a row can start before the previous row
//! ends.

/// Adds `$x..` times `rdx` to `$t0 $t1 ..`: the products only. Both flags must be clear on entry. On exit, CF holds the
/// carry of the low halves, which belongs to the last word, and OF the carry of the last word.
macro_rules! products {
    ([] $top:literal) => {
        ""
    };
    ([$x:literal $($xs:literal)*] $low:literal $high:literal $($t:literal)*) => {
        concat!(
            "mulx {hi}, {lo}, ", $x, "\n",
            "adcx {", $low, "}, {lo}\n",
            "adox {", $high, "}, {hi}\n",
            products!([$($xs)*] $high $($t)*)
        )
    };
}

/// As [`products`], with the carry of the last word added to the word `$above`. `$zero` is a register that holds zero
/// when the last product is added. High halves are at most `2^64 - 2`, so adding a carry to one does not overflow.
macro_rules! products_above {
    ([$x:literal] $low:literal $top:literal above $above:literal zero $zero:literal) => {
        concat!(
            "mulx {hi}, {lo}, ", $x, "\n",
            "adcx {", $low, "}, {lo}\n",
            "adcx {hi}, {", $zero, "}\n",
            "adox {", $top, "}, {hi}\n",
            "adox {", $above, "}, {", $zero, "}\n",
        )
    };
    ([$x:literal $($xs:literal)+] $low:literal $high:literal $($t:tt)+) => {
        concat!(
            "mulx {hi}, {lo}, ", $x, "\n",
            "adcx {", $low, "}, {lo}\n",
            "adox {", $high, "}, {hi}\n",
            products_above!([$($xs)+] $high $($t)+)
        )
    };
}

/// Completes the last word of the sum of a row.
macro_rules! last {
    ($t:literal) => { $t };
    ($t:literal $($ts:literal)+) => { last!($($ts)+) };
}

/// Adds `rdx` times the sources to the words; the last word must not overflow.
macro_rules! add_row {
    ([$($x:literal)+] $($t:literal)+) => {
        concat!(
            "xor {lo:e}, {lo:e}\n",
            products!([$($x)+] $($t)+),
            "adc {", last!($($t)+), "}, 0\n",
        )
    };
}

/// As [`add_row`], for a last word that is not initialised.
macro_rules! add_row_new {
    ([$($x:literal)+] $($t:literal)+) => {
        concat!(
            "xor {", last!($($t)+), ":e}, {", last!($($t)+), ":e}\n",
            products!([$($x)+] $($t)+),
            "adc {", last!($($t)+), "}, 0\n",
        )
    };
}

/// As [`add_row`], with the carry out of the last word added to the word `$above`.
macro_rules! add_row_above {
    ([$($x:literal)+] $($t:tt)+) => {
        concat!("xor {lo:e}, {lo:e}\n", products_above!([$($x)+] $($t)+))
    };
}

/// Writes `rdx` times the sources to uninitialised words.
macro_rules! first_row {
    ([$x0:literal $x1:literal $($x:literal)*] $t0:literal $t1:literal $t2:literal $($t:literal)*) => {
        concat!(
            "mulx {", $t1, "}, {", $t0, "}, ", $x0, "\n",
            "mulx {", $t2, "}, {lo}, ", $x1, "\n",
            "add {", $t1, "}, {lo}\n",
            first_row!(rest [$($x)*] $t2 $($t)*)
        )
    };
    (rest [] $top:literal) => {
        concat!("adc {", $top, "}, 0\n")
    };
    (rest [$x:literal $($xs:literal)*] $low:literal $high:literal $($t:literal)*) => {
        concat!(
            "mulx {", $high, "}, {lo}, ", $x, "\n",
            "adc {", $low, "}, {lo}\n",
            first_row!(rest [$($xs)*] $high $($t)*)
        )
    };
}

/// Computes the words minus the limbs at `{p}`, in the registers `$s..`, with the borrow in CF.
macro_rules! difference {
    ([$x0:literal $($x:literal)*] [$t0:literal $($t:literal)*] [$s0:literal $($s:literal)*]) => {
        concat!(
            "mov {", $s0, "}, {", $t0, "}\n",
            "sub {", $s0, "}, ", $x0, "\n",
            $("mov {", $s, "}, {", $t, "}\n", "sbb {", $s, "}, ", $x, "\n",)*
        )
    };
}

/// Replaces the words by the others unless CF is set.
macro_rules! replace_unless_carry {
    ([$($t:literal)*] [$($s:literal)*]) => {
        concat!($("cmovnc {", $t, "}, {", $s, "}\n",)*)
    };
}

/// Reduces a number below `2 p` to below `p`: selects the difference to `p` unless it is negative.
macro_rules! subtract_once {
    ([$($x:literal)*] [$($t:literal)*] [$($s:literal)*]) => {
        concat!(difference!([$($x)*] [$($t)*] [$($s)*]), replace_unless_carry!([$($t)*] [$($s)*]))
    };
}
