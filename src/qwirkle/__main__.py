"""``python -m qwirkle`` is the command ``qwirkle``."""

import sys

from qwirkle.entry import run

if __name__ == "__main__":
    sys.exit(run())
