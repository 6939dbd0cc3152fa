"""The command ``qwirkle``: play in the terminal, look rules up, draw games, simulate them."""

from qwirkle.cli.commands import main

__all__ = ["main"]
