//! Writes the seeds to `corpus/`: a folder for each target, a file for each seed.

#![forbid(unsafe_code)]

use std::path::Path;
use std::{fs, io};

fn main() -> io::Result<()> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    for (target, _) in fuzz::TARGETS {
        let folder = corpus.join(target);
        fs::create_dir_all(&folder)?;
        for (name, bytes) in fuzz::seeds(target) {
            fs::write(folder.join(name), bytes)?;
        }
    }
    Ok(())
}
