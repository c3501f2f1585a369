//! Tests that options and inputs at their limits cause no panic, and that sums follow their plans.

use core::ops::ControlFlow;

use vorpal_curves::bls12_377::Bls12_377G1;
use vorpal_curves::bls12_377::g2::Bls12_377G2;
use vorpal_curves::bls12_381::Bls12_381G1;
use vorpal_curves::bls12_381::g2::Bls12_381G2;
use vorpal_curves::bn254::g2::Bn254G2;
use vorpal_curves::bn254::{Affine, Bn254G1, Jacobian};
use vorpal_curves::models::weierstrass::{self, Subgroup, WeierstrassCurve};
use vorpal_curves::secp256k1::Secp256k1;
use vorpal_fields::PrimeField;
use vorpal_fields::primes::Bn254Scalar as Scalar;
use vorpal_msm::{
    Algorithm, Error, JobId, Msm, MsmScalar, MsmStream, PartialMsm, PointReader, Problem,
    msm_of_readers_vartime, msm_vartime,
};

fn times(factor: u64) -> Jacobian {
    Jacobian::GENERATOR.mul_limbs_vartime(&[factor])
}

/// Few halves of scalars are nonzero, but all of them take memory.
#[test]
fn a_few_nonzero_scalars_with_memory_limits() {
    let points = vec![Affine::GENERATOR; 20_000];
    let mut scalars = vec![Scalar::ZERO; 20_000];
    for scalar in &mut scalars[..16] {
        *scalar = -Scalar::ONE;
    }
    for memory in [0, 1 << 20, 2_000_000, 2_100_000, 2_400_000, 1 << 22, usize::MAX] {
        let msm = Msm::new().memory(memory);
        assert_eq!(msm.msm_vartime(&points, &scalars), Ok(times(16).neg()), "{memory} bytes");
        for split in [false, true] {
            let msm = msm.endomorphism(split);
            assert_eq!(msm.msm_vartime(&points, &scalars), Ok(times(16).neg()), "{memory} bytes, {split}");
        }
    }
}

/// Straus's algorithm is possible for 64 points of G2 in quarters. Whether it is does not depend on the scalars.
#[test]
fn sums_of_a_few_points_of_g2_do_not_depend_on_the_length_of_scalars() {
    use vorpal_curves::bn254::g2;
    let msm = Msm::new().algorithm(Algorithm::Straus);
    for n in [8usize, 9, 20, 64, 65] {
        let points = vec![g2::Affine::GENERATOR; n];
        let members = Subgroup::new(points.as_slice()).unwrap();
        let mut scalars = vec![Scalar::ONE; n];
        let short = msm.msm_vartime(&members, &scalars);
        scalars[0] = -Scalar::ONE;
        let long = msm.msm_vartime(&members, &scalars);
        if n <= 64 {
            let times = |factor: usize| g2::Jacobian::GENERATOR.mul_limbs_vartime(&[factor as u64]);
            assert_eq!((short, long), (Ok(times(n)), Ok(times(n - 2))), "{n}");
        } else {
            assert!(matches!(short, Err(Error::NotPossible { .. })), "{n}");
            assert!(matches!(long, Err(Error::NotPossible { .. })), "{n}");
        }
    }
}

/// The default memory limit depends on the size of points and scalars.
#[test]
fn a_few_nonzero_scalars_with_default_memory() {
    let points = vec![Affine::GENERATOR; 150_000];
    let mut scalars = vec![Scalar::ZERO; 150_000];
    for scalar in scalars.iter_mut().step_by(100) {
        *scalar = -Scalar::ONE;
    }
    assert_eq!(msm_vartime(&points, &scalars), Ok(times(1500).neg()));
}

