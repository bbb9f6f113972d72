"""Runners of splitters: one a package, each run in that package's own environment.

They need nothing but their package, tiktoken and the standard library. A package is
imported where it is used, so that no runner needs it to be read.
"""
