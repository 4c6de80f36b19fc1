"""`nemcon init`, `nemcon completion`, and what other tools read: pre-commit, GitHub, make."""

from __future__ import annotations

import shutil
import subprocess
from typing import Any

import pytest
from command import Place, place
from nemcon.commands.main import COMMANDS
from places import ROOT
from ruamel.yaml import YAML

__all__ = ["place"]


def test_init_and_on(place: Place) -> None:
    done = place.run("init")
    assert (done.code, done.out) == (
        0,
        "wrote schema/reading.schema.json and [tool.nemcon] in pyproject.toml; now run: nemcon generate\n",
    )
    assert place.run("generate").out.startswith("generated/reading: wrote ")
    assert place.run("check").out == "1 package up to date\n"
    done = place.run("init")
    assert (done.code, done.err) == (
        2,
        "nemcon: pyproject.toml: has a [tool.nemcon] table already, so nothing was written\n",
    )


def test_init_keeps_what_is_there(place: Place) -> None:
    place.write("pyproject.toml", '[project]\nname = "x"\n\n\n')
    assert place.run("init", "tide").code == 0
    assert (place.folder / "pyproject.toml").read_text() == (
        '[project]\nname = "x"\n\n[tool.nemcon]\nout = "generated"\n\n'
        '[tool.nemcon.packages.tide]\nsource = "schema/tide.schema.json"\n'
    )
    (place.folder / "pyproject.toml").unlink()
    done = place.run("init", "tide")
    assert done.err == "nemcon: schema/tide.schema.json: is there already, so nothing was written\n"
    assert place.run("init", "No Name").code == 2


def completed(place: Place, *words: str) -> list[str]:
    script = place.run("completion", "bash").out
    array = " ".join(f"'{word}'" for word in ("nemcon", *words))
    script += f"COMP_WORDS=({array}); COMP_CWORD={len(words)}; _nemcon; printf '%s\\n' \"${{COMPREPLY[@]}}\"\n"
    done = subprocess.run(
        ["bash", "-c", script], cwd=place.folder, capture_output=True, text=True, check=True
    )
    return done.stdout.split()


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_bash_completes(place: Place) -> None:
    assert completed(place, "") == list(COMMANDS)
    assert completed(place, "ge") == ["generate"]
    assert completed(place, "check", "--no") == ["--no-diff"]
    assert completed(place, "check", "--format", "g") == ["github"]
    assert completed(place, "generate", "read") == ["reading.json"]


def test_other_shells(place: Place) -> None:
    assert place.run("completion", "zsh").out.startswith("autoload -U +X bashcompinit")
    lines = place.run("completion", "fish").out.splitlines()
    assert all(line.startswith("complete -c nemcon ") for line in lines) and len(lines) > 40
    assert place.run("completion", "tcsh").code == 2


def test_hooks_and_action_name_commands_that_are() -> None:
    hooks: Any = YAML(typ="safe").load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert [hook["entry"].split()[1] for hook in hooks] == ["check", "generate"]
    action: Any = YAML(typ="safe").load((ROOT / "action.yml").read_text("utf-8"))
    assert action["inputs"]["command"]["default"].split()[0] in COMMANDS
    steps = action["runs"]["steps"]
    assert not [
        step for step in steps if "${{" in step.get("run", "")
    ], "inputs reach the shell as variables only"


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make here")
def test_the_make_fragment(place: Place) -> None:
    fragment = ROOT / "examples" / "nemcon.mk"
    done = subprocess.run(
        ["make", "-f", str(fragment), "generate", "check-generated", "NEMCON=echo nemcon"],
        cwd=place.folder, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.splitlines()[-1] == "nemcon check"


def test_a_command_that_is_none(place: Place) -> None:
    done = place.run("genrate")
    assert (done.code, done.err) == (
        2, "nemcon: there is no command 'genrate'; did you mean 'generate'?\n"
    )  # fmt: skip
    done = place.run("diff", "a", "b", "c")
    assert done.err == "nemcon: unexpected argument 'c' (see nemcon diff --help)\n"
