"""`nemcon completion`: what makes a shell complete nemcon's commands, options, packages and files."""

from __future__ import annotations

import re
from argparse import Action, ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path

SHELLS = ("bash", "zsh", "fish")
PACKAGES = "packages"
"""Not a shell: prints what the packages are called that are configured here, for the shells."""

_NAMED = ("SCHEMA", "PACKAGE", "OLD", "NEW")
"""What may be the name of a package."""
_LISTS = ("--targets", "--format-types")
"""Options that take several values with commas between them."""

_BASH = """\
_nemcon() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words= files=1 start= it
    if [ "$word" = = ]; then word=
    elif [ "$before" = = ]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi
    if [ "$COMP_CWORD" = 1 ]; then
        files=; words="%(commands)s"; [[ $word == -* ]] && words="--help --version"
    else case "${COMP_WORDS[1]} $before" in
%(values)s
    *) case ${COMP_WORDS[1]} in
%(options)s
        esac ;;
    esac; fi
    COMPREPLY=()
    while IFS= read -r it; do COMPREPLY+=("$it"); done < <(
        compgen -P "$start" -W "$words" -- "${word#"$start"}"
        [ -z "$files" ] || compgen -f -- "$word"
    )
}
complete -o filenames -F _nemcon nemcon"""

_VALUES = """\
    "%s") files=; words="%s" ;;"""
_LIST = """\
    "%s") files=; words="%s"; [[ $word == *,* ]] && start=${word%%,*}, ;;"""
_OPTIONS = """\
        %s) if [[ $word == -* ]]; then files=; words="%s"; else %s; fi ;;"""

_ZSH = """\
(( $+functions[compdef] )) || { autoload -U compinit && compinit; }
autoload -U +X bashcompinit && bashcompinit
"""


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "shell",
        choices=(*SHELLS, PACKAGES),
        metavar="SHELL",
        help='bash and zsh: eval "$(nemcon completion bash)" in ~/.bashrc or ~/.zshrc;'
        " fish: nemcon completion fish > ~/.config/fish/completions/nemcon.fish",
    )


def run(found: Namespace) -> int:
    if found.shell == PACKAGES:
        from nemcon.config import configuration

        for name in [it.name for it in configuration(Path.cwd()).packages]:
            if name and re.fullmatch(
                r"[a-z_][a-z0-9_]*", name
            ):  # a shell may take others for commands
                print(name)
    else:
        print("\n".join(_fish_lines()) if found.shell == "fish" else _bash(found.shell))
    return 0


def _bash(shell: str) -> str:
    """Zsh understands what bash does, once it is told to."""
    options, values = list[str](), list[str]()
    every = _commands()
    for name, command in every.items():
        actions = _options(command)
        words = " ".join(action.option_strings[-1] for action in actions)
        options.append(_OPTIONS % (name, words, _bash_words(command)))
        for action in actions:
            option = action.option_strings[-1]
            if known := _values(action):
                form = _LIST if option in _LISTS else _VALUES
                values.append(form % (f"{name} {option}", " ".join(known)))
            elif action.nargs != 0:
                values.append(f'    "{name} {option}") ;;')
    facts = {
        "commands": " ".join(every),
        "options": "\n".join(options),
        "values": "\n".join(values),
    }
    return (_ZSH if shell == "zsh" else "") + _BASH % facts


def _bash_words(command: ArgumentParser) -> str:
    """What a command takes where no option is meant."""
    if any(action.metavar in _NAMED for action in _positionals(command)):
        return "words=$(nemcon completion packages 2>/dev/null)"
    return f'files=; words="{" ".join(SHELLS)}"' if _completes_shells(command) else ":"


def _fish_lines() -> Iterator[str]:
    from nemcon.commands.main import COMMANDS

    yield "complete -c nemcon -n __fish_use_subcommand -l version -d 'print the version and exit'"
    for name, summary in COMMANDS.items():
        yield f"complete -c nemcon -n __fish_use_subcommand -f -a {name} -d '{_plain(summary)}'"
    for name, command in _commands().items():
        seen = f"-n '__fish_seen_subcommand_from {name}'"
        for action in _options(command):
            option = action.option_strings[-1].removeprefix("--")
            more = "" if action.nargs == 0 else " -r"
            if known := _values(action):
                more = f" -x -a '{_fish_words(action, known)}'"
            yield f"complete -c nemcon {seen} -l {option}{more} -d '{_plain(action.help or '')}'"
        if any(action.metavar in _NAMED for action in _positionals(command)):
            yield f"complete -c nemcon {seen} -a '(nemcon completion packages 2>/dev/null)'"
        if _completes_shells(command):
            yield f"complete -c nemcon {seen} -f -a '{' '.join(SHELLS)}'"


def _fish_words(action: Action, known: Sequence[str]) -> str:
    words = " ".join(known)
    return f"(__fish_append , {words})" if action.option_strings[-1] in _LISTS else words


def _plain(text: str) -> str:
    return text.replace("'", "")


def _values(action: Action) -> Sequence[str]:
    """What an option may be given, as far as that is known."""
    from nemcon.config import NEWEST, OLDEST
    from nemcon.read.dialects import DIALECTS
    from nemcon.read.keywords import TYPED_FORMATS
    from nemcon.render.targets import all_targets

    known: dict[str, Sequence[str]] = {
        "--targets": [target.name for target in all_targets()],
        "--python": [f"3.{minor}" for minor in range(OLDEST[1], NEWEST[1] + 1)],
        "--format-types": list(TYPED_FORMATS),
        "--dialect": list(DIALECTS),
    }
    if action.choices:
        return [str(choice) for choice in action.choices]
    return known.get(action.option_strings[-1], ())


def _commands() -> dict[str, ArgumentParser]:
    """The commands with their parsers."""
    from importlib import import_module

    from nemcon.commands.main import COMMANDS

    found: dict[str, ArgumentParser] = {}
    for name in COMMANDS:
        found[name] = ArgumentParser(prog=name)
        import_module(f"nemcon.commands.{name}").arguments(found[name])
    return found


def _options(parser: ArgumentParser) -> list[Action]:
    return [action for action in vars(parser)["_actions"] if action.option_strings]


def _positionals(parser: ArgumentParser) -> list[Action]:
    return [action for action in vars(parser)["_actions"] if not action.option_strings]


def _completes_shells(parser: ArgumentParser) -> bool:
    return any(action.metavar == "SHELL" for action in _positionals(parser))
