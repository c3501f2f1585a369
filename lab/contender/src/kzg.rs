//! Registers commitments, proofs and cells of Ethereum's blobs (EIP-4844 and EIP-7594).

use std::cell::OnceCell;
use std::rc::Rc;
use std::time::Instant;

use crate::message::Bytes;
use crate::prepared::{Prepared, nanoseconds};
use crate::registry::{Contender, Input, Refusal};
use crate::rows;

/// The cells of a blob.
const CELLS: usize = 128;
/// The column of `kzg.verify_cells.column48`.
const COLUMN: u64 = 5;

/// A library of KZG commitments, with its own types of arguments. `None` stands for an error.
pub trait Kzg: Clone + 'static {
    /// A blob.
    type Blob: 'static;
    /// A cell.
    type Cell: Clone + 'static;
    /// An encoded commitment or proof.
    type Point: Clone + 'static;

    /// Bytes as a blob, without checks but of the length.
    fn blob(bytes: &[u8]) -> Option<Self::Blob>;
    /// Bytes as a cell, without checks but of the length.
    fn cell(bytes: &[u8]) -> Option<Self::Cell>;
    /// Bytes as an encoding, without checks but of the length.
    fn point(bytes: &[u8]) -> Option<Self::Point>;
    /// The bytes of a cell.
    fn cell_bytes(cell: &Self::Cell) -> Vec<u8>;
    /// The bytes of an encoding.
    fn point_bytes(point: &Self::Point) -> Vec<u8>;

    /// The commitment to a blob.
    fn commit(&self, blob: &Self::Blob) -> Option<Self::Point>;
    /// The proof of a blob.
    fn blob_proof(&self, blob: &Self::Blob, commitment: &Self::Point) -> Option<Self::Point>;
    /// The cells of a blob.
    fn cells(&self, blob: &Self::Blob) -> Option<Vec<Self::Cell>>;
    /// The cells of a blob and their proofs.
    fn cells_and_proofs(&self, blob: &Self::Blob) -> Option<CellsAndProofs<Self>>;
    /// All cells by the fastest function.
    fn recover_cells(&self, indices: &[u64], cells: &[Self::Cell]) -> Option<Vec<Self::Cell>>;
    /// All cells and their proofs.
    fn recover(&self, indices: &[u64], cells: &[Self::Cell]) -> Option<CellsAndProofs<Self>>;
    /// Whether cells have their commitments.
    fn verify_cells(&self, claims: &Cells<Self>) -> Option<bool>;
    /// Whether a blob has a commitment.
    fn verify_blob(&self, blob: &Self::Blob, commitment: &Self::Point, proof: &Self::Point) -> Option<bool>;
    /// Whether blobs have their commitments.
    fn verify_blobs(&self, claims: &Blobs<Self>) -> Option<bool>;
}

/// The cells of a blob and their proofs.
pub type CellsAndProofs<K> = (Vec<<K as Kzg>::Cell>, Vec<<K as Kzg>::Point>);

/// Cells with the commitments of their blobs.
pub struct Cells<K: Kzg> {
    /// The commitment of each cell.
    pub commitments: Vec<K::Point>,
    /// The index of each cell.
    pub indices: Vec<u64>,
    /// The cells.
    pub cells: Vec<K::Cell>,
    /// The proofs.
    pub proofs: Vec<K::Point>,
}

/// Blobs with their commitments.
pub struct Blobs<K: Kzg> {
    /// The blobs.
    pub blobs: Vec<K::Blob>,
    /// The commitments.
    pub commitments: Vec<K::Point>,
    /// The proofs.
    pub proofs: Vec<K::Point>,
}

/// The paths of the functions that are measured.
pub struct Paths {
    /// Of [`Kzg::commit`].
    pub commit: &'static str,
    /// Of [`Kzg::cells`].
    pub cells: &'static str,
    /// Of [`Kzg::cells_and_proofs`].
    pub cells_and_proofs: &'static str,
    /// Of [`Kzg::recover_cells`].
    pub recover_cells: &'static str,
    /// Of [`Kzg::verify_cells`].
    pub verify_cells: &'static str,
    /// Of [`Kzg::verify_blob`].
    pub verify_blob: &'static str,
    /// Of [`Kzg::verify_blobs`].
    pub verify_blobs: &'static str,
}

