//! What sums over prepared bases take, counted, against what their plans say.
//!
//! Threads count apart: all of it runs on one.

use vorpal_curves::bls12_377::Bls12_377G1;
use vorpal_curves::models::weierstrass::{Affine, Jacobian, Subgroup, WeierstrassCurve};
use vorpal_limbs::count::on_this_thread;
use vorpal_msm::{Bases, PreparedBases};

type Scalar = <Bls12_377G1 as WeierstrassCurve>::Scalar;

/// The multiplications of a sum for each base, if they are within five percent of the plan.
fn counted<B: Bases<Curve = Bls12_377G1> + ?Sized>(points: &B, scalars: &[Scalar], memory: usize) -> f64 {
    let bases = PreparedBases::new(points, memory).unwrap();
    let (_, counts) = on_this_thread(|| bases.msm_vartime(scalars).unwrap());
    let counted = (counts.multiplications + counts.squarings) as f64;
    let (ratio, each) = (counted / bases.plan().multiplications as f64, counted / scalars.len() as f64);
    println!("{each:.1} a base counted, {ratio:.4} of what is planned: {}\n", bases.plan().explain());
    assert!((0.95..1.05).contains(&ratio), "{ratio} of what is planned: {}", bases.plan().explain());
    each
}

#[test]
fn plans_cost_what_they_say() {
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
        // Two plans may be alike.
        assert!(each < 1.01 * before, "{each} with {times} times the bytes, {before} with fewer");
        before = each;
    }
    assert!(before < 160.0, "{before} with a single set of buckets");
}
