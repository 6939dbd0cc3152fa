"""The engine of the tile game. Authors of variants import from :mod:`qwirkle.authoring`."""
