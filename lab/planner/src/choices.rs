//! The choices that are timed: those near the best of each algorithm, by the planner's own costs.

use vorpal::curves::models::weierstrass::{Affine, Subgroup, WeierstrassCurve};
use vorpal::msm::{Algorithm, Msm, MsmScalar, Plan};

/// The widths on both sides of the width that the planner selects for an algorithm.
const NEIGHBOURS: usize = 2;
/// Choices with more multiplications than this multiple of the planner's are left out.
const MOST: u64 = 3;

/// An algorithm, its width, and whether scalars are split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) algorithm: Algorithm,
    pub(crate) endomorphism: bool,
    pub(crate) width: usize,
}

impl Choice {
    pub(crate) fn of(plan: &Plan) -> Self {
        Self { algorithm: plan.algorithm, endomorphism: plan.endomorphism, width: plan.width }
    }

    /// The options that lead to this choice.
    pub(crate) fn options(self) -> Msm<'static> {
        let options = Msm::new().algorithm(self.algorithm).endomorphism(self.endomorphism);
        if self.width == 0 { options } else { options.width(self.width) }
    }

    pub(crate) fn describe(self) -> String {
        let split = if self.endomorphism { ", split" } else { "" };
        if self.width == 0 {
            format!("{}{split}", self.algorithm.name())
        } else {
            format!("{} {}{split}", self.algorithm.name(), self.width)
        }
    }
}

/// The planner's choice, then the others. Choices that the points or the options exclude are left out.
pub(crate) fn choices<C: WeierstrassCurve, S: MsmScalar<C>>(
    points: &Subgroup<Vec<Affine<C>>>,
    scalars: &[S],
) -> Vec<Choice> {
    let planned = Msm::new().plan(points, scalars).expect("a plan exists without options");
    let mut choices = vec![Choice::of(&planned)];
    for endomorphism in [false, true] {
        for &algorithm in Algorithm::ALL {
            let options = Msm::new().algorithm(algorithm).endomorphism(endomorphism);
            let Ok(best) = options.plan(points, scalars) else { continue };
            let widths = best.width.saturating_sub(NEIGHBOURS)..=best.width + NEIGHBOURS;
            let widths = if best.width == 0 { 0..=0 } else { widths };
            choices.extend(widths.filter_map(|width| {
                let choice = Choice { width, ..Choice::of(&best) };
                let plan = choice.options().plan(points, scalars).ok()?;
                (plan.multiplications <= MOST * planned.multiplications).then_some(choice)
            }));
        }
    }
    let mut distinct: Vec<Choice> = Vec::new();
    for choice in choices {
        if !distinct.contains(&choice) {
            distinct.push(choice);
        }
    }
    distinct
}