/// The numbers of points from which scalars are not split by default, which `docs/limits.md` states for one thread.
#[test]
fn scalars_of_large_sums_are_not_split() {
    fn is_split<C: WeierstrassCurve<Scalar: MsmScalar<C> + PrimeField>>(points: usize) -> bool {
        let scalars = core::iter::successors(Some(-C::Scalar::from(7)), |scalar| Some(*scalar * *scalar));
        let scalars: Vec<_> = scalars.take(points).collect();
        let points = Subgroup::unchecked(vec![weierstrass::Affine::<C>::GENERATOR; points]);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        pool.install(|| Msm::new().plan(&points, &scalars)).unwrap().endomorphism
    }
    fn check<C: WeierstrassCurve<Scalar: MsmScalar<C> + PrimeField>>(first: usize) {
        assert!(is_split::<C>(first - 2000) && !is_split::<C>(first), "{first}");
    }
    check::<Bn254G1>(205_000);
    check::<Bls12_381G1>(169_000);
    check::<Bls12_377G1>(169_000);
    check::<Bn254G2>(34_000);
    check::<Bls12_381G2>(25_000);
    check::<Bls12_377G2>(24_000);
}

/// Groups have as many windows in each round but the last. Scalars are split by default only if two windows for each
/// group fit the memory.
#[test]
fn rounds_are_even() {
    let points = Subgroup::unchecked(vec![Affine::GENERATOR; 3000]);
    let scalars = core::iter::successors(Some(-Scalar::from(7)), |scalar| Some(*scalar * *scalar));
    let scalars: Vec<Scalar> = scalars.take(3000).collect();
    for threads in [1, 2, 3, 5, 8] {
        let groups = threads.min(4);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let (mut rounds, mut splits) = (0, 0);
        for kilobytes in (50..1500).step_by(25) {
            let msm = Msm::new().algorithm(Algorithm::Affine).memory(kilobytes << 10);
            let plan = pool.install(|| msm.plan(&points, &scalars)).unwrap();
            let (windows, at_once) = (plan.windows, plan.windows_at_once);
            if at_once < windows && at_once > groups {
                assert_eq!(at_once % groups, 0, "{plan:?}");
                rounds += 1;
            }
            if plan.endomorphism {
                assert!(threads == 1 || at_once >= windows.min(2 * groups), "{plan:?}");
                splits += 1;
            }
            let forced = pool.install(|| msm.endomorphism(true).plan(&points, &scalars)).unwrap();
            assert!(forced.endomorphism && forced.windows_at_once > 0, "{forced:?}");
        }
        assert!(rounds > 0 && splits > 0 && splits < 58, "{threads} threads: {rounds} {splits}");
    }
}

/// Straus's algorithm is possible for at most eight integers; the plan and the sum agree about this.
#[test]
fn sums_of_a_few_points_follow_their_plans() {
    for n in 0..=9usize {
        let points = vec![Affine::GENERATOR; n];
        let (long, short) = (vec![-Scalar::ONE; n], vec![3u8; n]);
        for option in [None, Some(false), Some(true)] {
            let mut msm = Msm::new().algorithm(Algorithm::Straus);
            if let Some(split) = option {
                msm = msm.endomorphism(split);
            }
            let most = if option == Some(true) { 4 } else { 8 };
            let (plan, short_plan) = (msm.plan(&points, &long), msm.plan(&points, &short));
            let (sum, short_sum) = (msm.msm_vartime(&points, &long), msm.msm_vartime(&points, &short));
            if n <= most {
                assert_eq!(plan.unwrap().algorithm, Algorithm::Straus);
                assert_eq!(short_plan.unwrap().endomorphism, option == Some(true));
                assert_eq!(sum, Ok(times(n as u64).neg()), "{n} {option:?}");
                assert_eq!(short_sum, Ok(times(3 * n as u64)), "{n} {option:?}");
            } else {
                assert!(matches!(plan, Err(Error::NotPossible { .. })), "{n} {option:?}");
                assert!(matches!(sum, Err(Error::NotPossible { .. })), "{n} {option:?}");
            }
        }
        let plan = Msm::new().width(5).plan(&points, &long).unwrap();
        assert_eq!(plan.width, 5, "{n} points");
    }
}

