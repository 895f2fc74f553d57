"""Printed figures: the quantity measured, its value and its limit."""

from collections.abc import Iterable
from statistics import median, quantiles


class Figures:
    """Prints figures as they are measured; `is_missed` is true once one is beyond its limit."""

    def __init__(self) -> None:
        self.is_missed = False
        print(f"{'':58} {'measured':>12} {'limit':>8}", flush=True)

    def add(self, what: str, value: float, limit: float | None = None, unit: str = "") -> None:
        """Print a figure; mark it if it is above its limit."""
        is_missed = limit is not None and value > limit
        self.is_missed |= is_missed
        shown = f"{value:.1f}" if isinstance(value, float) else f"{value}"
        bound = "" if limit is None else f"{limit:g}"
        mark = "  missed" if is_missed else ""
        print(f"{what:58} {shown + unit:>12} {bound:>8}{mark}", flush=True)

    def add_least(self, what: str, value: float, limit: float) -> None:
        """Print a figure; mark it if it is below its limit."""
        self.is_missed |= value < limit
        mark = "  missed" if value < limit else ""
        print(f"{what:58} {value:>12.1f} {f'≥ {limit:g}':>8}{mark}", flush=True)

    def add_times(self, what: str, seconds: Iterable[float], limit: float | None = None) -> None:
        """Print the median of some times with its limit, and the 95th percentile."""
        times = [1000 * each for each in seconds]
        self.add(f"{what}, p50", median(times), limit, " ms")
        self.add(f"{what}, p95", quantiles(times, n=20)[-1], None, " ms")
