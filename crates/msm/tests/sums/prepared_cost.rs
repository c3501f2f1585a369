//! Tests of the planned cost of sums over prepared bases against counted multiplications.
//!
//! Multiplications are counted per thread, so each sum runs on one thread.

use vorpal_curves::bls12_377::Bls12_377G1;
use vorpal_curves::models::weierstrass::{Affine, Jacobian, Subgroup, WeierstrassCurve};
use vorpal_limbs::count::on_this_thread;
use vorpal_msm::{Bases, PreparedBases};

type Scalar = <Bls12_377G1 as WeierstrassCurve>::Scalar;

/// The counted multiplications of a sum per base. Checks that they are within five percent of the plan.
fn counted<B: Bases<Curve = Bls12_377G1> + ?Sized>(points: &B, scalars: &[Scalar], memory: usize) -> f64 {
    let bases = PreparedBases::new(points, memory).unwrap();
    let (_, counts) = on_this_thread(|| bases.msm_vartime(scalars).unwrap());
    let counted = (counts.multiplications + counts.squarings) as f64;
    let (ratio, each) = (counted / bases.plan().multiplications as f64, counted / scalars.len() as f64);
    println!("{each:.1} per base counted, {ratio:.4} of the plan: {}\n", bases.plan().explain());
    assert!((0.95..1.05).contains(&ratio), "{ratio} of the plan: {}", bases.plan().explain());
    each
}

#[test]
fn counted_cost_agrees_with_the_plan() {
    rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap().install(plans_cost);
}

fn plans_cost() {
    let number = 1 << 12;
    let factor = Scalar::from_le_bytes_reduced(&[0x9d; 40]);
    let (mut point, mut scalar) = (Jacobian::<Bls12_377G1>::GENERATOR, Scalar::from(3));
    let (mut points, mut scalars) = (Vec::new(), Vec::new());
    for _ in 0..number {
        points.push(point);
        point = point.add_affine_vartime(&Affine::GENERATOR);
        scalar = scalar * factor + Scalar::ONE;
        scalars.push(scalar);
    }
    let points = Subgroup::unchecked(Jacobian::normalise_batch(&points));
    let bytes = 96 * number + 68;
    let mut before = f64::INFINITY;
    for times in [1, 2, 4, 8, 16, 40] {
        let each = counted(&points, &scalars, times * bytes);
        // Both memory limits may have the same plan.
        assert!(each < 1.01 * before, "{each} with {times} times the bytes, {before} with less memory");
        before = each;
    }
    assert!(before < 160.0, "{before} with a single set of buckets");
}
