"""A second version of the rules for many tables at once: compiled by Numba, and compared with the rules by tests."""
