"""The journal in PostgreSQL, for several nodes at once: the store, and the directory of nodes with their leases."""
