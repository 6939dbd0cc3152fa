"""The command ``qwirkle``, which starts with a clear message if its extra is not installed."""

from __future__ import annotations

import sys
from typing import Final

NEEDS: Final = "qwirkle: this needs the extra of the command: pip install 'qwirkle[cli]'"


def run() -> int:
    """Run the command and return its exit code."""
    try:
        from qwirkle.cli.commands import main
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "rich":
            raise
        print(NEEDS, file=sys.stderr)
        return 1
    return main()
