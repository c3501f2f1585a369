//! A fixed list of Vorpal's operations on fixed operands, for `lab counts`.
//!
//! With the argument `backend` the program only prints the name of the kernels in use. Otherwise it prints a line for
//! each operation: its name and the number of repetitions. With the feature `count` the line also contains the total
//! numbers of multiplications, squarings and inversions.
//!
//! Without the feature it runs under callgrind with `--zero-before=measured --dump-after=measured`. Callgrind then
//! writes the instructions of each operation into a file of its own, in the order of the list.
//!
//! For AArch64, it runs under qemu with the plugin of `lab/arm64`, which counts the instructions between two marks.
//!
//! To add an operation, add a line to [`list`]. An operation that is a workload of `lab compare` has the same name.

mod contracts;
mod list;
mod p256;
mod pairings;
mod signatures;

use std::hint::black_box;

use vorpal::limbs::backend::Backend;

fn main() {
    if std::env::args().nth(1).as_deref() == Some("backend") {
        println!("backend {}", Backend::active().name());
        return;
    }
    // One thread, so that all work is below `measured` in the call graph of callgrind.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool of one thread");
    pool.install(|| {
        println!("backend {}", Backend::active().name());
        list::all(&mut Operation);
    });
}

/// The function that receives each operation.
struct Operation;

impl Operation {
    /// Runs the work once, which is `times` operations.
    fn of<T>(&mut self, name: &str, times: u64, mut work: impl FnMut() -> T) {
        // Values that are computed once per process are computed here.
        black_box(work());
        mark();
        #[cfg(feature = "count")]
        let counts = vorpal::limbs::count::on_this_thread(|| measured(&mut || drop(black_box(work())))).1;
        #[cfg(not(feature = "count"))]
        measured(&mut || drop(black_box(work())));
        mark();
        #[cfg(feature = "count")]
        {
            let vorpal::limbs::count::Counts { multiplications, squarings, inversions, .. } = counts;
            println!("{name} {times} {multiplications} {squarings} {inversions}");
        }
        #[cfg(not(feature = "count"))]
        println!("{name} {times}");
    }
}

/// A system call that no operation makes: `getpid`.
#[inline(never)]
fn mark() {
    black_box(std::process::id());
}

/// The function that callgrind observes.
#[unsafe(no_mangle)]
#[inline(never)]
fn measured(work: &mut dyn FnMut()) {
    work();
}
