//! Modular exponentiation against big integers, and its input and gas.

use num_bigint::BigUint;
use proptest::prelude::*;
use vorpal_evm::Error;
use vorpal_evm::modexp::{Pricing, gas, power, run};

/// The power by big integers, as long as the modulus.
fn expected(base: &[u8], exponent: &[u8], modulus: &[u8]) -> Vec<u8> {
    let [base, exponent, number] = [base, exponent, modulus].map(BigUint::from_bytes_be);
    let mut bytes =
        if number == BigUint::ZERO { vec![] } else { base.modpow(&exponent, &number).to_bytes_be() };
    while bytes.len() < modulus.len() {
        bytes.insert(0, 0);
    }
    bytes.split_off(bytes.len() - modulus.len())
}

fn check(base: &[u8], exponent: &[u8], modulus: &[u8]) {
    assert_eq!(
        power(base, exponent, modulus),
        expected(base, exponent, modulus),
        "{base:x?} ^ {exponent:x?} mod {modulus:x?}"
    );
}

/// Bytes that look random, the same in each run.
fn noise(seed: u64, length: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let next = |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    (0..length).map(next).collect()
}

/// Moduli of this length: odd, even, powers of two and their neighbours, all ones, products with a large power of two,
/// zero, one, with leading zeros.
fn moduli(length: usize) -> Vec<Vec<u8>> {
    let mut moduli = vec![noise(1, length), vec![0; length], vec![0xff; length]];
    let with = |changes: &[(usize, u8)]| {
        let mut modulus = vec![0; length];
        for (i, byte) in changes.iter().filter(|(i, _)| *i < length) {
            modulus[*i] |= byte;
        }
        modulus
    };
    let last = length.saturating_sub(1);
    moduli.extend([with(&[(last, 1)]), with(&[(last, 2)]), with(&[(0, 0x80)]), with(&[(0, 1)])]);
    moduli.extend([with(&[(0, 0x80), (last, 1)]), with(&[(0, 0xff), (1, 0xff)]), with(&[(length / 2, 3)])]);
    for shift in [1, 7, 8, 64 / 8] {
        let mut modulus = noise(shift as u64 + 5, length);
        let zeros = modulus.len().saturating_sub(shift);
        modulus[zeros..].fill(0);
        moduli.push(modulus);
    }
    let mut odd = noise(3, length);
    if let Some(last) = odd.last_mut() {
        *last |= 1;
    }
    moduli.push(odd.clone());
    if length > 9 {
        odd[..9].fill(0);
        moduli.push(odd);
    }
    moduli
}

#[test]
fn all_short_lengths() {
    for length in (0..=41).chain([47, 48, 49, 63, 64, 65, 70]) {
        for modulus in moduli(length) {
            for base in [
                vec![],
                vec![0; 3],
                vec![1],
                vec![2],
                noise(7, length),
                noise(9, length + 9),
                modulus.clone(),
            ] {
                for exponent in [&[][..], &[0, 0], &[1], &[2], &[3], &[0x40], &[1, 0, 1], &[0xff; 9]] {
                    check(&base, exponent, &modulus);
                }
            }
            check(&noise(11, 33), &noise(13, length), &modulus);
        }
    }
}

/// A base, exponent and modulus below 2^6: all of them.
#[test]
fn all_small_numbers() {
    for modulus in 0..64u8 {
        for base in 0..64u8 {
            for exponent in 0..20u8 {
                check(&[base], &[exponent], &[modulus]);
            }
        }
    }
}

/// Moduli of words at the bounds of reductions and of long division, with bases of the same kind.
#[test]
fn words_at_their_bounds() {
    const WORDS: [u64; 8] =
        [0, 1, u64::MAX, u64::MAX - 1, 1 << 63, (1 << 63) - 1, 0x3333_3333_3333_3333, 0x5555_5555_5555_5556];
    let bytes = |words: &[u64]| -> Vec<u8> { words.iter().flat_map(|word| word.to_be_bytes()).collect() };
    let mut state = 1u64;
    let mut word = || {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        WORDS[usize::try_from(state >> 61).unwrap()]
    };
    for length in 1..=6 {
        for _ in 0..400 {
            let modulus = bytes(&(0..length).map(|_| word()).collect::<Vec<_>>());
            let odd = [&modulus[..8 * length - 1], &[modulus[8 * length - 1] | 1]].concat();
            let base = bytes(&(0..2 * length + 1).map(|_| word()).collect::<Vec<_>>());
            for modulus in [&modulus, &odd] {
                check(&base, &[3], modulus);
                check(&base[..8 * length], &[0x55, 0xab], modulus);
                let less = BigUint::from_bytes_be(modulus);
                let less = if less == BigUint::ZERO { less } else { less - 1u8 };
                check(&less.to_bytes_be(), &[7], modulus);
            }
        }
    }
}

