//! Trees: where they are, how they are opened.

use std::ffi::c_char;
use std::sync::RwLockReadGuard;
use std::time::Duration;

use vorpal::tree::{DiskOptions, DiskStore, MemoryStore, Tree};
use vorpal_bindings::tree::AnyTree;

use crate::buffer::Plain;
use crate::context::vorpal_ctx;
use crate::entry::{call, enter};
use crate::error::Failure;
use crate::guarded::{Guarded, Held};
use crate::handle::{Handle, free, give};
use crate::status::vorpal_status;

/// How a tree on disk is opened.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum vorpal_open {
    /// An existing store.
    VORPAL_OPEN_EXISTING = 0,
    /// A new store; an existing one is an error.
    VORPAL_OPEN_CREATE = 1,
    /// An existing store, or a new one if there is none.
    VORPAL_OPEN_OR_CREATE = 2,
}

impl vorpal_open {
    fn of(number: i32) -> Result<Self, Failure> {
        match number {
            0 => Ok(Self::VORPAL_OPEN_EXISTING),
            1 => Ok(Self::VORPAL_OPEN_CREATE),
            2 => Ok(Self::VORPAL_OPEN_OR_CREATE),
            _ => Err(Failure::argument(format_args!("mode is {number}, not a vorpal_open"))),
        }
    }
}

/// Options of a tree on disk. `vorpal_tree_options_default` fills them.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct vorpal_tree_options {
    /// Blocks that can be rolled back. Fixed at creation.
    pub window: u64,
    /// Bytes of the cache.
    pub cache: u64,
    /// How long opening waits for a lock of another process, in milliseconds.
    pub wait_ms: u64,
    /// Whether opening reads the whole file and compares checksums: 1 or 0.
    pub check: u64,
}

// SAFETY: four integers of the same size.
unsafe impl Plain for vorpal_tree_options {}

/// A state tree. Several threads may read at the same time; a writer waits for them, and they for it.
///
/// A tree on disk belongs to the process that opened it. In a child of a `fork`, calls that read or write it are
/// `VORPAL_ERROR_STORE`, and `vorpal_tree_free` leaves the file as it is. A tree in memory is a copy there.
#[derive(Debug)]
pub struct vorpal_tree {
    tree: Guarded<AnyTree>,
}

impl Handle for vorpal_tree {}

impl vorpal_tree {
    pub(super) fn read(&self) -> Result<Held<'_, RwLockReadGuard<'_, AnyTree>>, Failure> {
        self.tree.read()
    }

    /// Reads the tree on the threads of a context.
    ///
    /// The calling thread holds the lock. A thread of the context that waited for the lock could be the one that its
    /// holder waits for: a join runs other calls in the meantime.
    pub(super) fn read_on<R: Send, E: Send>(
        &self,
        ctx: &vorpal_ctx,
        work: impl FnOnce(&AnyTree) -> Result<R, E> + Send,
    ) -> Result<R, Failure>
    where
        Failure: From<E>,
    {
        let guard = self.tree.read()?;
        let tree = &*guard;
        Ok(ctx.run(|| work(tree))??)
    }

    /// Writes the tree on the threads of a context. The calling thread holds the lock: see [`read_on`](Self::read_on).
    pub(super) fn write_on<R: Send, E: Send>(
        &self,
        ctx: &vorpal_ctx,
        work: impl FnOnce(&mut AnyTree) -> Result<R, E> + Send,
    ) -> Result<R, Failure>
    where
        Failure: From<E>,
    {
        let mut guard = self.tree.write()?;
        let tree = &mut *guard;
        Ok(ctx.run(|| work(tree))??)
    }

    fn new(tree: AnyTree) -> Self {
        Self { tree: Guarded::new(tree) }
    }
}

/// Creates an empty tree in memory that can roll back `window` blocks.
///
/// # Safety
/// `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_tree_in_memory(window: u64, out: *mut *mut vorpal_tree) -> vorpal_status {
    call!([], |buffers| {
        buffers.check_out(out)?;
        give(out, vorpal_tree::new(AnyTree::Memory(Box::new(Tree::over(MemoryStore::with_window(window))))));
    })
}

/// Fills options with their defaults: a window of 128 blocks, a cache of 64 MiB, no waiting, a check at opening.
///
/// # Safety
/// `options` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_tree_options_default(options: *mut vorpal_tree_options) -> vorpal_status {
    call!([], |buffers| {
        *buffers.place(options, "options")? =
            vorpal_tree_options { window: 128, cache: 64 << 20, wait_ms: 0, check: 1 };
    })
}

/// Opens or creates the tree in a directory. `mode` is a `vorpal_open`; null as `options` stands for the defaults.
///
/// # Safety
/// `directory` is null or a text that ends with a zero byte; `options` is null or readable; `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_tree_open(
    directory: *const c_char,
    mode: i32,
    options: *const vorpal_tree_options,
    out: *mut *mut vorpal_tree,
) -> vorpal_status {
    call!([], |buffers| {
        buffers.check_out(out)?;
        let directory = buffers.path(directory, "directory")?;
        let mut disk = DiskOptions::default();
        if !options.is_null() {
            let options = buffers.input(options, 1, "options")?[0];
            let cache = usize::try_from(options.cache);
            disk = disk
                .window(options.window)
                .cache(cache.map_err(|_| Failure::argument("options.cache is too large"))?)
                .wait(Duration::from_millis(options.wait_ms))
                .check(options.check != 0);
        }
        let store = match vorpal_open::of(mode)? {
            vorpal_open::VORPAL_OPEN_EXISTING => DiskStore::open(directory, disk),
            vorpal_open::VORPAL_OPEN_CREATE => DiskStore::create(directory, disk),
            vorpal_open::VORPAL_OPEN_OR_CREATE => DiskStore::open_or_create(directory, disk),
        };
        give(out, vorpal_tree::new(AnyTree::Disk(Box::new(Tree::over(store?)))));
    })
}

/// Closes a tree; null is ignored. Writes since the last commit are dropped.
///
/// # Safety
/// `tree` is null or a tree that nobody uses afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_tree_free(tree: *mut vorpal_tree) {
    enter(|| {
        // SAFETY: the caller's promise.
        unsafe { free(tree) };
        Ok(())
    });
}
