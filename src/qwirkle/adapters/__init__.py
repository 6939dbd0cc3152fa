"""Doors to other frameworks, for each a module and an extra of the same name.

The others are what these have in common: :mod:`qwirkle.adapters.turns` and
:mod:`qwirkle.adapters.draws` need no extra, :mod:`qwirkle.adapters.arrays` needs numpy.
"""
