"""Doors to other frameworks, each a module that needs an extra of its own.

:mod:`qwirkle.adapters.turns` needs none: it is what they have in common.
"""
