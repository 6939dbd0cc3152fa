"""Writes the hashes of the manuals' words again: ``PYTHONPATH=docs python -m checks FOLDER``.

The folder has one text file for each manual and language, such as ``schmidt-de.txt``: a manual in
several languages is cut into several files.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from .foreign import FILE, fingerprint

if __name__ == "__main__":
    files = [file for folder in sys.argv[1:] for file in sorted(Path(folder).glob("*.txt"))]
    if not files:
        sys.exit("name the folder with the manuals, one .txt file for each manual and language")
    hashes = {file.stem: fingerprint(file.read_text("utf-8")) for file in files}
    Path(__file__).parents[1].joinpath(FILE).write_text(
        json.dumps(hashes, indent=1) + "\n", encoding="utf-8"
    )
