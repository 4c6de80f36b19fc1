"""What msgspec's own decoder may be told. Only here does a plan look at the graph: to ask what the schema says of a value."""

from nemcon.render.native.annotations import NativeFacts, native_facts

__all__ = ["NativeFacts", "native_facts"]
