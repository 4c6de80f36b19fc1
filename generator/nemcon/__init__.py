"""nemcon: one JSON Schema in, Python code of several kinds out, all of one mind."""
