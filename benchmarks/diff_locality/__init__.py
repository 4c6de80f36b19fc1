"""How large the diff of the generated code is after a small edit of a schema: `python -m benchmarks.diff_locality`."""
