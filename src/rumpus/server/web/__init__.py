"""Every address of the server: the API, records, pages, and the guard before them."""
