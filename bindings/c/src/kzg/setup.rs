//! Setups: the points of a ceremony, and tables for commitments and proofs.

use vorpal::kzg::Setup;

use crate::context::vorpal_ctx;
use crate::entry::{call, enter};
use crate::error::Failure;
use crate::handle::{Handle, free, give};
use crate::status::vorpal_status;

/// The points of a trusted setup, and tables of multiples of them. Several threads may use a setup at the same time.
#[derive(Debug)]
pub struct vorpal_kzg_setup {
    pub(super) setup: Setup,
    /// Whether there are tables that were asked for.
    pub(super) has_tables: bool,
}

impl Handle for vorpal_kzg_setup {}

/// The setup with tables, and those of the smallest size for 0.
fn with_tables(ctx: &vorpal_ctx, setup: Setup, memory: usize) -> Result<vorpal_kzg_setup, Failure> {
    let setup = match memory {
        0 => setup,
        _ => ctx.run(|| setup.with_memory(memory))??,
    };
    Ok(vorpal_kzg_setup { setup, has_tables: memory != 0 })
}

/// Creates the setup of Ethereum's ceremony, whose points are part of the library.
///
/// `memory` is the most bytes of tables for commitments and proofs: 0 for none, or at least 1,572,864. With 0, the
/// call computes no tables: verification needs none, and the first proofs of cells compute the smallest ones. The
/// threads of the context share the work.
///
/// # Safety
/// `ctx` is null or a context; `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_kzg_setup_new(
    ctx: *const vorpal_ctx,
    memory: usize,
    out: *mut *mut vorpal_kzg_setup,
) -> vorpal_status {
    call!([ctx: vorpal_ctx], |buffers| {
        buffers.check_out(out)?;
        give(out, with_tables(ctx, Setup::ethereum(), memory)?);
    })
}

/// Creates the setup of a text in the format of c-kzg's file `trusted_setup.txt`, of `text_len` bytes: the numbers 4096
/// and 65, then 4,096 points of the Lagrange basis in G1, 65 powers in G2, and 4,096 powers in G1, each in hexadecimal
/// digits on a line of its own.
///
/// All points are checked, and that they belong together. `memory` is that of `vorpal_kzg_setup_new`.
///
/// # Safety
/// `ctx` is null or a context; `text` is null or to `text_len` bytes; `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_kzg_setup_from_text(
    ctx: *const vorpal_ctx,
    text: *const u8,
    text_len: usize,
    memory: usize,
    out: *mut *mut vorpal_kzg_setup,
) -> vorpal_status {
    call!([ctx: vorpal_ctx], |buffers| {
        buffers.check_out(out)?;
        let text = buffers.input(text, text_len, "text")?;
        let text = std::str::from_utf8(text)
            .map_err(|error| Failure::input(format_args!("text: byte {} is not UTF-8", error.valid_up_to())))?;
        let setup = ctx.run(|| Setup::from_text(text))??;
        give(out, with_tables(ctx, setup, memory)?);
    })
}

/// Creates the setup of compressed points: `lagrange` and `powers` have 4,096 points of G1 of 48 bytes, the Lagrange
/// basis and the powers, `powers_g2` 65 powers in G2 of 96 bytes, each list in natural order. The points are checked as
/// those of `vorpal_kzg_setup_from_text`, and `memory` is that of `vorpal_kzg_setup_new`.
///
/// # Safety
/// `ctx` is null or a context; each pointer is null or to memory of the stated length; `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_kzg_setup_from_points(
    ctx: *const vorpal_ctx,
    lagrange: *const u8,
    powers: *const u8,
    powers_g2: *const u8,
    memory: usize,
    out: *mut *mut vorpal_kzg_setup,
) -> vorpal_status {
    call!([ctx: vorpal_ctx], |buffers| {
        buffers.check_out(out)?;
        let lagrange = buffers.items::<48>(lagrange, 4096, "lagrange")?;
        let powers = buffers.items::<48>(powers, 4096, "powers")?;
        let powers_g2 = buffers.items::<96>(powers_g2, 65, "powers_g2")?;
        let setup = ctx.run(|| Setup::from_encodings(lagrange, powers, powers_g2))??;
        give(out, with_tables(ctx, setup, memory)?);
    })
}

/// Writes the size in bytes of the tables of a setup. Without tables, it is that of the smallest tables for proofs of
/// cells.
///
/// # Safety
/// `setup` is null or a setup; `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_kzg_setup_memory(
    setup: *const vorpal_kzg_setup,
    out: *mut usize,
) -> vorpal_status {
    call!([setup: vorpal_kzg_setup], |buffers| {
        *buffers.place(out, "out")? = setup.setup.table_plan().bytes();
    })
}

/// Frees a setup; null is ignored.
///
/// # Safety
/// `setup` is null or a setup that nobody uses afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_kzg_setup_free(setup: *mut vorpal_kzg_setup) {
    enter(|| {
        // SAFETY: the caller's promise.
        unsafe { free(setup) };
        Ok(())
    });
}
