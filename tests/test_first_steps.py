"""`nemcon init`, `nemcon completion`, and what other tools read: pre-commit, GitHub, make."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from command import Place, place
from nemcon.commands.completion import SHELLS
from nemcon.commands.main import COMMANDS
from nemcon.commands.reports import FORMATS
from nemcon.commands.staging import put
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


def test_init_keeps_line_ends(place: Place) -> None:
    (place.folder / "pyproject.toml").write_bytes(b'[project]\r\nname = "x"\r\n')
    assert place.run("init").code == 0
    written = (place.folder / "pyproject.toml").read_bytes()
    assert written.startswith(b'[project]\r\nname = "x"\r\n\r\n[tool.nemcon]\r\n')
    assert b"\n" not in written.replace(b"\r\n", b"")


def test_init_writes_both_files_or_none(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(folder: Path, name: str, data: bytes) -> None:
        if name == "pyproject.toml":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        put(folder, name, data)

    monkeypatch.setattr("nemcon.commands.init.put", full)
    done = place.run("init")
    assert (done.code, done.err) == (
        2,
        "nemcon: schema/reading.schema.json and pyproject.toml: cannot be written:"
        " No space left on device; nothing was written\n",
    )
    assert sorted(it.name for it in place.folder.iterdir()) == ["reading.json"]


def completed(place: Place, *words: str) -> list[str]:
    script = place.run("completion", "bash").out
    array = " ".join(f"'{word}'" for word in ("nemcon", *words))
    script += "nemcon() { echo first; echo second; }\n"
    script += f"COMP_WORDS=({array}); COMP_CWORD={len(words)}; _nemcon; printf '%s\\n' \"${{COMPREPLY[@]}}\"\n"
    done = subprocess.run(
        ["bash", "-c", script], cwd=place.folder, capture_output=True, text=True, check=True
    )
    return [line for line in done.stdout.split("\n") if line]


# Its script is run by bash itself, which not every machine has.
@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_bash_completes(place: Place) -> None:
    assert completed(place, "") == list(COMMANDS)
    assert completed(place, "ge") == ["generate"]
    assert completed(place, "check", "--no") == ["--no-diff"]
    assert completed(place, "check", "--format", "g") == ["github"]
    assert completed(place, "generate", "read") == ["reading.json"]
    place.write("two words.json", "{}")
    assert completed(place, "validate", "tw") == ["two words.json"]
    assert completed(place, "check", "--format", "=", "j") == ["json", "junit"]
    assert completed(place, "check", "--format", "=") == [*FORMATS]
    assert completed(place, "diff", "--format", "m") == ["markdown"]
    assert completed(place, "completion", "") == [*SHELLS]
    assert completed(place, "--") == ["--help", "--version"]
    assert completed(place, "generate", "--targets", "st") == ["structs"]
    assert completed(place, "generate", "--targets", "models,st") == ["models,structs"]
    assert completed(place, "generate", "--python", "3.1")[0] == "3.10"
    assert completed(place, "generate", "--format-types", "date-time,u") == ["date-time,uuid"]
    assert "https://json-schema.org/draft/2020-12/schema" in completed(
        place, "check", "--dialect", "h"
    )
    assert completed(place, "explain", "se") == ["second"]
    files = ["reading.json", "two words.json"]
    assert completed(place, "vendor", "")[:2] == ["first", "second"]
    assert sorted(completed(place, "vendor", "")[2:]) == files
    assert sorted(completed(place, "validate", "--jobs", "")) == files


def test_names_of_packages_for_shells(place: Place) -> None:
    table = '[tool.nemcon.packages."{}"]\nsource = "reading.json"\n'
    place.write("pyproject.toml", table.format("one") + table.format("two"))
    assert place.run("completion", "packages").out == "one\ntwo\n"
    place.write("pyproject.toml", table.format("$(touch hole)"))
    assert "$" not in place.run("completion", "packages").out


# Its script is run by zsh itself, which not every machine has.
@pytest.mark.skipif(shutil.which("zsh") is None, reason="there is no zsh here")
def test_zsh_needs_no_preparation(place: Place) -> None:
    script = place.run("completion", "zsh").out
    done = subprocess.run(["zsh", "-f", "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_other_shells(place: Place) -> None:
    lines = place.run("completion", "zsh").out.splitlines()
    assert "autoload -U compinit" in lines[0] and lines[1].startswith("autoload -U +X bashcompinit")
    lines = place.run("completion", "fish").out.splitlines()
    assert all(line.startswith("complete -c nemcon ") for line in lines) and len(lines) > 40
    assert any("-a 'bash zsh fish'" in line for line in lines)
    assert any("-l python" in line and "3.10 3.11" in line for line in lines)
    assert place.run("completion", "tcsh").code == 2


def test_hooks_and_action_name_commands_that_are() -> None:
    hooks: Any = YAML(typ="safe").load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert [hook["entry"].split()[1] for hook in hooks] == ["check", "generate"]
    action: Any = YAML(typ="safe").load((ROOT / "action.yml").read_text("utf-8"))
    assert action["inputs"]["command"]["default"].split()[0] in COMMANDS
    assert not [step for step in action["runs"]["steps"] if "uses" in step]
    steps = action["runs"]["steps"]
    assert not [
        step for step in steps if "${{" in step.get("run", "")
    ], "inputs reach the shell as variables only"


# Its script is run by bash itself, which not every machine has.
@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_the_action_installs_what_is_at_its_ref_and_quotes(place: Place) -> None:
    action: Any = YAML(typ="safe").load((ROOT / "action.yml").read_text("utf-8"))
    place.write("venv/bin/nemcon", "#!/bin/sh\nprintf '<%s>' \"$@\"\n").chmod(0o755)
    python = '#!/bin/sh\n[ "$1" = -c ] && exec python3 "$@"\necho "$@" >> "$RUNNER_TEMP/../said"\n'
    place.write("venv/bin/python", python).chmod(0o755)
    (place.folder / "temp").mkdir()
    (place.folder / "temp/nemcon").symlink_to(place.folder / "venv")
    environment = {
        **os.environ,
        "RUNNER_TEMP": str(place.folder / "temp"),
        "GITHUB_ACTION_PATH": "/the/action at its ref",
        "PYTHON": "true",
        "REQUIREMENT": action["inputs"]["requirement"]["default"],
        "COMMAND": "check 'a b.json' --out \"c d\"",
    }
    for step in action["runs"]["steps"]:
        done = subprocess.run(
            ["bash", "-eo", "pipefail", "-c", step["run"]],
            env=environment, cwd=place.folder, capture_output=True, text=True, check=True,
        )  # fmt: skip
    assert done.stdout == "<check><a b.json><--out><c d>"
    assert (place.folder / "said").read_text().endswith("--quiet /the/action at its ref\n")


def test_paths_for_github_are_those_of_the_checkout(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.schema({"type": "null"}, "svc/order.json")
    place.write("svc/pyproject.toml", '[tool.nemcon.packages.order]\nsource = "order.json"\n')
    monkeypatch.setenv("GITHUB_WORKSPACE", str(place.folder))
    for folder in ("svc", "svc/deeper"):
        (place.folder / folder).mkdir(exist_ok=True)
        monkeypatch.chdir(place.folder / folder)
        said = place.run("check", "--format", "github").out
        assert said.startswith("::error file=svc/generated/order,title=nemcon missing::")
        sarif = place.run("check", "--format", "sarif").out
        assert '"uri": "svc/generated/order"' in sarif
    assert str(place.folder) not in place.run("check").out


def test_the_hook_that_generates_fails_when_it_wrote(place: Place) -> None:
    hooks: Any = YAML(typ="safe").load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    place.write("pyproject.toml", '[tool.nemcon.packages.reading]\nsource = "reading.json"\n')
    words = hooks[1]["entry"].split()[1:]
    assert [place.run(*words).code for _ in range(2)] == [1, 0]
    assert place.run("generate", "--force").code == 0


# The fragment is run by make itself, which not every machine has.
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
