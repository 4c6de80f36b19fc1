"""The templates, compiled: see `nemcon.render.compiler`."""
