//! A fixed list of Vorpal's operations on fixed operands, for `lab counts`.
//!
//! With the argument `backend` it only names the kernels in use. Otherwise it prints a line for each: its name and how often it was done; built with the feature `count`, also how many multiplications,
//! squarings and inversions that took in all. Without the feature, run under callgrind with `--zero-before=measured
//! --dump-after=measured`, which then writes the instructions of each operation into a file of its own, in this order.
//!
//! Adding an operation is adding a line to [`list`]. One that is a workload of `lab compare` has its name.

mod list;
mod signatures;

use std::hint::black_box;

use vorpal::limbs::backend::Backend;

fn main() {
    if std::env::args().nth(1).as_deref() == Some("backend") {
        println!("backend {}", Backend::active().name());
        return;
    }
    // One thread, so that callgrind sees all work beneath `measured`.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool of one thread");
    pool.install(|| {
        println!("backend {}", Backend::active().name());
        list::all(&mut Operation);
    });
}

/// What an operation is handed to.
struct Operation;

impl Operation {
    /// Does the work once, which is `times` operations.
    fn of<T>(&mut self, name: &str, times: u64, mut work: impl FnMut() -> T) {
        // Whatever is computed once in a process is computed here.
        black_box(work());
        #[cfg(feature = "count")]
        {
            let ((), counts) =
                vorpal::limbs::count::on_this_thread(|| measured(&mut || drop(black_box(work()))));
            let vorpal::limbs::count::Counts { multiplications, squarings, inversions, .. } = counts;
            println!("{name} {times} {multiplications} {squarings} {inversions}");
        }
        #[cfg(not(feature = "count"))]
        {
            measured(&mut || drop(black_box(work())));
            println!("{name} {times}");
        }
    }
}

/// The function that callgrind watches.
#[unsafe(no_mangle)]
#[inline(never)]
fn measured(work: &mut dyn FnMut()) {
    work();
}
