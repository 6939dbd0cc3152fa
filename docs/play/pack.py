"""Run by pack.mjs, in Python for browsers: writes the archives that the page loads.

The standard library keeps the modules that are imported when the page is used, which is done
here, and those that they or the library import anywhere in their code.
"""

import ast
import json
import marshal
import site
import sys
import zipfile
from importlib.util import MAGIC_NUMBER, source_hash
from pathlib import Path
from types import CodeType
from typing import Any

SITE = Path(site.getsitepackages()[0])
UNUSED = ("qwirkle/adapters/", "qwirkle/cli/", "qwirkle/testing/", "qwirkle/_hypothesis.py")
"""Parts of the library that the page does not need."""

NEVER = {"_pyrepl", "concurrent", "ctypes", "curses", "doctest", "ftplib", "hypothesis", "logging",
         "multiprocessing", "pdb", "pydoc", "readline", "smtplib", "socketserver", "sqlite3", "ssl",
         "test", "tkinter", "unittest", "webbrowser", "xml", "xmlrpc"}  # fmt: skip
"""Modules that others import for what a browser does not do."""


def use() -> None:
    """Do once what people do on the page, so that everything is imported."""
    import table
    from table import playing

    vars(playing)["_SECONDS"] = 0.01  # a hint need not be good here

    def ask(call: str, *values: object) -> Any:
        answer = json.loads(table.answer(call, json.dumps(values)))
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer["value"]

    for variant in ask("choices")["variants"]:
        page = ask("new_game", variant["name"], ["A", "B"], ["person", "careful"], "7")
        for _ in range(2):
            page = (
                ask("play", "hint") and ask("play", "play") if page["open"] else ask("play", "bot")
            )
        ask("load", ask("save"))
    ask("ask", "read", "board=Rs@0,0&move=Rc@1,0&hand=Rc")
    ask("ask", "suggest")
    table.answer("play", '["typed", "nonsense"]')
    table.answer("ask", '["read", "nonsense"]')


def imported(source: str, package: str) -> set[str]:
    """The modules that a source imports anywhere."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package.rsplit(".", node.level - 1)[0] if node.level > 1 else package
            module = ".".join(filter(None, [base if node.level else "", node.module]))
            found |= {module, *(f"{module}.{alias.name}" for alias in node.names)}
    return found


def compiled(source: bytes, name: str) -> bytes:
    """A source as Python keeps it after the first import, without docstrings and line numbers."""

    def bare(code: CodeType) -> CodeType:
        consts = (bare(each) if isinstance(each, CodeType) else each for each in code.co_consts)
        return code.replace(co_consts=tuple(consts), co_linetable=b"")

    code = bare(compile(source, name, "exec", dont_inherit=True, optimize=2))
    unchecked = (1).to_bytes(4, "little") + source_hash(source)
    return MAGIC_NUMBER + unchecked + marshal.dumps(code)


def written(target: str, files: dict[str, bytes]) -> None:
    """Write an archive; the same files always give the same one."""
    with zipfile.ZipFile(target, "w") as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name), files[name], zipfile.ZIP_DEFLATED, 9)


def main() -> None:
    """Find out what is needed, and write it."""
    use()
    standard = zipfile.ZipFile("/stdlib.zip")
    modules = {}
    for name in standard.namelist():
        if name.endswith(".py"):
            modules[name[:-3].removesuffix("/__init__").replace("/", ".")] = name
    library = {
        str(path.relative_to(SITE)): path.read_bytes()
        for path in SITE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    library = {name: text for name, text in library.items() if not name.startswith(UNUSED)}
    needed = {name for name in sys.modules if name in modules}
    waiting = [*needed]
    for name, text in library.items():
        if name.endswith(".py"):
            waiting += imported(text.decode(), "")
    while waiting:
        name = waiting.pop()
        while name and name not in modules:
            name = name.rpartition(".")[0]
        parents = [name.rsplit(".", i)[0] for i in range(name.count(".") + 1)]
        for each in parents:
            if each and each.partition(".")[0] not in NEVER and each not in needed:
                needed.add(each)
    needed |= {name for name in modules if name.startswith("encodings.") and name.split(".")[1] in
               ("aliases", "ascii", "latin_1", "utf_8", "idna", "utf_8_sig", "cp437")}  # fmt: skip
    written(
        "/python_stdlib.zip",
        {
            modules[name] + "c": compiled(standard.read(modules[name]), modules[name])
            for name in needed
        }
        | {
            name: standard.read(name)
            for name in standard.namelist()
            if not name.endswith((".py", "/"))
        },
    )
    written(
        "/library.zip",
        {
            name + "c" if name.endswith(".py") else name: compiled(text, name)
            if name.endswith(".py")
            else text
            for name, text in library.items()
            if not name.endswith((".pyi", "RECORD", ".h", "py.typed"))
        },
    )
    print(len(needed), "of", len(modules), "modules")


if __name__ == "__main__":
    main()
