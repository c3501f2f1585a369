//! Tables of multiples of the known points, for `vorpal-ipa`.

use alloc::boxed::Box;
use alloc::vec::Vec;

use banderwagon::conversion::scalar_of;
use banderwagon::{Element, Fr};
use once_cell::race::OnceBox;
use vorpal_curves::Group;
use vorpal_curves::bandersnatch::Banderwagon;
use vorpal_ipa::{Basis, Committer, Profile, WIDTH};

use crate::crs::CRS;

/// Known points, and the tables that the first use makes.
struct Known {
    points: CRS,
    committer: OnceBox<Committer>,
}

impl Known {
    fn new(points: CRS) -> Box<Self> {
        Box::new(Self { points, committer: OnceBox::new() })
    }

    /// Whether these are the points. At most 257 comparisons, 2M each.
    fn are(&self, crs: &CRS) -> bool {
        crs.n == self.points.n && crs.Q == self.points.Q && crs.G == self.points.G
    }

    fn committer(&self) -> &Committer {
        self.committer.get_or_init(|| Box::new(tables_of(&self.points)))
    }
}

/// The committer with tables of 30 MiB if these are the points of `CRS::salt` or `CRS::ethereum`.
pub(crate) fn of(crs: &CRS) -> Option<&'static Committer> {
    static SALT: OnceBox<Known> = OnceBox::new();
    static ETHEREUM: OnceBox<Known> = OnceBox::new();
    if crs.n != WIDTH || crs.G.len() != WIDTH {
        return None;
    }
    let salt = SALT.get_or_init(|| Known::new(CRS::salt()));
    if salt.are(crs) {
        return Some(salt.committer());
    }
    let ethereum = ETHEREUM.get_or_init(|| Known::new(CRS::ethereum()));
    ethereum.are(crs).then(|| ethereum.committer())
}

/// Tables for 256 points.
fn tables_of(crs: &CRS) -> Committer {
    let points: Vec<Banderwagon> = crs.G.iter().chain([&crs.Q]).map(|point| (*point).into()).collect();
    let points = Banderwagon::normalise_batch(&points);
    let (q, generators) = points.split_last().expect("Q is one of the points");
    let basis = Basis::from_points(generators, q).expect("known points have 256 generators");
    Committer::with_profile(&basis, Profile::Small)
}

/// The commitment to at most 256 values.
pub(crate) fn commit(committer: &Committer, values: &[Fr]) -> Element {
    let values: Vec<_> = values.iter().map(scalar_of).collect();
    committer.try_commit(&values).expect("at most 256 values").into()
}
