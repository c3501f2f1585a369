"""Jobs past one machine, on Ray or on the threads of this process.

* :func:`recover_senders`: the senders of a whole history, from Parquet files to Parquet files;
* :func:`msm`: a sum of very many points in parts; :func:`split` tells how and why, :func:`write_bases` makes the file;
* :func:`verify_chain`: state roots, by replaying ranges of blocks from snapshots of the tree.

``engine="ray"`` uses actors of Ray (``pip install "vorpal[ray]"``), on the cluster that the caller has connected to
(``ray.init(address=...)``), or else on a Ray of its own on this machine, which listens on 127.0.0.1 and ends with the
job. For several jobs at once, :func:`start_ray` starts one first, in a thread that lasts as long as they do.
``engine="local"`` uses threads of this process; all else is the same. ``python -m vorpal.ray`` is the command.

A job gives each worker one unit at a time. A worker that dies is replaced, and its unit is repeated. All machines must
see the files under the same paths, and have the same version of this package.
"""

from __future__ import annotations

from vorpal.ray.bases import BasesFile, open_bases, write_bases
from vorpal.ray.chain import Verified, verify_chain, write_snapshots
from vorpal.ray.drive import Record, Span
from vorpal.ray.senders import IncompleteError, Recovered, recover_senders
from vorpal.ray.split import Split
from vorpal.ray.sums import msm, split
from vorpal.ray.workers import start_ray

__all__ = [
    "BasesFile",
    "IncompleteError",
    "Record",
    "Recovered",
    "Span",
    "Split",
    "Verified",
    "msm",
    "open_bases",
    "recover_senders",
    "split",
    "start_ray",
    "verify_chain",
    "write_bases",
    "write_snapshots",
]
