"""The modules of a generated package in memory, imported without touching the disk."""

from __future__ import annotations

import itertools
import sys
import weakref
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

_PREFIX = "_nemcon_loaded_"
_numbers = itertools.count()
_loaded: dict[str, Mapping[str, str]] = {}


def loaded(package: str, files: Mapping[str, str]) -> Any:
    """The package of that name and these files as a module, imported afresh under a private name.

    Its modules stay importable as long as the result is held.
    """
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.append(_Finder())
    name = f"{_PREFIX}{next(_numbers)}_{package}"
    _loaded[name] = files
    module = import_module(name)
    weakref.finalize(module, _forget, name)
    return _Loaded(module)


class _Loaded:
    """Holds a loaded package; its modules leave `sys.modules` when nobody holds it any more."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module
        weakref.finalize(self, _forget, module.__name__)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._module, name)

    def __dir__(self) -> list[str]:
        return dir(self._module)


def _forget(name: str) -> None:
    _loaded.pop(name, None)
    for module in [it for it in sys.modules if it == name or it.startswith(f"{name}.")]:
        sys.modules.pop(module, None)


class _Finder(MetaPathFinder):
    """Finds the modules of loaded packages."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith(_PREFIX):
            return None
        package, _, module = fullname.partition(".")
        files = _loaded.get(package)
        file = f"{module}.py" if module else "__init__.py"
        if files is None or file not in files:
            return None
        return ModuleSpec(fullname, _Loader(file, files[file]), is_package=not module)


class _Loader(InspectLoader):
    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text

    def get_source(self, fullname: str) -> str:
        return self.text

    def is_package(self, fullname: str) -> bool:
        return self.file == "__init__.py"

    def exec_module(self, module: ModuleType) -> None:
        name = f"<{module.__name__}/{self.file}>"
        exec(compile(self.text, name, "exec", dont_inherit=True), module.__dict__)
