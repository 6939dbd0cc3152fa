"""How the documentation is built."""

from importlib.metadata import version as _version

project = "qwirkle"
author = "the qwirkle maintainers"
copyright = "2026, the qwirkle maintainers"
release = version = _version("qwirkle")

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "qwirkle.sphinxext",
]
html_theme = "furo"
html_title = "qwirkle"
html_static_path = ["_static"]
exclude_patterns = ["_build", "**/__pycache__"]
suppress_warnings = ["epub.unknown_project_files"]

myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autoclass_content = "class"
napoleon_numpy_docstring = False
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

# What the standard library and numpy document, and type variables.
nitpick_ignore_regex = [
    ("py:class", r"(collections\.abc|enum|random|numpy)\..*|Executor"),
    ("py:class", r"qwirkle\..*\.(S|V|M_co)"),
    # Names that stand for several types, or are a detail.
    ("py:class", r"(qwirkle\..*\.)?(AnyVariant|Kind|Piece|Rows|Run|VariantFactory)"),
]
