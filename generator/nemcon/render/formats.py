"""The format checks a validator may need, from the room that knows them."""

from nemcon.read.formats import fragments, function_name

__all__ = ["fragments", "function_name"]
