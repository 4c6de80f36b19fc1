"""What nemcon makes for itself."""
