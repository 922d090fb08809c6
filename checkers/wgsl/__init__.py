"""WGSL: lexer, template lists, parser, types, const-evaluation and the typed IR.

Sections are cited here by their numbers in the Editor's Draft of 19 August 2026. The rules cite those of the Candidate
Recommendation Draft of 21 October 2026, as the tiers' text does: its §8.8 and §8.10 are §8.7 and §8.9 here.
"""
