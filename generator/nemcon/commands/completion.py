"""`nemcon completion`: what makes a shell complete nemcon's commands, options and files."""

from __future__ import annotations

from argparse import Action, ArgumentParser, Namespace
from collections.abc import Iterator

SHELLS = ("bash", "zsh", "fish")

_BASH = """\
_nemcon() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words=
    case "${COMP_WORDS[1]} $before" in
%(values)s
    *) if [ "$COMP_CWORD" = 1 ]; then words="%(commands)s"; elif [[ $word == -* ]]; then
        case ${COMP_WORDS[1]} in
%(options)s
        esac
    fi ;;
    esac
    if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$word")); else COMPREPLY=($(compgen -f -- "$word")); fi
}
complete -o filenames -F _nemcon nemcon"""


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("shell", choices=SHELLS, help='for bash: eval "$(nemcon completion bash)"')


def run(found: Namespace) -> int:
    print(_fish() if found.shell == "fish" else _bash(found.shell))
    return 0


def _bash(shell: str) -> str:
    """Zsh understands what bash does, once it is told to."""
    options, values = list[str](), list[str]()
    every = _commands()
    for name, command in every.items():
        actions = _options(command)
        words = " ".join(action.option_strings[-1] for action in actions)
        options.append(f'        {name}) words="{words}" ;;')
        for action in actions:
            if action.choices:
                choices = " ".join(map(str, action.choices))
                values.append(f'    "{name} {action.option_strings[-1]}") words="{choices}" ;;')
    facts = {
        "commands": " ".join(every),
        "options": "\n".join(options),
        "values": "\n".join(values),
    }
    before = "autoload -U +X bashcompinit && bashcompinit\n" if shell == "zsh" else ""
    return before + _BASH % facts


def _fish() -> str:
    return "\n".join(_fish_lines())


def _fish_lines() -> Iterator[str]:
    from nemcon.commands.main import COMMANDS

    for name, summary in COMMANDS.items():
        yield f"complete -c nemcon -n __fish_use_subcommand -f -a {name} -d '{_plain(summary)}'"
    for name, command in _commands().items():
        seen = f"-n '__fish_seen_subcommand_from {name}'"
        for action in _options(command):
            option = action.option_strings[-1].removeprefix("--")
            more = "" if action.nargs == 0 else " -r"
            if action.choices:
                more = f" -x -a '{' '.join(map(str, action.choices))}'"
            yield f"complete -c nemcon {seen} -l {option}{more} -d '{_plain(action.help or '')}'"


def _plain(text: str) -> str:
    return text.replace("'", "")


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
