"""All challenges of one server."""
