"""Unit tests: one file for each module of the library."""
