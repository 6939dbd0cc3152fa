"""Compiles the kernel when a wheel is built, if there is a compiler.

With a compiler the result is a wheel for this platform; without one it is a pure wheel, which does
the same more slowly. The environment variable ``QWIRKLE_BUILD_KERNEL`` decides otherwise:
``require`` makes a missing kernel an error, and ``skip`` leaves the kernel out.
"""

from __future__ import annotations

import os
import platform
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SWITCH = "QWIRKLE_BUILD_KERNEL"
CHOICES = ("auto", "require", "skip")


class KernelHook(BuildHookInterface[Any]):
    """Adds the compiled kernel to a wheel, or to the checkout for an editable installation."""

    folder: tempfile.TemporaryDirectory[str] | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the kernel, which hatchling asks for before it builds the wheel."""
        choice = os.environ.get(SWITCH, "auto")
        if choice not in CHOICES:
            raise ValueError(f"{SWITCH} is one of {', '.join(CHOICES)}, not {choice!r}")
        package = Path(self.root, "src", "qwirkle")
        if version == "editable":
            for stale in [*package.glob("_kernel.*.so"), *package.glob("_kernel.*.pyd")]:
                stale.unlink()
        if choice == "skip":
            return
        # A new folder for every build, so that no old object file can be used. It is removed even
        # if the build fails and nobody calls `finalize`.
        self.folder = tempfile.TemporaryDirectory(prefix="qwirkle-kernel-")
        kernel = _compiled(Path(self.root, "kernel"), Path(self.folder.name))
        if kernel is None:
            if choice == "require":
                raise RuntimeError(f"the kernel could not be compiled, and {SWITCH} requires it")
            self.app.display_warning("the kernel could not be compiled; Python does everything")
        elif version == "editable":
            shutil.copy(kernel, package)
        else:
            build_data["force_include"][str(kernel)] = f"qwirkle/{kernel.name}"
            build_data["pure_python"] = False
            build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the folder with the compiled files."""
        if self.folder is not None:
            self.folder.cleanup()


def _compiled(sources: Path, folder: Path) -> Path | None:
    """The compiled kernel in a folder, or None if it cannot be compiled."""
    if platform.python_implementation() != "CPython" or sys.platform == "emscripten":
        return None
    try:
        from setuptools import Distribution, Extension
    except ImportError:  # in an environment without build isolation
        return None
    if sys.platform == "win32":
        flags = ["/std:c11", "/O2"]
    else:
        flags = ["-std=c11", "-O3", "-g0", "-fvisibility=hidden"]
    extension = Extension(
        "qwirkle._kernel",
        sorted(map(str, sources.glob("*.c"))),
        depends=sorted(map(str, sources.glob("*.h"))),
        extra_compile_args=flags,
        optional=True,  # so that a failure is only a warning
    )
    command = Distribution({"name": "qwirkle", "ext_modules": [extension]}).get_command_obj(
        "build_ext"
    )
    command.build_lib, command.build_temp = str(folder), str(folder / "objects")
    command.ensure_finalized()
    command.run()
    return next(folder.glob("qwirkle/_kernel.*"), None)
