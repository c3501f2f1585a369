//! Six limbs, as thirteen limbs of 30 bits.

kernels! {
    6 limbs; 13 of 30 bits;
    columns 0 1 2 3 4 5 6 7 8 9 10 11, 12, 13 14 15 16 17 18 19 20 21 22 23 24;
    mul_6 mul_unreduced_6 square_6 square_unreduced_6 accumulate_6 redc_6
}