/// The limits of the tables of workloads in MiB.
const TABLES: [usize; 4] = [24, 48, 96, 144];
/// The limit of the tables of operations in MiB.
const TABLES_OF_OPERATIONS: usize = 96;

/// Registers a library. `make` makes it with tables of at most so many MiB; with 0, without tables or with the smallest
/// ones, which are made before the first result. Workloads with tables are left out if `has_tables` is false.
pub fn register<K: Kzg>(
    contender: &mut Contender,
    paths: &Paths,
    has_tables: bool,
    make: impl Fn(usize) -> K + Clone + 'static,
) {
    let limits = if has_tables { &TABLES[..] } else { &[] };
    for &limit in std::iter::once(&0).chain(limits) {
        let suffix = if limit == 0 { String::new() } else { format!(".{limit}MiB") };
        let library = make.clone();
        contender.offer(format!("kzg.commit{suffix}"), paths.commit, move |input| {
            let (library, time) = timed(|| library(limit));
            let encode =
                |point: Option<K::Point>| point.map_or_else(Vec::new, |point| K::point_bytes(&point));
            Ok(time.of(rows::single(blobs::<K>(input)?, encode, move |blob| library.commit(blob))))
        });
        let library = make.clone();
        contender.offer(format!("kzg.cells_and_proofs{suffix}"), paths.cells_and_proofs, move |input| {
            let (library, time) = timed(|| library(limit));
            let encode = |both: Option<CellsAndProofs<K>>| {
                both.map_or_else(Vec::new, |(cells, proofs)| {
                    let proofs = proofs.iter().flat_map(K::point_bytes);
                    joined::<K>(&cells).into_iter().chain(proofs).collect()
                })
            };
            Ok(time.of(rows::single(blobs::<K>(input)?, encode, move |blob| library.cells_and_proofs(blob))))
        });
    }
    let encode_cells = |cells: Option<Vec<K::Cell>>| cells.map_or_else(Vec::new, |cells| joined::<K>(&cells));
    let library = make.clone();
    contender.offer("kzg.cells", paths.cells, move |input| {
        let (library, time) = timed(|| library(0));
        Ok(time.of(rows::single(blobs::<K>(input)?, encode_cells, move |blob| library.cells(blob))))
    });
    let library = make.clone();
    contender.offer("kzg.recover_cells", paths.recover_cells, move |input| {
        let (library, time) = timed(|| library(0));
        let odd: Vec<u64> = (1..CELLS as u64).step_by(2).collect();
        let halves: Option<Vec<Vec<K::Cell>>> = blobs::<K>(input)?
            .iter()
            .map(|blob| Some(library.cells(blob)?.into_iter().skip(1).step_by(2).collect()))
            .collect();
        let halves = halves.ok_or_else(|| Refusal("a blob has no cells".to_owned()))?;
        Ok(time.of(rows::single(halves, encode_cells, move |half| library.recover_cells(&odd, half))))
    });
    verifications(contender, paths, &make);
    let shared = Rc::new(OnceCell::new());
    operations(contender, &move || shared.get_or_init(|| make(TABLES_OF_OPERATIONS)).clone());
}

/// Registers the making of a library with tables of at most so many MiB, for 1 to `threads` threads.
pub fn register_start<R>(
    contender: &mut Contender,
    path: &str,
    threads: usize,
    make: impl Fn(usize) -> R + Clone + 'static,
) {
    for threads in 1..=threads {
        let make = make.clone();
        contender.offer(format!("kzg.start.24MiB.t{threads}"), path, move |_| {
            let make = make.clone();
            Ok(repeated(1, [], move || make(24)))
        });
    }
}

/// The time in which a library was made.
struct SetupTime(f64);

impl SetupTime {
    /// The workload with this time as a fact.
    fn of(&self, prepared: Prepared) -> Prepared {
        prepared.fact("setup_ns", self.0)
    }
}

fn timed<K>(make: impl FnOnce() -> K) -> (K, SetupTime) {
    let start = Instant::now();
    let made = make();
    (made, SetupTime(nanoseconds(start) as f64))
}

