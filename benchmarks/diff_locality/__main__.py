"""The table alone: the same as `make bench TABLES=diff_locality`."""

import sys

from benchmarks.__main__ import main

if __name__ == "__main__":
    sys.exit(main(["diff_locality"]))
