//! Four limbs, as nine limbs of 29 bits.

kernels! {
    4 limbs; 9 of 29 bits;
    columns 0 1 2 3 4 5 6 7, 8, 9 10 11 12 13 14 15 16;
    mul_4 mul_unreduced_4 square_4 square_unreduced_4 accumulate_4 redc_4
}
