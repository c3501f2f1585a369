//! A contender for rapidsnark: its C functions, from the library that `make host` builds in a checkout, or `make
//! host_arm64` for AArch64.

use std::env;
use std::ffi::{CString, c_char, c_int, c_ulong, c_ulonglong, c_void};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::ptr::null_mut;
use std::sync::OnceLock;

use contender::groth16::{self, Proof};
use libloading::{Library, Symbol};

#[global_allocator]
static ALLOCATOR: contender::CountingAllocator = contender::CountingAllocator;

/// The variable with the path of the checkout.
const CHECKOUT: &str = "VORPAL_RAPIDSNARK";
/// The folder where its targets install the library.
const PACKAGE: &str = if cfg!(target_arch = "aarch64") { "package_arm64" } else { "package" };
/// The length of buffers for errors, and the greatest one of a list of signals.
const BUFFER: usize = 1 << 16;

/// `groth16_prover_create`: the prover, the key and its length, the error and its length.
type Create =
    unsafe extern "C" fn(*mut *mut c_void, *const c_void, c_ulonglong, *mut c_char, c_ulonglong) -> c_int;
/// `groth16_prover_prove`: the prover, the witness, the proof, the signals and the error, each with its length.
type Prove = unsafe extern "C" fn(
    *mut c_void,
    *const c_void,
    c_ulonglong,
    *mut c_char,
    *mut c_ulonglong,
    *mut c_char,
    *mut c_ulonglong,
    *mut c_char,
    c_ulonglong,
) -> c_int;
/// `groth16_prover_destroy`.
type Destroy = unsafe extern "C" fn(*mut c_void);
/// `groth16_verify`: the proof, the signals and the key as JSON, the error and its length.
type Verify =
    unsafe extern "C" fn(*const c_char, *const c_char, *const c_char, *mut c_char, c_ulong) -> c_int;

static LIBRARY: OnceLock<Library> = OnceLock::new();

/// A function of the library.
///
/// # Safety
/// `T` is the type of the function with this name.
unsafe fn function<T>(name: &str) -> Symbol<'static, T> {
    let library = LIBRARY.get().expect("main loads the library");
    // SAFETY: by the contract of this function.
    unsafe { library.get(name) }.unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A buffer that functions write text to.
struct Text(Vec<u8>);

impl Text {
    fn new() -> Self {
        Self(vec![0; BUFFER])
    }

    fn pointer(&mut self) -> *mut c_char {
        self.0.as_mut_ptr().cast()
    }

    /// The text up to the first zero.
    fn read(&self) -> String {
        let text = self.0.split(|byte| *byte == 0).next().unwrap_or_default();
        String::from_utf8_lossy(text).into_owned()
    }
}

/// A prover, and the bytes of the key that it refers to. `groth16_prover_create_zkey_file` unmaps them too early.
struct Prover {
    prover: *mut c_void,
    _key: Vec<u8>,
}

impl Drop for Prover {
    fn drop(&mut self) {
        // SAFETY: the type is that of `prover.h`; the prover was created and is used no more.
        unsafe { function::<Destroy>("groth16_prover_destroy")(self.prover) };
    }
}

fn c_string(text: &str) -> Result<CString, String> {
    CString::new(text).map_err(|error| error.to_string())
}

impl groth16::Prover for Prover {
    fn open(key: &Path) -> Result<Self, String> {
        let key = std::fs::read(key).map_err(|error| error.to_string())?;
        let (mut prover, mut error) = (null_mut(), Text::new());
        // SAFETY: the type is that of `prover.h`; the key and the error have so many bytes, and the key stays in place.
        let code = unsafe {
            let create = function::<Create>("groth16_prover_create");
            let (bytes, length) = (key.as_ptr().cast(), key.len() as c_ulonglong);
            create(&raw mut prover, bytes, length, error.pointer(), BUFFER as c_ulonglong)
        };
        if code == 0 { Ok(Self { prover, _key: key }) } else { Err(error.read()) }
    }

    fn prove(&self, witness: &[u8]) -> Result<Proof, String> {
        let [mut proof, mut public, mut error] = [(); 3].map(|()| Text::new());
        let [mut proof_size, mut public_size] = [BUFFER as c_ulonglong; 2];
        // SAFETY: the type is that of `prover.h`; all buffers have as many bytes as is said.
        let code = unsafe {
            function::<Prove>("groth16_prover_prove")(
                self.prover,
                witness.as_ptr().cast(),
                witness.len() as c_ulonglong,
                proof.pointer(),
                &raw mut proof_size,
                public.pointer(),
                &raw mut public_size,
                error.pointer(),
                BUFFER as c_ulonglong,
            )
        };
        if code != 0 {
            return Err(error.read());
        }
        Ok(Proof { proof: proof.read(), public: public.read() })
    }

    fn is_valid(key: &str, proof: &Proof) -> Result<bool, String> {
        let [key, public, proof] = [c_string(key)?, c_string(&proof.public)?, c_string(&proof.proof)?];
        let mut error = Text::new();
        // SAFETY: the type is that of `verifier.h`; the texts end with zero, and the error has so many bytes.
        let code = unsafe {
            let verify = function::<Verify>("groth16_verify");
            verify(proof.as_ptr(), public.as_ptr(), key.as_ptr(), error.pointer(), BUFFER as c_ulong)
        };
        match code {
            0 => Ok(true),
            1 => Ok(false),
            _ => Err(error.read()),
        }
    }
}

fn main() -> ExitCode {
    let Some(checkout) = env::var_os(CHECKOUT).map(PathBuf::from) else {
        eprintln!("{CHECKOUT} is not set: the path of a checkout of rapidsnark, after `make host`");
        return ExitCode::from(2);
    };
    let path = checkout.join(PACKAGE).join("lib/librapidsnark.so");
    // SAFETY: the library is that of rapidsnark, which has no code that runs before its functions are called but for
    // the constructors of C++.
    match unsafe { Library::new(&path) } {
        Ok(library) => LIBRARY.get_or_init(|| library),
        Err(error) => {
            eprintln!("{}: {error}", path.display());
            return ExitCode::from(2);
        }
    };
    let mut contender = contender::Contender::new("rapidsnark", "of VORPAL_RAPIDSNARK");
    groth16::provers::<Prover>(&mut contender, "groth16_prover_prove");
    contender.serve();
    ExitCode::SUCCESS
}
