//! The primes of the fields in workloads.

/// The names of the fields with their primes in hexadecimal.
pub const FIELDS: [(&str, &str); 8] = [
    ("bn254_base", "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47"),
    ("bn254_scalar", "30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001"),
    ("bls12_381_scalar", "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001"),
    (
        "bls12_381_base",
        "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
    ),
    (
        "bls12_377_base",
        "01ae3a4617c510eac63b05c06ca1493b1a22d9f300f5138f1ef3622fba094800170b5d44300000008508c00000000001",
    ),
    ("secp256k1_base", "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f"),
    ("secp256k1_scalar", "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"),
    ("pallas_base", "40000000000000000000000000000000224698fc094cf91b992d30ed00000001"),
];

/// The prime of a field, least significant byte first.
///
/// # Panics
/// If there is no field with this name.
pub fn modulus(field: &str) -> Vec<u8> {
    let (_, digits) = FIELDS.iter().find(|(name, _)| *name == field).expect("a field of the list");
    let mut bytes = hex::decode(digits).expect("the list is hexadecimal");
    bytes.reverse();
    bytes
}

/// The even one of `a` and `p - a`, for a canonical nonzero `a`; zero for zero. Little-endian.
pub fn even(a: Vec<u8>, modulus: &[u8]) -> Vec<u8> {
    if a.first().is_none_or(|byte| byte & 1 == 0) {
        return a;
    }
    let mut borrow = 0;
    let digits = a.iter().zip(modulus).map(|(a, p)| {
        let difference = i16::from(*p) - i16::from(*a) - borrow;
        borrow = i16::from(difference < 0);
        difference.rem_euclid(256) as u8
    });
    digits.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_even_root_is_chosen() {
        let p = modulus("bn254_scalar");
        let mut minus_one = p.clone();
        minus_one[0] -= 1;
        assert_eq!(even(vec![0; 32], &p), vec![0; 32]);
        let mut one = vec![0; 32];
        one[0] = 1;
        assert_eq!(even(one, &p), minus_one);
        assert_eq!(even(minus_one.clone(), &p), minus_one);
        // A borrow over several bytes: `p - 0x...00010001` with `p = ...f0000001`.
        let mut value = vec![0; 32];
        (value[0], value[2]) = (3, 1);
        let difference = even(value, &p);
        assert_eq!(difference[..5], [0xfe, 0xff, 0xfe, 0xef, 0x93]);
    }
}