fn verifications<K: Kzg>(
    contender: &mut Contender,
    paths: &Paths,
    make: &(impl Fn(usize) -> K + Clone + 'static),
) {
    let column = COLUMN..COLUMN + 1;
    let kinds = [("one", column.clone()), ("column48", column), ("block", 0..CELLS as u64)];
    for (name, columns) in kinds {
        let library = make.clone();
        contender.offer(format!("kzg.verify_cells.{name}"), paths.verify_cells, move |input| {
            let (library, time) = timed(|| library(0));
            let blobs = blobs::<K>(input)?;
            let claims = claimed(&library, &blobs, columns.clone())
                .ok_or_else(|| Refusal("a blob has no proofs".to_owned()))?;
            let mut wrong = copy(&claims);
            let last = wrong.proofs.len() - 1;
            wrong.proofs[last] = wrong.commitments[0].clone();
            let result = [verdict(library.verify_cells(&claims)), verdict(library.verify_cells(&wrong))];
            let items = claims.cells.len();
            Ok(time.of(repeated(items, result, move || library.verify_cells(&claims))))
        });
    }
    for (name, path) in [("1", paths.verify_blob), ("batch16", paths.verify_blobs)] {
        let library = make.clone();
        contender.offer(format!("kzg.verify_blob.{name}"), path, move |input| {
            let (library, time) = timed(|| library(0));
            let blobs = blobs::<K>(input)?;
            let refusal = || Refusal("a blob has no proof".to_owned());
            let commitments: Option<Vec<K::Point>> = blobs.iter().map(|blob| library.commit(blob)).collect();
            let commitments = commitments.ok_or_else(refusal)?;
            let proofs = blobs.iter().zip(&commitments);
            let proofs: Option<Vec<K::Point>> =
                proofs.map(|(blob, commitment)| library.blob_proof(blob, commitment)).collect();
            let proofs = proofs.ok_or_else(refusal)?;
            let mut wrong = proofs.clone();
            wrong[0] = commitments[0].clone();
            let verify = move |proofs: &[K::Point], claims: &Blobs<K>| match &claims.blobs[..] {
                [blob] => library.verify_blob(blob, &claims.commitments[0], &proofs[0]),
                _ => library.verify_blobs(claims),
            };
            let mut claims = Blobs { blobs, commitments, proofs: wrong };
            let refused = verdict(verify(&claims.proofs, &claims));
            claims.proofs = proofs;
            let result = [verdict(verify(&claims.proofs, &claims)), refused];
            let items = claims.blobs.len();
            Ok(time.of(repeated(items, result, move || verify(&claims.proofs, &claims))))
        });
    }
}

/// The claims of some columns of the cells of all blobs.
fn claimed<K: Kzg>(prover: &K, blobs: &[K::Blob], columns: std::ops::Range<u64>) -> Option<Cells<K>> {
    let mut claims =
        Cells { commitments: Vec::new(), indices: Vec::new(), cells: Vec::new(), proofs: Vec::new() };
    for blob in blobs {
        let commitment = prover.commit(blob)?;
        let (cells, proofs) = prover.cells_and_proofs(blob)?;
        for index in columns.clone() {
            claims.commitments.push(commitment.clone());
            claims.indices.push(index);
            claims.cells.push(cells[index as usize].clone());
            claims.proofs.push(proofs[index as usize].clone());
        }
    }
    Some(claims)
}

fn copy<K: Kzg>(claims: &Cells<K>) -> Cells<K> {
    Cells {
        commitments: claims.commitments.clone(),
        indices: claims.indices.clone(),
        cells: claims.cells.clone(),
        proofs: claims.proofs.clone(),
    }
}

/// A workload that repeats one call.
fn repeated<R, const N: usize>(
    items: usize,
    result: [Vec<u8>; N],
    call: impl Fn() -> R + 'static,
) -> Prepared {
    Prepared::new(items, result, move |iterations| {
        for _ in 0..iterations {
            std::hint::black_box(call());
        }
    })
}

/// One byte: 1 if valid, 0 if not; none for an error.
fn verdict(valid: Option<bool>) -> Vec<u8> {
    valid.map_or_else(Vec::new, |valid| vec![u8::from(valid)])
}

fn joined<K: Kzg>(cells: &[K::Cell]) -> Vec<u8> {
    cells.iter().flat_map(K::cell_bytes).collect()
}

fn blobs<K: Kzg>(input: &Input) -> Result<Vec<K::Blob>, Refusal> {
    input.decode(0, "a blob", K::blob)
}

/// Operations, with a library that is made on first use.
fn operations<K: Kzg>(contender: &mut Contender, make: &(impl Fn() -> K + Clone + 'static)) {
    let library = make.clone();
    contender.operation("kzg.commit", move |arguments| {
        let [blob] = arguments else { return None };
        Some(K::point_bytes(&library().commit(&K::blob(&blob.0)?)?))
    });
    let library = make.clone();
    contender.operations_of("kzg.blob_proof", move |arguments| {
        let [blob] = arguments else { return None };
        let (library, blob) = (library(), K::blob(&blob.0)?);
        let commitment = library.commit(&blob)?;
        let proof = library.blob_proof(&blob, &commitment)?;
        Some([commitment, proof].map(|point| Bytes(K::point_bytes(&point))).into())
    });
    let library = make.clone();
    contender.operations_of("kzg.cells_and_proofs", move |arguments| {
        let [blob] = arguments else { return None };
        let (library, blob) = (library(), K::blob(&blob.0)?);
        let commitment = Bytes(K::point_bytes(&library.commit(&blob)?));
        let both = library.cells_and_proofs(&blob)?;
        let alone = library.cells(&blob)?;
        assert!(joined::<K>(&alone) == joined::<K>(&both.0), "cells alone differ from those with proofs");
        Some(std::iter::once(commitment).chain(strings::<K>(&both)).collect())
    });
    let library = make.clone();
    contender.operations_of("kzg.recover", move |arguments| {
        let [indices, cells @ ..] = arguments else { return None };
        let indices: Vec<u64> = indices.0.iter().map(|index| u64::from(*index)).collect();
        let cells: Vec<K::Cell> = cells.iter().map(|cell| K::cell(&cell.0)).collect::<Option<_>>()?;
        let library = library();
        let (alone, both) = (library.recover_cells(&indices, &cells), library.recover(&indices, &cells));
        let of_both = both.as_ref().map(|(cells, _)| joined::<K>(cells));
        assert!(
            alone.map(|cells| joined::<K>(&cells)) == of_both,
            "cells alone differ from those with proofs"
        );
        both.map(|both| strings::<K>(&both))
    });
    let library = make.clone();
    contender.operation("kzg.verify_cells", move |arguments| {
        let [indices, rest @ ..] = arguments else { return None };
        let (triples, []) = rest.as_chunks::<3>() else { return None };
        let of = |place: usize| triples.iter().map(move |triple| &triple[place].0);
        let claims = Cells {
            commitments: of(0).map(|bytes| K::point(bytes)).collect::<Option<_>>()?,
            indices: indices.0.iter().map(|index| u64::from(*index)).collect(),
            cells: of(1).map(|bytes| K::cell(bytes)).collect::<Option<_>>()?,
            proofs: of(2).map(|bytes| K::point(bytes)).collect::<Option<_>>()?,
        };
        Some(vec![u8::from(library().verify_cells(&claims)?)])
    });
    let library = make.clone();
    contender.operation("kzg.verify_blobs", move |arguments| {
        let (triples, []) = arguments.as_chunks::<3>() else { return None };
        let of = |place: usize| triples.iter().map(move |triple| &triple[place].0);
        let claims = Blobs {
            blobs: of(0).map(|bytes| K::blob(bytes)).collect::<Option<_>>()?,
            commitments: of(1).map(|bytes| K::point(bytes)).collect::<Option<_>>()?,
            proofs: of(2).map(|bytes| K::point(bytes)).collect::<Option<_>>()?,
        };
        let library = library();
        let together = library.verify_blobs(&claims);
        if let ([blob], [commitment], [proof]) =
            (&claims.blobs[..], &claims.commitments[..], &claims.proofs[..])
        {
            assert_eq!(
                library.verify_blob(blob, commitment, proof),
                together,
                "one blob alone, and in a batch"
            );
        }
        Some(vec![u8::from(together?)])
    });
}

fn strings<K: Kzg>((cells, proofs): &CellsAndProofs<K>) -> Vec<Bytes> {
    let cells = cells.iter().map(K::cell_bytes);
    cells.chain(proofs.iter().map(K::point_bytes)).map(Bytes).collect()
}
