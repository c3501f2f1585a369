//! Rows with their memory operands: the limbs at the pointers `{a}` and `{p}`. The modulus is the first field of
//! [`Montgomery`](crate::Montgomery), and the other constants of the kernels follow it.

/// A row that multiplies by the four limbs of `a`.
#[rustfmt::skip]
macro_rules! a_4 {
    ($row:ident $($t:tt)+) => {
        $row!(["[{a}]" "[{a} + 8]" "[{a} + 16]" "[{a} + 24]"] $($t)+)
    };
}

/// A row that multiplies by the four limbs of `p`.
#[rustfmt::skip]
macro_rules! p_4 {
    ($row:ident $($t:tt)+) => {
        $row!(["[{p}]" "[{p} + 8]" "[{p} + 16]" "[{p} + 24]"] $($t)+)
    };
}

/// A row that multiplies by the four limbs of `rho_1`, which follow `p` and `-p^-1`.
#[rustfmt::skip]
macro_rules! rho_1_4 {
    ($row:ident $($t:tt)+) => {
        $row!(["[{p} + 40]" "[{p} + 48]" "[{p} + 56]" "[{p} + 64]"] $($t)+)
    };
}

/// A row that multiplies by the four limbs of `rho_2`, which follow `rho_1`.
#[rustfmt::skip]
macro_rules! rho_2_4 {
    ($row:ident $($t:tt)+) => {
        $row!(["[{p} + 72]" "[{p} + 80]" "[{p} + 88]" "[{p} + 96]"] $($t)+)
    };
}

/// `rdx = -$w / p mod 2^64`: the multiple of `p`, of four limbs, that clears the word.
macro_rules! quotient_4 {
    ($w:literal) => {
        concat!("mov rdx, {", $w, "}\n", "imul rdx, [{p} + 32]\n")
    };
}

/// A row that multiplies by the six limbs of `a`.
#[rustfmt::skip]
macro_rules! a_6 {
    ($row:ident $($t:tt)+) => {
        $row!(["[{a}]" "[{a} + 8]" "[{a} + 16]" "[{a} + 24]" "[{a} + 32]" "[{a} + 40]"] $($t)+)
    };
}

/// A row that multiplies by the six limbs of `p`.
#[rustfmt::skip]
macro_rules! p_6 {
    ($row:ident $($t:tt)+) => {
        $row!(["[{p}]" "[{p} + 8]" "[{p} + 16]" "[{p} + 24]" "[{p} + 32]" "[{p} + 40]"] $($t)+)
    };
}

/// A row that multiplies by the six limbs of `rho_1`, which follow `p` and `-p^-1`.
#[rustfmt::skip]
macro_rules! rho_1_6 {
    ($row:ident $($t:tt)+) => {
        $row!(["[{p} + 56]" "[{p} + 64]" "[{p} + 72]" "[{p} + 80]" "[{p} + 88]" "[{p} + 96]"] $($t)+)
    };
}

/// A row that multiplies by the six limbs of `rho_2`, which follow `rho_1`.
#[rustfmt::skip]
macro_rules! rho_2_6 {
    ($row:ident $($t:tt)+) => {
        $row!(["[{p} + 104]" "[{p} + 112]" "[{p} + 120]" "[{p} + 128]" "[{p} + 136]" "[{p} + 144]"] $($t)+)
    };
}

/// `rdx = -$w / p mod 2^64`: the multiple of `p`, of six limbs, that clears the word.
macro_rules! quotient_6 {
    ($w:literal) => {
        concat!("mov rdx, {", $w, "}\n", "imul rdx, [{p} + 48]\n")
    };
}

/// The round that clears `$t0`: reduces the four words `$t0..$t3` to `$t1..$t4`, at most `p`.
macro_rules! clear_4 {
    ($t0:literal $($t:literal)+) => {
        concat!(quotient_4!($t0), p_4!(add_row_new $t0 $($t)+))
    };
}

/// The round that clears `$t0`: reduces the six words `$t0..$t5` to `$t1..$t6`, at most `p`.
macro_rules! clear_6 {
    ($t0:literal $($t:literal)+) => {
        concat!(quotient_6!($t0), p_6!(add_row_new $t0 $($t)+))
    };
}
