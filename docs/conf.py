"""How the documentation is built."""

import base64
import json
import os
import re
import sys
from importlib.metadata import version as _version
from importlib.util import find_spec as _find_spec
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.errors import ConfigError

if _missing := [
    name
    for name in ("furo", "hypothesis", "pettingzoo", "pytest", "resvg_py", "sphinx_copybutton")
    if not _find_spec(name)
]:
    raise ConfigError(
        f"the documentation needs {', '.join(_missing)}: "
        "python -m pip install --group docs '.[pettingzoo,testing]'"
    )

sys.path.insert(0, str(Path(__file__).parent))  # for the local extensions
from facts import substitutions
from publishing import edit_links, site_address

project = "qwirkle"
author = "the qwirkle maintainers"
copyright = "2026, the qwirkle maintainers"
release = version = _version("qwirkle")

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.intersphinx",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "_ext",
    "checks",
    "publishing",
]
html_theme = "furo"
html_title = "qwirkle"
html_static_path = ["_static"]
html_extra_path = ["extra"]  # the page to play on, which needs nothing else of the site
html_css_files = ["front.css", "tables.css", ("print.css", {"media": "print"})]
html_js_files = ["scrolling.js"]
html_baseurl = site_address(os.environ)
html_theme_options = edit_links(os.environ)
publishing_summary = (
    "The rules of Qwirkle for people who play, edition by edition, and a Python library that "
    "knows them: legal moves, scores, bots, pictures, and variants as plugins."
)
templates_path = ["_templates"]
exclude_patterns = ["_build", "_ext", "extra", "parts", "**/__pycache__"]
suppress_warnings = ["epub.unknown_project_files"]

myst_enable_extensions = ["colon_fence", "deflist", "substitution"]
myst_substitutions = substitutions()
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autoclass_content = "class"
napoleon_numpy_docstring = False
# OpenSpiel is not to be had everywhere.
autodoc_mock_imports = [] if _find_spec("pyspiel") else ["pyspiel"]
# A doctest needs an empty line after what it prints; readers do not.
highlight_options = {"python": {"stripnl": True}}
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

# A part of Python's inventory is kept here, so that the documentation builds without a network.
intersphinx_mapping = {"python": ("https://docs.python.org/3", "inventories/python.inv")}

# What numpy documents, names without their module, and type variables.
nitpick_ignore_regex = [
    ("py:class", r"numpy\..*|Executor|Path|StrEnum"),
    ("py:class", r"(qwirkle\..*\.)?(E|E_co|L|S|T|V|V_co|M_co|_V_contra)"),
    # Names that stand for several types, or are a detail.
    (
        "py:class",
        r"(qwirkle\..*\.)?(Grid|HasMoves|OpenCells|Piece|Rows|Run|VariantFactory|VariantOf)",
    ),
]


def _shown(notebook: Path) -> str:
    """A notebook as MyST: its texts, its code, and what that printed and drew when it was run."""
    parts: list[str] = []
    heading = ""
    for cell in json.loads(notebook.read_text("utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            heading = (re.findall(r"^#+ (.+)$", source, re.MULTILINE) or [heading])[-1]
            continue
        parts.append(f"```python\n{source}\n```")
        for kind, outputs in groupby(cell["outputs"], key=itemgetter("output_type")):
            if kind == "stream":
                printed = "".join(line for output in outputs for line in output["text"])
                parts.append(f"```text\n{printed}```")
                continue
            for output in outputs:
                svg = "".join(output["data"]["image/svg+xml"])
                source = f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"
                parts.append(f'<p><img alt="a picture: {heading}" src="{source}"></p>')
    return "\n\n".join(parts)


def _with_notebook(app: Sphinx, page: str, text: list[str]) -> None:
    """Put a notebook where a page has a line ``% notebook: its path``."""

    def shown(line: re.Match[str]) -> str:
        path = Path(app.srcdir, line[1])
        app.env.note_dependency(path)
        return _shown(path)

    text[0] = re.sub(r"^% notebook: (.+)$", shown, text[0], flags=re.MULTILINE)


def setup(app: Sphinx) -> None:
    """Let pages show notebooks."""
    app.connect("source-read", _with_notebook)
