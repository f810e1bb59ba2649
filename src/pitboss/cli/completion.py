"""Completion scripts for bash, zsh and fish, written from the declared commands and the installed games."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from pitboss.cli.command import GAME_WORD, HELP, Command, Positional, ValueOption

FILES = ("FILE", "FOLDER", "FILE.toml")
"""The placeholders of option values that are files or folders."""
FILE_ARGUMENTS = ("FILE", "FOLDER", "A", "B", "OTHER")
"""The positional arguments that are files or folders."""


class Completed(NamedTuple):
    """The words that can follow a command's name."""

    command: Command
    games: tuple[str, ...]

    @property
    def words(self) -> list[str]:
        """Return the known values of its first argument: games, or the choices that it declares."""
        if self.takes_game:
            return list(self.games)
        return [choice for word in self.command.words[:1] for choice in word.choices]

    @property
    def takes_game(self) -> bool:
        """Whether its first argument is a game, or a folder with one."""
        return any(word.into == GAME_WORD for word in self.command.words[:1])

    @property
    def takes_files(self) -> bool:
        """Whether it takes files or folders as arguments."""
        return any(word.name in FILE_ARGUMENTS for word in self.command.words)

    @property
    def options(self) -> list[str]:
        """Return its options, including the one for help."""
        return [*self.command.options, HELP[1]]

    def values(self, *, of_files: bool) -> list[str]:
        """Return the options that take a file if `of_files`, else the options that take any other value."""
        return [
            one.name for one in self.command.takes if isinstance(one, ValueOption) and (one.takes in FILES) == of_files
        ]


def completion_script(shell: str, commands: Mapping[str, Command], games: Iterable[str]) -> str:
    """Return the completion script for this shell."""
    names = tuple(games)
    return SHELLS[shell]([Completed(command, names) for command in commands.values()])


def _bash(commands: Iterable[Completed]) -> str:
    every, cases = list(commands), list[str]()
    for one in every:
        files, others = one.values(of_files=True), one.values(of_files=False)
        branches = [
            f"files={_quoted(files)}",
            f"others={_quoted(others)}",
            f"options={_quoted(one.options)}",
            f"words={_quoted(one.words)}",
            *(["also_files=1"] if one.takes_files else []),
        ]
        cases.append(f"    {one.command.name}) {'; '.join(branches)} ;;")
    names = [one.command.name for one in every]
    return BASH.format(
        names=_quoted([*names, "help", "--version", HELP[1]]), cases="\n".join(cases), helped=_quoted(names)
    )


def _zsh(commands: Iterable[Completed]) -> str:
    every, cases = list(commands), list[str]()
    for one in every:
        arguments = [f"'{HELP[1]}[show this help]'"]
        for each in one.command.takes:
            if isinstance(each, Positional):
                continue
            repeats = "*" if isinstance(each, ValueOption) and each.may_repeat else ""
            value = ""
            if isinstance(each, ValueOption):
                value = f":{each.takes.replace(':', ' ')}:{'_files' if each.takes in FILES else ''}"
            arguments.append(shlex.quote(f"{repeats}{each.name}[{_without(each.meaning, '[]')}]{value}"))
        if one.words:
            folders = "; _files -/" if one.takes_game else ""
            arguments.append(
                shlex.quote(f"1:{one.command.words[0].name}:{{compadd -- {' '.join(one.words)}{folders}}}")
            )
        if one.takes_files:
            arguments.append("'*:file:_files'")
        cases.append(f"    {one.command.name}) _arguments {' '.join(arguments)} ;;")
    descriptions = " ".join(shlex.quote(f"{one.command.name}:{one.command.sentence}") for one in every)
    return ZSH.format(commands=descriptions, cases="\n".join(cases))


def _fish(commands: Iterable[Completed]) -> str:
    lines = ["# Completion of pitboss for fish", "complete -c pitboss -f"]
    for one in commands:
        command = one.command
        lines.append(
            f"complete -c pitboss -n __fish_use_subcommand -a {command.name} -d {_fish_quoted(command.sentence)}"
        )
        on = f"complete -c pitboss -n '__fish_seen_subcommand_from {command.name}'"
        for each in command.takes:
            if isinstance(each, Positional):
                continue
            kind = " -x"
            if not isinstance(each, ValueOption):
                kind = ""
            elif each.takes in FILES:
                kind = " -rF"
            lines.append(f"{on} -l {each.name.removeprefix('--')}{kind} -d {_fish_quoted(each.meaning)}")
        if one.words:
            folders = " (__fish_complete_directories)" if one.takes_game else ""
            lines.append(f"{on} -a '{' '.join(one.words)}{folders}'")
        if one.takes_files:
            lines.append(f"{on} -F")
    return "\n".join([*lines, ""])


def _quoted(words: Iterable[str]) -> str:
    return shlex.quote(" ".join(words))


def _fish_quoted(text: str) -> str:
    """Quote a string for fish, which allows backslash escapes in single quotes."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _without(text: str, signs: str) -> str:
    return "".join(" " if sign in signs else sign for sign in text)


BASH = """\
# Completion of pitboss for bash
_pitboss() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
  local files='' others='' options='' words='' also_files=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W {names} -- "$word"))
    return
  fi
  if [ "$word" = = ]; then
    word='' # bash splits --rules=FILE into three words
  elif [ "$before" = = ]; then
    before=${{COMP_WORDS[COMP_CWORD-2]}}
  fi
  case ${{COMP_WORDS[1]}} in
    help) words={helped} ;;
{cases}
  esac
  case $word in */*) also_files=1 ;; esac # a folder with a game
  local IFS=$' \\n'
  case " $others " in *" $before "*) return ;; esac
  case " $files " in *" $before "*) words='' also_files=1 options='' ;; esac
  case $word in
    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
    *)
      COMPREPLY=($(compgen -W "$words" -- "$word"))
      if [ -n "$also_files" ]; then
        IFS=$'\\n'
        COMPREPLY+=($(compgen -f -- "$word"))
      fi
      ;;
  esac
}}
complete -o filenames -F _pitboss pitboss
"""
ZSH = """\
#compdef pitboss
# Completion of pitboss for zsh
_pitboss() {{
  local -a commands
  commands=({commands})
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
    help) _describe command commands ;;
{cases}
  esac
}}
compdef _pitboss pitboss
"""
SHELLS: Mapping[str, Callable[[Iterable[Completed]], str]] = {"bash": _bash, "zsh": _zsh, "fish": _fish}
"""The function that writes the completion script, for each shell."""
