"""Run the command ``qwirkle`` as ``python -m qwirkle``."""

import sys

from qwirkle.cli import run

if __name__ == "__main__":
    sys.exit(run())
