"""The rules once more, for many tables at once: compiled by Numba, and proved equal to the rules by tests."""
