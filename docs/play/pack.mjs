// Packs the Python of the page to play on, in Python for browsers itself, run by Node.js: only
// what is needed, compiled, so that a browser loads less and starts sooner.
//
//     node pack.mjs PYODIDE WHEELS SOURCES TARGET
//
// PYODIDE is the folder of the npm package, WHEELS one with wheels, SOURCES the folder of the
// page, and TARGET the folder to write `python_stdlib.zip` and `library.zip` into.

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, wheels, sources, target] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: pyodide });

python.FS.writeFile("/stdlib.zip", new Uint8Array(readFileSync(join(pyodide, "python_stdlib.zip"))));
const site = python.runPython("import site; site.getsitepackages()[0]");
for (const name of readdirSync(wheels)) {
  python.unpackArchive(new Uint8Array(readFileSync(join(wheels, name))), "wheel", { extractDir: site });
}
python.FS.mkdirTree(`${site}/table`);
for (const name of readdirSync(join(sources, "table")).filter((name) => name.endsWith(".py"))) {
  python.FS.writeFile(`${site}/table/${name}`, new Uint8Array(readFileSync(join(sources, "table", name))));
}
python.runPython(readFileSync(new URL("pack.py", import.meta.url), "utf-8"));
for (const name of ["python_stdlib.zip", "library.zip"]) {
  writeFileSync(join(target, name), python.FS.readFile(`/${name}`));
}
