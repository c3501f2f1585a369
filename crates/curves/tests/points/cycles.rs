//! Tests of the curves of cycles (Pallas and Vesta, Grumpkin) against the chord-and-tangent law on big integers, and
//! against points that other libraries print.

use num_bigint::{BigInt, BigUint};
use vorpal_curves::models::weierstrass::{
    Affine, EncodableCurve, Jacobian, PrimeOrderCurve, Projective, WeierstrassCurve, Xyzz,
};
use vorpal_curves::{bn254, grumpkin::Grumpkin, pallas::Pallas, vesta::Vesta};
use vorpal_fields::{Fe, Modulus, PrimeField};
use vorpal_oracle::big::{from_limbs, hex, is_prime, legendre, residue_edges, to_limbs};
use vorpal_oracle::cycles;
use vorpal_oracle::ecdsa::Group;
use vorpal_oracle::weierstrass::Point;

/// A curve over a field of four limbs.
trait Tested:
    PrimeOrderCurve<Base = Fe<<Self as Tested>::Coordinates, 4>, Scalar = Fe<<Self as Tested>::Order, 4>>
    + EncodableCurve
{
    type Coordinates: Modulus<4>;
    type Order: Modulus<4>;
}

impl<C, P: Modulus<4>, R: Modulus<4>> Tested for C
where
    C: PrimeOrderCurve<Base = Fe<P, 4>, Scalar = Fe<R, 4>> + EncodableCurve,
{
    type Coordinates = P;
    type Order = R;
}

fn element<M: Modulus<4>>(value: &BigUint) -> Fe<M, 4> {
    Fe::from_limbs(&to_limbs(value)).unwrap()
}

fn affine<C: Tested>(point: &Point) -> Affine<C> {
    point.as_ref().map_or(Affine::IDENTITY, |(x, y)| Affine::new(element(x), element(y)).unwrap())
}

/// The order is a prime `r` with `r G = 0`. By Hasse the number of points is within `2 sqrt(p)` of `p + 1`. There is no
/// other multiple of `r` there, so the cofactor is 1.
fn parameters<C: Tested>(group: &Group) {
    let (p, r) = (&group.curve.p, &group.order);
    assert!(is_prime(p) && is_prime(r));
    assert_eq!(from_limbs(&C::Coordinates::P), *p);
    assert_eq!(from_limbs(&C::Order::P), *r);
    assert_eq!(from_limbs(&C::B.to_limbs()), group.curve.b);
    assert_eq!(C::COFACTOR, [1]);
    assert!(group.curve.contains(&group.generator) && group.generator.is_some());
    assert_eq!(affine::<C>(&group.generator), Affine::GENERATOR);
    assert_eq!(group.multiple(r), None);
    let [p, r] = [p, r].map(|number| BigInt::from(number.clone()));
    let trace: BigInt = &p + 1 - &r;
    assert!(&trace * &trace <= &p * 4);
    let next = r * 2 - &p - 1;
    assert!(next > BigInt::ZERO && &next * &next > p * 4);
    assert_eq!(C::HAS_POINTS_AT_ZERO, legendre(&group.curve.b, &group.curve.p) == 1);
}

/// Scalars at the edges, whose multiples include neighbours, opposites and infinity.
fn multiples<C: Tested>(group: &Group) {
    let r = &group.order;
    let mut scalars: Vec<BigUint> = (0u8..=20).map(BigUint::from).collect();
    scalars.extend((1u8..4).map(|below| r - below));
    scalars.extend([r >> 1, (r >> 1) + 1u8, BigUint::from(1u8) << 128, BigUint::from(1u8) << 253]);
    for k in scalars {
        let expected = affine::<C>(&group.multiple(&k));
        let scalar = element::<C::Order>(&k);
        assert_eq!(Jacobian::<C>::GENERATOR.mul_vartime(&scalar).to_affine(), expected, "{k}");
        assert_eq!((Affine::<C>::GENERATOR * scalar).to_affine(), expected, "{k}");
    }
    let g = Jacobian::<C>::GENERATOR;
    assert_eq!(g.mul_limbs_vartime(&to_limbs::<4>(&(r + 5u8))), g.mul_limbs_vartime(&[5]));
    assert_eq!(g.mul_limbs_vartime(&C::Order::P), Jacobian::IDENTITY);
}

fn sums<C: Tested>(group: &Group) {
    for x in residue_edges(&group.curve.p, 4) {
        let x = element::<C::Coordinates>(&x);
        assert_eq!(C::times_three_b(&x), x * C::B * Fe::from(3));
    }
    let r = &group.order;
    let scalars: Vec<BigUint> = (0u8..4).map(BigUint::from).chain((1u8..4).map(|below| r - below)).collect();
    let points: Vec<Point> = scalars.iter().map(|k| group.multiple(k)).collect();
    let forms = |point: &Point| {
        let normal = Projective::<C>::from_affine(&affine(point));
        [normal, normal.double() - normal, normal + Affine::GENERATOR - Projective::GENERATOR]
    };
    for p in &points {
        for q in &points {
            let sum = affine::<C>(&group.curve.add(p, q));
            assert_eq!(affine::<C>(p).add_vartime(&affine(q)), sum);
            for form in forms(p) {
                assert_eq!(form.add_affine(&affine(q)).to_affine(), sum);
                assert_eq!(form.double(), form + form);
                let xyzz = Xyzz::from_jacobian(&form.to_jacobian());
                assert_eq!(xyzz.add_affine_vartime(&affine(q)).to_affine(), sum);
                for other in forms(q) {
                    assert_eq!((form + other).to_affine(), sum);
                    assert_eq!(form.to_jacobian().add_vartime(&other.to_jacobian()).to_affine(), sum);
                    assert_eq!(form == other, p == q);
                }
            }
        }
    }
}

