"""Tries the installed packages, away from the checkout: data files, the kernel, every variant."""

import importlib.resources
import json

import qwirkle
import qwirkle_variants

assert qwirkle.accelerated, "the kernel is missing"
for package in (qwirkle, qwirkle_variants):
    assert importlib.resources.files(package).joinpath("py.typed").is_file()
schema = importlib.resources.files(qwirkle).joinpath("qwirkle.schema.json").read_text()
assert qwirkle.codec.json_schema() == json.loads(schema)
for name, origin in qwirkle.variants().items():
    state = qwirkle.new_game(name, seed=1)
    assert qwirkle.from_json(qwirkle.to_json(state)) == state
    print(name, "of", origin)