/// Exponents with every number of bits around the limits of windows, of ones, of one bit, and mixed.
/// Powers of zero divisors become zero, which has two representatives up to the modulus.
#[test]
fn zero_divisors() {
    for length in 1..=80 {
        let mut divisor = noise(11, length);
        divisor[0] |= 0x80;
        for lowest in [1, 2] {
            divisor[length - 1] = (divisor[length - 1] & 0xfc) | lowest;
            let square = BigUint::from_bytes_be(&divisor).pow(2).to_bytes_be();
            for exponent in [&[1][..], &[2], &[3], &[255], &[1, 0, 0], &noise(12, 9)] {
                check(&divisor, exponent, &square);
                check(&square, exponent, &square);
            }
        }
    }
}

#[test]
fn every_length_of_exponents() {
    let (odd, even) = ([0xfb, 0x11, 0x39], [0x5c, 0x00, 0x50]);
    for bits in (1..90).chain([127, 128, 239, 240, 241, 671, 672, 673, 1791, 1792, 1793]) {
        let one = BigUint::from(1u8) << (bits - 1);
        let ones = (&one << 1u8) - 1u8;
        let mixed = &one | (BigUint::from_bytes_be(&noise(41, 230)) & &ones);
        for exponent in [one, ones, mixed] {
            let exponent = exponent.to_bytes_be();
            check(&[3, 7], &exponent, &odd);
            check(&[3, 7], &exponent, &even);
            check(&[6], &exponent, &even);
        }
    }
}

#[test]
fn long_operands() {
    for length in [127, 128, 129, 255, 256, 257, 511, 512, 1024] {
        for modulus in moduli(length) {
            check(&noise(17, length), &[1, 0, 1], &modulus);
        }
        let mut modulus = noise(19, length);
        check(&noise(21, length + 8), &noise(23, 40), &modulus);
        *modulus.last_mut().unwrap() |= 1;
        check(&noise(25, length), &noise(27, 40), &modulus);
        // Long exponents, also for powers of two.
        check(&noise(29, 20), &noise(31, length), &noise(33, 20));
        check(&[7], &noise(35, length), &[1, 0, 0, 0, 0, 0, 0, 0, 0]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(vorpal_oracle::effort::proptest_cases(2000)))]
    #[test]
    fn random_operands(
        base in proptest::collection::vec(any::<u8>(), 0..80),
        exponent in proptest::collection::vec(any::<u8>(), 0..40),
        modulus in proptest::collection::vec(prop_oneof![any::<u8>(), Just(0), Just(0xff)], 0..80),
    ) {
        prop_assert_eq!(power(&base, &exponent, &modulus), expected(&base, &exponent, &modulus));
    }
}

fn input(lengths: [u64; 3], rest: &[u8]) -> Vec<u8> {
    let mut input = Vec::new();
    for length in lengths {
        input.extend([0; 24]);
        input.extend(length.to_be_bytes());
    }
    input.extend(rest);
    input
}

#[test]
fn of_the_contract() {
    let run = |input: &[u8]| run(input, Pricing::Eip7883);
    assert_eq!(run(&[]), Ok(vec![]));
    assert_eq!(run(&input([1, 1, 1], &[3, 5, 100])), Ok(vec![43]));
    // Missing bytes are zeros, further ones are ignored.
    assert_eq!(run(&input([1, 1, 2], &[3, 5, 1])), Ok(vec![0, 243]));
    assert_eq!(run(&input([1, 1, 1], &[3, 5])), Ok(vec![0]));
    assert_eq!(run(&input([1, 1, 1], &[3, 5, 100, 77])), Ok(vec![43]));
    assert_eq!(run(&input([0, 0, 1], &[100])), Ok(vec![1]));
    assert_eq!(run(&input([0, 5, 0], &[1])), Ok(vec![]));
    assert_eq!(run(&input([3, 0, 0], &[1])), Ok(vec![]));
    assert_eq!(run(&input([1024, 1024, 1024], &[])), Ok(vec![0; 1024]));
    for lengths in [[1025, 1, 1], [1, 1025, 1], [1, 1, 1025], [u64::MAX, 0, 0]] {
        assert_eq!(run(&input(lengths, &[])), Err(Error::OperandLength));
    }
    let mut huge = input([0, 0, 0], &[]);
    huge[0] = 1;
    assert_eq!(run(&huge), Err(Error::OperandLength));
    assert_eq!(gas(&huge, Pricing::Eip2565), u64::MAX);
    assert_eq!(vorpal_evm::modexp::run(&input([1025, 1, 1], &[]), Pricing::Eip2565), Ok(vec![0]));
    assert_eq!(
        vorpal_evm::modexp::run(&input([u64::MAX, 0, 0], &[]), Pricing::Eip2565),
        Err(Error::OperandLength)
    );
}

