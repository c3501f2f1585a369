//! The planner's choice for sums of points, timed beside its neighbours: other algorithms, widths, split scalars.
//!
//! All choices of a row have the same points and scalars, and their sums are compared.

mod choices;
mod inputs;
mod times;

use clap::{Parser, ValueEnum};
use comfy_table::Table;
use vorpal::curves::models::weierstrass::WeierstrassCurve;
use vorpal::curves::{bls12_377, bls12_381, bn254};
use vorpal::fields::PrimeField;
use vorpal::limbs::backend::Backend;
use vorpal::msm::{Msm, MsmScalar};

/// Times the planner's choice for sums of points beside its neighbours
#[derive(Parser)]
struct Arguments {
    /// The curves.
    #[arg(long, value_delimiter = ',', default_value = "bls12-377-g1")]
    curves: Vec<Curve>,
    /// The base-2 logarithms of the numbers of points.
    #[arg(long, value_delimiter = ',', default_values_t = [10, 11, 12, 13, 14, 15, 16, 17, 18])]
    sizes: Vec<u32>,
    /// The numbers of threads.
    #[arg(long, value_delimiter = ',', default_values_t = [1, 2])]
    threads: Vec<usize>,
    /// The number of samples of each choice.
    #[arg(long, default_value_t = 7)]
    rounds: usize,
    /// Prints every choice, not only the fastest.
    #[arg(long)]
    all: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Curve {
    #[value(name = "bls12-377-g1")]
    Bls12_377G1,
    #[value(name = "bls12-381-g1")]
    Bls12_381G1,
    #[value(name = "bls12-381-g2")]
    Bls12_381G2,
    #[value(name = "bn254-g1")]
    Bn254G1,
    #[value(name = "bn254-g2")]
    Bn254G2,
}

fn main() {
    let arguments = Arguments::parse();
    println!("backend {}", Backend::of_batches().name());
    let mut table = Table::new();
    table.set_header(["curve", "points", "threads", "choice", "ms", "planned / this"]);
    for curve in &arguments.curves {
        let name = curve.to_possible_value().map_or_else(String::new, |value| value.get_name().into());
        for &threads in &arguments.threads {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
            for &size in &arguments.sizes {
                pool.install(|| {
                    let rows = match curve {
                        Curve::Bls12_377G1 => rows::<bls12_377::Bls12_377G1>(size, &arguments),
                        Curve::Bls12_381G1 => rows::<bls12_381::Bls12_381G1>(size, &arguments),
                        Curve::Bls12_381G2 => rows::<bls12_381::g2::Bls12_381G2>(size, &arguments),
                        Curve::Bn254G1 => rows::<bn254::Bn254G1>(size, &arguments),
                        Curve::Bn254G2 => rows::<bn254::g2::Bn254G2>(size, &arguments),
                    };
                    for [choice, milliseconds, ratio] in rows {
                        let points = format!("2^{size}");
                        table.add_row([
                            name.clone(),
                            points,
                            threads.to_string(),
                            choice,
                            milliseconds,
                            ratio,
                        ]);
                    }
                });
            }
        }
    }
    println!("{table}");
}

/// The rows of a size: the planner's choice, then the fastest others.
fn rows<C: WeierstrassCurve>(size: u32, arguments: &Arguments) -> Vec<[String; 3]>
where
    C::Scalar: PrimeField + MsmScalar<C>,
{
    let number = 1 << size;
    let points = &inputs::points::<C>(number);
    let scalars = &inputs::scalars::<C::Scalar>(number);
    let choices = choices::choices(points, scalars);
    let sum = Msm::new().msm_vartime(points, scalars).expect("a sum without options");
    let works: Vec<Box<dyn Fn() + Sync>> = choices
        .iter()
        .map(|choice| {
            let options = choice.options();
            Box::new(move || {
                let result = options.msm_vartime(points, scalars).expect("a choice with a plan");
                assert!(result == sum, "{}: another sum", choice.describe());
            }) as Box<dyn Fn() + Sync>
        })
        .collect();
    let times = times::least(arguments.rounds, &works);
    let planned = times[0];
    let mut rows: Vec<_> = choices.iter().zip(times).skip(1).collect();
    rows.sort_by_key(|(_, time)| *time);
    if !arguments.all {
        rows.truncate(1);
    }
    let row = |what: String, time: std::time::Duration| {
        let ratio = planned.as_secs_f64() / time.as_secs_f64();
        [what, format!("{:.3}", time.as_secs_f64() * 1e3), format!("{ratio:.3}")]
    };
    std::iter::once(row(format!("planned: {}", choices[0].describe()), planned))
        .chain(rows.into_iter().map(|(choice, time)| row(choice.describe(), time)))
        .collect()
}
