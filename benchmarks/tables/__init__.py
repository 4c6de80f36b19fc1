"""One measurement a module; `tables()` makes it."""
