"""Validators of the metaschemas, made by nemcon: `python -m nemcon.commands.make_metaschemas`."""