/// Without base and modulus, any exponent has the least price before Osaka, and the output is empty.
#[test]
fn exponents_without_operands() {
    for length in [1 << 27, (1 << 27) + 1, u64::MAX] {
        let input = input([0, length, 0], &[]);
        for (pricing, price) in [(Pricing::Eip198, 0), (Pricing::Eip2565, 200)] {
            assert_eq!((run(&input, pricing), gas(&input, pricing)), (Ok(vec![]), price), "{length}");
        }
        assert_eq!(run(&input, Pricing::Eip7883), Err(Error::OperandLength));
    }
    // An exponent of 2^255 bytes.
    let mut huge = input([0, 0, 0], &[]);
    huge[32] = 0x80;
    assert_eq!((run(&huge, Pricing::Eip2565), gas(&huge, Pricing::Eip2565)), (Ok(vec![]), 200));
    assert_eq!(run(&huge, Pricing::Eip7883), Err(Error::OperandLength));
}

/// Prices by hand, from the formulas of the EIPs.
#[test]
fn prices() {
    let price = |lengths, rest: &[u8]| {
        [Pricing::Eip198, Pricing::Eip2565, Pricing::Eip7883]
            .map(|pricing| gas(&input(lengths, rest), pricing))
    };
    assert_eq!(price([0, 0, 0], &[]), [0, 200, 500]);
    // An exponent of 2^255: 255 squares.
    let exponent = [&[0; 32][..], &[0x80], &[0; 31]].concat();
    assert_eq!(price([32, 32, 32], &exponent), [1024 * 255 / 20, 16 * 255 / 3, 16 * 255]);
    // 65 bytes are 9 words. 65^2 / 4 + 96 * 65 - 3072 = 4224.
    assert_eq!(price([65, 1, 1], &[&[0; 65][..], &[3]].concat()), [4224 / 20, 200, 500]);
    assert_eq!(price([65, 1, 1], &[&[0; 65][..], &[0xff]].concat()), [4224 * 7 / 20, 200, 162 * 7]);
    // 40 bytes of exponent: 8 after the first 32.
    assert_eq!(
        price([33, 40, 33], &[&[0; 33][..], &[1]].concat()),
        [1089 * (64 + 248) / 20, 25 * 312 / 3, 50 * (128 + 248)]
    );
    // 2000 bytes: 2000^2 / 16 + 480 * 2000 - 199680 = 1010320.
    assert_eq!(price([1, 1, 2000], &[]), [1_010_320 / 20, 62_500 / 3, 125_000]);
    assert_eq!(price([u64::MAX, u64::MAX, 1], &[]), [u64::MAX; 3]);
}

/// The price is that of the exponent that is computed: missing bytes are zeros on the right, within its first 32 bytes
/// too, and bytes of the base or the modulus do not count.
#[test]
fn prices_of_exponents_that_end_early() {
    let price = |lengths, rest: &[u8]| gas(&input(lengths, rest), Pricing::Eip7883);
    // 33 bytes are 5 words: 50 for each square.
    for (rest, squares) in
        [(&[0x80][..], 15), (&[1], 8), (&[0, 1], 0), (&[0, 2], 1), (&[], 0), (&[0, 2, 0xff], 1)]
    {
        assert_eq!(price([0, 2, 33], rest), (50 * squares).max(500), "{rest:x?}");
    }
    // A short head: 2^248, and 32 more bytes.
    assert_eq!(price([0, 32, 33], &[1]), 50 * 248);
    assert_eq!(price([0, 64, 33], &[1]), 50 * (248 + 16 * 32));
    // The number after the head has no bits in the price, if the head is zero.
    assert_eq!(price([0, 64, 33], &[&[0; 32][..], &[0xff; 32]].concat()), 50 * 16 * 32);
    // The input ends in the base, with it, or after one byte of the exponent.
    for (length, squares) in [(0, 0), (3, 0), (4, 0), (5, 255)] {
        assert_eq!(price([4, 32, 33], &[0xff; 5][..length]), (50 * squares).max(500), "{length}");
    }
    // An exponent of 32 bytes is the longest without steps; 33 bytes have one.
    assert_eq!(price([0, 33, 33], &[0xff; 33]), 50 * (255 + 16));
}
