"""Options of the test run."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--golden",
        action="store_true",
        help="rewrite the golden folders instead of comparing with them",
    )
