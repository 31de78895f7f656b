"""Shares with what they are worth: k of n, with the interval that honest reading needs."""

from __future__ import annotations

import math

from awm_mcp.model.answers import Answer

Z95 = 1.959963984540054


class Rate(Answer):
    """``k`` of ``n``; ``share`` is None when n is 0; ``low``..``high``: Wilson's 95 % interval, 0..1 when n is 0."""

    k: int
    n: int
    share: float | None
    low: float
    high: float

    def words(self) -> str:
        """``37.5 % (3 of 8, 95 %: 13.7-69.4 %)``."""
        if self.share is None:
            return "- (0 of 0)"
        return f"{100 * self.share:.1f} % ({self.k} of {self.n}, 95 %: {100 * self.low:.1f}-{100 * self.high:.1f} %)"


def rate(k: int, n: int) -> Rate:
    """The share of k in n with Wilson's score interval (E. B. Wilson, JASA 22, 1927).

    Raises:
        ValueError: k is negative or more than n.
    """
    if not 0 <= k <= n:
        raise ValueError(f"k must be from 0 to n, not {k} of {n}")
    if n == 0:
        return Rate(k=0, n=0, share=None, low=0.0, high=1.0)
    share, z2 = k / n, Z95 * Z95
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    reach = Z95 / (1 + z2 / n) * math.sqrt(share * (1 - share) / n + z2 / (4 * n * n))
    low = 0.0 if k == 0 else round(max(0.0, middle - reach), 6)
    high = 1.0 if k == n else round(min(1.0, middle + reach), 6)
    return Rate(k=k, n=n, share=round(share, 6), low=low, high=high)
