//! Rows with their operands: the limbs `{a0}..` and `{p0}..`, and loads of the modulus.

/// Loads the four limbs of the modulus, and `-p^-1 mod 2^64` into `{inverse}`, which holds the address of the
/// [`Montgomery`](crate::Montgomery) before. The modulus is its first field, and the inverse follows.
macro_rules! load_modulus_4 {
    () => {
        "ldp {p0}, {p1}, [{inverse}]\nldp {p2}, {p3}, [{inverse}, #16]\nldr {inverse}, [{inverse}, #32]\n"
    };
}

/// As [`load_modulus_4`], for six limbs.
macro_rules! load_modulus_6 {
    () => {
        concat!(
            "ldp {p0}, {p1}, [{inverse}]\nldp {p2}, {p3}, [{inverse}, #16]\nldp {p4}, {p5}, [{inverse}, #32]\n",
            "ldr {inverse}, [{inverse}, #48]\n",
        )
    };
}

/// A row that multiplies `$y` by the four limbs of `a`.
macro_rules! a_4 {
    ($row:ident $y:literal [$($w:literal)+] $($top:tt)+) => {
        $row!(["a0" "a1" "a2"] "a3", $y, [$($w)+] $($top)+)
    };
}

/// A row that multiplies `$y` by the six limbs of `a`.
macro_rules! a_6 {
    ($row:ident $y:literal [$($w:literal)+] $($top:tt)+) => {
        $row!(["a0" "a1" "a2" "a3" "a4"] "a5", $y, [$($w)+] $($top)+)
    };
}

/// A round with a modulus of four limbs.
macro_rules! p_4 {
    ($round:ident $m:literal $w0:literal [$($w:literal)+] $($top:tt)*) => {
        $round!("p0" ["p1" "p2"] "p3", $m, $w0 [$($w)+] $($top)*)
    };
}

/// A round with a modulus of six limbs.
macro_rules! p_6 {
    ($round:ident $m:literal $w0:literal [$($w:literal)+] $($top:tt)*) => {
        $round!("p0" ["p1" "p2" "p3" "p4"] "p5", $m, $w0 [$($w)+] $($top)*)
    };
}
