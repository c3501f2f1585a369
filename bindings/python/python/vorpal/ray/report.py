"""The report of a job: a page of HTML with charts in SVG, without scripts and without anything from elsewhere."""

from __future__ import annotations

import io
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from vorpal._vorpal import NotPossibleError, StoreError

if TYPE_CHECKING:
    import os

    from numpy.typing import NDArray

    from vorpal.ray.drive import Record, Span

BINS = 60
STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; color: #222 }
table { border-collapse: collapse } td, th { padding: .2em 1em .2em 0; text-align: left; vertical-align: top }
svg { width: 100%; height: auto }
"""


def is_possible() -> bool:
    """Whether the library for charts is installed."""
    return find_spec("matplotlib") is not None


def check(file: str | os.PathLike[str]) -> None:
    """Refuse a name of a page that cannot be written, before the work of a job."""
    if not is_possible():
        raise NotPossibleError('report_page: matplotlib is not installed; pip install "vorpal[ray]"')
    if Path(file).is_dir() or not Path(file).absolute().parent.is_dir():
        raise StoreError(f"report_page: {file} is in no folder, or is one")


def page(title: str, facts: dict[str, str], record: Record, items: str, failed: list[dict[str, Any]]) -> str:
    """Return the page. ``items`` is the name of what the spans count."""
    done = [span for span in record.spans if not span.lost]
    rate = record.items / record.seconds if record.seconds else 0.0
    rows = {
        **facts,
        "Time": f"{record.seconds:.2f} s",
        "Throughput": f"{rate:,.0f} {items} a second",
        "Workers": f"{len({span.worker for span in record.spans})}",
        "Units": f"{len(done):,}",
        "Retries": f"{record.retries:,}",
    }
    parts = [
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>',
        f"<style>{STYLE}</style></head><body>\n<h1>{escape(title)}</h1>\n{_table(rows)}",
    ]
    if done:
        parts.append(f"<h2>{escape(items.capitalize())} a second by worker</h2>\n{_rates(record, items)}")
        parts.append(f"<h2>Units by worker</h2>\n{_units(record)}")
    lost = [span for span in record.spans if span.lost]
    if lost:
        parts.append(f"<h2>Retries</h2>\n{_lost(lost)}")
    if failed:
        named = {f"{item['source']}, row group {item['row_group']}": str(item["reason"]) for item in failed}
        parts.append(f"<h2>Not done</h2>\n{_table(named)}")
    return "\n".join([*parts, "</body></html>\n"])


def _table(rows: dict[str, str]) -> str:
    lines = [f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in rows.items()]
    return "\n".join(["<table>", *lines, "</table>"])


def _lost(lost: list[Span]) -> str:
    lines = ["<table>", "<tr><th>Second</th><th>Worker</th><th>Reason</th></tr>"]
    for span in lost[:1000]:
        lines.append(f"<tr><td>{span.end:.2f}</td><td>{span.worker}</td><td>{escape(span.lost or '')}</td></tr>")
    return "\n".join([*lines, "</table>"])


def rates(spans: list[Span], worker: int, edges: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the items a second of a worker between each two edges. The items of a span are spread over its time."""
    totals = np.zeros(len(edges) - 1)
    for span in spans:
        if span.worker == worker and not span.lost and span.end > span.start:
            overlap = np.minimum(edges[1:], span.end) - np.maximum(edges[:-1], span.start)
            totals += np.maximum(overlap, 0) * span.items / (span.end - span.start)
    return np.asarray(totals / np.diff(edges))


def _edges(record: Record) -> NDArray[np.float64]:
    return np.linspace(0, max(record.seconds, 1e-6), BINS + 1)


def _rates(record: Record, items: str) -> str:
    figure, axes = _figure(3.2)
    edges = _edges(record)
    for worker in sorted({span.worker for span in record.spans})[:20]:
        axes.stairs(rates(record.spans, worker, edges), edges, label=f"worker {worker}")
    _mark(axes, record)
    axes.set(xlabel="seconds", ylabel=f"{items} a second", ylim=(0, None), xlim=(0, edges[-1]))
    axes.legend(loc="lower right", fontsize=8)
    return _svg(figure)


def _units(record: Record) -> str:
    count = max(span.worker for span in record.spans) + 1
    figure, axes = _figure(min(8.0, 1.2 + 0.3 * count))
    for span in record.spans[:5000]:
        color = "tab:red" if span.lost else "tab:blue"
        axes.barh(span.worker, span.end - span.start, left=span.start, color=color, edgecolor="white", linewidth=0.5)
    axes.set(xlabel="seconds (red: lost with the worker)", ylabel="worker", xlim=(0, _edges(record)[-1]))
    return _svg(figure)


def _mark(axes: Any, record: Record) -> None:
    for i, span in enumerate([span for span in record.spans if span.lost][:200]):
        axes.axvline(span.end, color="tab:red", linestyle=":", linewidth=1, label=None if i else "a worker died")


def _figure(height: float) -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, height), layout="constrained")
    axes = figure.subplots()
    axes.grid(alpha=0.3)
    return figure, axes


def _svg(figure: Any) -> str:
    """Return a chart as an element of the page. Its text is drawn as paths."""
    output = io.StringIO()
    figure.savefig(output, format="svg", metadata={"Date": None, "Creator": None})
    text = output.getvalue()
    return text[text.index("<svg") :]
