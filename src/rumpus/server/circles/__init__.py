"""Circles on the server: loading and keeping them, who may open them, and the results that tables owe their books."""
