"""The widths at which a graph runs: words of 32 bits, or 64-bit numbers built from two."""

ACC32 = "acc32"
ACC64 = "acc64"
WIDTHS = (ACC32, ACC64)
