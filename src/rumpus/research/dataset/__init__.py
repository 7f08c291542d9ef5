"""Datasets of matches, from records or simulations: Parquet, and Minari for users of Gymnasium (docs/datasets.md)."""
