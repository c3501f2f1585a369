"""Jobs past one machine, on Ray or on the threads of this process: senders of whole histories."""

from __future__ import annotations

from vorpal.ray.senders import IncompleteError, Recovered, recover_senders
from vorpal.ray.workers import start_ray

__all__ = ["IncompleteError", "Recovered", "recover_senders", "start_ray"]
