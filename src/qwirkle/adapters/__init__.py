"""Adapters to other frameworks, each a module with an extra of the same name.

They share the other modules: :mod:`qwirkle.adapters.turns` and :mod:`qwirkle.adapters.draws` need
no extra, and :mod:`qwirkle.adapters.arrays` needs numpy.
"""
