//! Tests of the planner's cost model against counted multiplications.
//!
//! Multiplications are counted per thread, so each sum runs on one thread.

use vorpal_curves::bls12_377::Bls12_377G1;
use vorpal_curves::bls12_381::g2::Bls12_381G2;
use vorpal_curves::bn254::Bn254G1;
use vorpal_curves::bn254::g2::Bn254G2;
use vorpal_curves::models::weierstrass::{Affine, Jacobian, Subgroup, WeierstrassCurve};
use vorpal_fields::Field;
use vorpal_limbs::backend::Backend;
use vorpal_limbs::count::on_this_thread;
use vorpal_msm::{Algorithm, Msm, MsmScalar};
use vorpal_oracle::documents;
use vorpal_oracle::effort::is_full;

fn random_terms<C: WeierstrassCurve>(number: usize) -> (Vec<Affine<C>>, Vec<C::Scalar>) {
    let mut point = Jacobian::<C>::GENERATOR.mul_limbs_vartime(&[12345]);
    let factor = C::Scalar::from(0x9e37_79b9_7f4a_7c15).square().square() + C::Scalar::ONE;
    let mut scalar = C::Scalar::from(3);
    let (mut points, mut scalars) = (Vec::new(), Vec::new());
    for _ in 0..number {
        points.push(point);
        point = point.add_affine_vartime(&Affine::GENERATOR);
        scalar = scalar * factor + C::Scalar::ONE;
        scalars.push(scalar);
    }
    (Jacobian::normalise_batch(&points), scalars)
}

/// The counted multiplications of a sum per point. Checks that they are within three percent of the plan.
fn check<C: WeierstrassCurve, S: MsmScalar<C>>(msm: Msm<'_>, points: &[Affine<C>], scalars: &[S]) -> f64 {
    let points = Subgroup::unchecked(points);
    let plan = msm.plan(&points, scalars).unwrap();
    let (_, counts) = on_this_thread(|| msm.msm_vartime(&points, scalars).unwrap());
    let counted = (counts.multiplications + counts.squarings) as f64;
    let ratio = counted / plan.multiplications as f64;
    let (explanation, number) = (plan.explain(), plan.points as f64);
    println!("{:.1} per point counted, {ratio:.4} of the plan: {explanation}\n", counted / number);
    assert!((0.97..1.03).contains(&ratio), "{counted} multiplications, {ratio} of the plan: {explanation}");
    counted / number
}

#[test]
fn counted_cost_agrees_with_the_plan() {
    rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap().install(plans_cost);
}

fn plans_cost() {
    let (points, scalars) = random_terms::<Bls12_377G1>(1 << 16);
    let short: Vec<u64> = (1..=1 << 16).map(|i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
    let page = std::fs::read_to_string(documents::root().join("docs/sums.md")).unwrap();
    for log in [10, 12, 14, 16] {
        let (points, scalars) = (&points[..1 << log], &scalars[..1 << log]);
        let each = check(Msm::new(), points, scalars);
        // The table has the plans for these vectors.
        let is_stated = page.contains(&format!("| 2^{log} | {each:.0} |"));
        assert!(
            is_stated || Backend::of_batches() != Backend::Avx512Ifma,
            "docs/sums.md: {each} for 2^{log}"
        );
        assert!(log < 16 || each < 135.0, "{each} multiplications for each of 2^16 points");
        // The options of the largest sums with full effort only.
        if log == 16 && !is_full() {
            continue;
        }
        check(Msm::new().endomorphism(false), points, scalars);
        // For 2^10 short scalars, the cost of the window of carries is not negligible.
        if log > 10 {
            check(Msm::new(), points, &short[..1 << log]);
        }
        for width in [8, 11, 13] {
            check(Msm::new().algorithm(Algorithm::Affine).endomorphism(true).width(width), points, scalars);
        }
    }
    let (points, scalars) = (&points[..1 << 12], &scalars[..1 << 12]);
    for (algorithm, width) in [
        (Algorithm::Xyzz, 7),
        (Algorithm::Xyzz, 10),
        (Algorithm::Xyzz, 13),
        (Algorithm::Jacobian, 10),
        (Algorithm::Edwards, 7),
        (Algorithm::Edwards, 10),
    ] {
        for split in [false, true] {
            check(Msm::new().algorithm(algorithm).endomorphism(split).width(width), points, scalars);
        }
    }
    let straus = Msm::new().algorithm(Algorithm::Straus);
    for number in [4, 8] {
        check(straus.endomorphism(number == 4), &points[..number], &scalars[..number]);
        check(straus, &points[..number], &short[5..][..number]);
        // With as many nonzero digits as integers of 31 bits have on average.
        check(straus, &points[..number], &[0x4924_9249u32; 8][..number]);
    }
    let (points, scalars) = random_terms::<Bn254G1>(3000);
    check(Msm::new(), &points, &scalars);
}

/// Products and squares of `Fp2` take different numbers of multiplications. Few points by tables, many by buckets.
#[test]
fn counted_cost_of_g2_agrees_with_the_plan() {
    rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap().install(|| {
        plans_cost_of_g2::<Bls12_381G2>();
        plans_cost_of_g2::<Bn254G2>();
    });
}

fn plans_cost_of_g2<C: WeierstrassCurve>()
where
    C::Scalar: MsmScalar<C>,
{
    let (points, scalars) = random_terms::<C>(1 << 12);
    for number in [3, 8, 9, 16, 32, 64] {
        let msm = Msm::new().algorithm(Algorithm::Straus);
        check(msm, &points[..number], &scalars[..number]);
    }
    for number in [1 << 10, 1 << 11, 1 << 12] {
        let (points, scalars) = (&points[..number], &scalars[..number]);
        let each = check(Msm::new(), points, scalars);
        assert!(number < 1 << 12 || each < 480.0, "{each} multiplications for each of 2^12 points");
        check(Msm::new().algorithm(Algorithm::Affine).endomorphism(false), points, scalars);
        for width in [9, 11, 13] {
            check(Msm::new().algorithm(Algorithm::Affine).width(width), points, scalars);
        }
    }
    let (points, scalars) = (&points[..1 << 11], &scalars[..1 << 11]);
    for split in [false, true] {
        check(Msm::new().algorithm(Algorithm::Xyzz).endomorphism(split).width(8), points, scalars);
    }
}