fn check<C: Tested>(group: &Group) {
    parameters::<C>(group);
    multiples::<C>(group);
    sums::<C>(group);
}

#[test]
fn pallas() {
    check::<Pallas>(&cycles::pallas());
}

#[test]
fn vesta() {
    check::<Vesta>(&cycles::vesta());
}

#[test]
fn grumpkin() {
    check::<Grumpkin>(&cycles::grumpkin());
}

/// The compiler checks that the fields of a cycle are the same types.
#[test]
fn cycles_exchange_their_fields() {
    fn exchange<P: PrimeField, Q: PrimeField, A, B>()
    where
        A: WeierstrassCurve<Base = P, Scalar = Q>,
        B: WeierstrassCurve<Base = Q, Scalar = P>,
    {
        assert_eq!((A::HAS_PRIME_ORDER, B::HAS_PRIME_ORDER), (true, true));
    }
    exchange::<_, _, Pallas, Vesta>();
    exchange::<_, _, Grumpkin, bn254::Bn254G1>();
}

/// `k, x, y` of a multiple `k G`.
type Multiple = [&'static str; 3];

fn published<C: Tested>(multiples: &[Multiple]) {
    for [k, x, y] in multiples {
        let point = Affine::<C>::new(element(&hex(x)), element(&hex(y))).unwrap();
        let scalar = element::<C::Order>(&hex(k));
        assert_eq!((Affine::<C>::GENERATOR * scalar).to_affine(), point, "{k}");
        assert_eq!(Jacobian::<C>::GENERATOR.mul_vartime(&scalar).to_affine(), point, "{k}");
    }
}

// Written by halo2curves 0.10.0, which has implementations of its own.

const PALLAS: [Multiple; 3] = [
    [
        "0x000000000000000000000000000000000000000000000000123456789abcdef1",
        "0x36f7a057aac58dae0a2431a5a12ac0d8081d0c27ec4e11434a499d33cc3e59f2",
        "0x2e24fc632e7237755ab7634f7212baf1ecdd4882966a2fad207f68869fe4d4f3",
    ],
    [
        "0x0000000000000000001790fc5110675078ece2e48a36d3c3167fd6899192efd2",
        "0x2bfa792258f061b3772ac3c617d0bf29724de5c29c9e54fb90612aaa85f6a83b",
        "0x3ad1a7dc7876fe86062a9c13aa95b92f690a60417b14b789aa13c61ab24bef9a",
    ],
    [
        "0x29ca8af4860834e72af10bf9cb464d821e8a01f16b0c5877e27d31346bd3c72a",
        "0x053dee0119d512c25b5a0a5f12fb392c78005c08de50ccaedce3f5ded00342ee",
        "0x264e1f256b9e7147e7a63c0dd2043f623c098882b74809a15373f6d10900bbcb",
    ],
];

const VESTA: [Multiple; 3] = [
    [
        "0x000000000000000000000000000000000000000000000000123456789abcdef1",
        "0x288fac04432e2bc2642b7e836c2468cca85c06a2e75e08825fcf5eeac77a00d2",
        "0x39cad6c0ca194f374ca4228fd730b538047257c73d442435e47b88bd74223b74",
    ],
    [
        "0x0000000000000000001790fc5110675078ece2e48a36d3c3167fd6899192efd2",
        "0x2e42ba6b2f2ef08cf0ae3a54f84d59e0a943d24d62be10b5e3b2e404c0b3f70b",
        "0x37d148895e4e1b31d5f61c8c07c1322ad26a031b10f093bcb629394eace4ca97",
    ],
    [
        "0x1edbaed33b583861bd1ed8a71554ff046940fa0ef56c0e3c50993a1557e270d1",
        "0x03389af41ce80a1b1ebef86946f0727423b8a7de550ab0dcb9c9841fef5e6d1b",
        "0x352a73a07fe9ca20162bdbc4d71dad38a5d0ccae376ee9b44ed7deb268349e2b",
    ],
];

const GRUMPKIN: [Multiple; 3] = [
    [
        "0x000000000000000000000000000000000000000000000000123456789abcdef1",
        "0x30643ae8d1aff39e9f648db182109ddc8864a4bc4533f1296758d773efe3cf98",
        "0x2d9297031e8cd0dbdfb5520ef17d7b2afa9c14b7247bb15d0150cc6a9e94771f",
    ],
    [
        "0x0000000000000000001790fc5110675078ece2e48a36d3c3167fd6899192efd2",
        "0x159bbaf399e37fc55694a84f477b3829e7d4910310c6aa89d58fe4bcd424fe75",
        "0x07f8dc89ab29196e2e47eb5da8c566e246179978562ec7abe4938a1927addc73",
    ],
    [
        "0x1d861094958548cb8fde80d70db72f8f363eac928b4d4e22d971b69812b7d167",
        "0x0338fd0616ac78c0ab4c27216b5468c1a1c8fae390123256fe46dca402d9c25a",
        "0x0073ecd50dc0f1c92285c9502a441ecaf1c6f5ea67b840c4069bd12f2ec4ced6",
    ],
];

#[test]
fn multiples_of_other_libraries() {
    published::<Pallas>(&PALLAS);
    published::<Vesta>(&VESTA);
    published::<Grumpkin>(&GRUMPKIN);
}