#[test]
fn readers_accept_any_limit_of_records() {
    let mut bytes = [0; 64 * 3];
    for point in bytes.chunks_mut(64) {
        (point[0], point[32]) = (1, 2);
    }
    let mut reader = PointReader::<Bn254G1, _>::new(&bytes[..]);
    assert_eq!(reader.next_points(usize::MAX).unwrap(), [Affine::GENERATOR; 3]);
    assert_eq!(reader.next_points(usize::MAX / 64 + 1).unwrap(), []);
    let mut scalars = [0; 96];
    (scalars[0], scalars[32], scalars[64]) = (4, 5, 6);
    for memory in [usize::MAX, usize::MAX / 2, 1 << 48] {
        let msm = Msm::new().memory(memory);
        let sum = msm_of_readers_vartime::<Bn254G1>(msm, &bytes[..], &scalars[..]).unwrap();
        assert_eq!(sum, times(15));
    }
}

#[test]
fn streams_accept_any_expected_number() {
    let report = |_| ControlFlow::Continue(());
    let msm = Msm::new().memory(0).progress(&report);
    let mut stream = MsmStream::<Bn254G1, u64>::new(msm).expecting(u64::MAX);
    stream.push(&[Affine::GENERATOR; 1000], &[2; 1000]).unwrap();
    assert_eq!(stream.finish(), Ok(times(2000)));
    assert!(MsmStream::<Bn254G1, u64>::new(Msm::new().memory(usize::MAX)).chunk() <= 1 << 30);
}

/// Terms with indices above the range of `u64` are outside the problem.
#[test]
fn rejects_terms_outside_the_problem() {
    let problem = Problem { job: JobId::from_bytes([0; 32]), terms: u64::MAX, bits: 8 };
    let part = |first, n: usize| {
        PartialMsm::of_terms_vartime(problem, first, &vec![Affine::GENERATOR; n], &vec![1u8; n], Msm::new())
    };
    assert_eq!(part(u64::MAX - 3, 3).unwrap().covered()[0].end_term, u64::MAX);
    assert!(matches!(part(u64::MAX - 3, 4), Err(Error::Outside { .. })));
    assert!(matches!(part(u64::MAX, 4), Err(Error::Outside { .. })));
}

/// secp256k1 has a modulus and an order of 256 bits, and halves of 128 bits.
#[test]
fn the_longest_scalars() {
    type S = <Secp256k1 as WeierstrassCurve>::Scalar;
    type P = vorpal_curves::models::weierstrass::Jacobian<Secp256k1>;
    let generator = vorpal_curves::models::weierstrass::Affine::<Secp256k1>::GENERATOR;
    let mut points = vec![generator];
    let mut sum = P::GENERATOR;
    for _ in 1..200 {
        sum = sum.double().add_affine_vartime(&generator);
        points.push(sum.to_affine());
    }
    let mut scalar = S::from(7);
    let scalars: Vec<S> = (0..200)
        .map(|i| {
            scalar = scalar.square() + S::ONE;
            [scalar, -S::ONE, S::ZERO, -S::from(i)][i as usize % 4]
        })
        .collect();
    let integers: Vec<u128> = (0..200).map(|i| u128::MAX - (i % 3)).collect();
    let naive = points.iter().zip(&scalars).fold(P::IDENTITY, |sum, (p, s)| {
        sum.add_vartime(&P::from_affine(p).mul_limbs_vartime(&s.to_limbs()))
    });
    let naive_integers = points.iter().zip(&integers).fold(P::IDENTITY, |sum, (p, s)| {
        sum.add_vartime(&P::from_affine(p).mul_limbs_vartime(&[*s as u64, (*s >> 64) as u64]))
    });
    for algorithm in [Algorithm::Affine, Algorithm::Xyzz, Algorithm::Jacobian] {
        for split in [false, true] {
            for width in 2..=16 {
                let msm = Msm::new().algorithm(algorithm).endomorphism(split).width(width);
                assert_eq!(msm.msm_vartime(&points, &scalars), Ok(naive), "{algorithm} {split} {width}");
                assert_eq!(
                    msm.msm_vartime(&points, &integers),
                    Ok(naive_integers),
                    "{algorithm} {split} {width}"
                );
            }
        }
    }
}
