"""What nemcon's output costs, measured against its peers in the same run: `make bench`, or `make bench TABLES="decode"`."""
