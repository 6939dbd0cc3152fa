"""What the texts of options stand for: variants, and the fields of a position."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Final

from qwirkle.errors import InvalidValue, short_repr
from qwirkle.registry import variant_of
from qwirkle.state import Player
from qwirkle.variant import Variant

_WORD: Final = re.compile(r"\s*([^\s=]+)(=?)")
_AGED: Final = re.compile(r"(.+\S)\s*\(([0-9]+)\)")


def as_variants(text: str) -> list[Variant]:
    """Variants by name, each with its options behind it.

    >>> as_variants('schmidt-actions dealt=true base=hebrew schmidt')[0].options
    {'base': 'hebrew', 'dealt': True}

    Raises:
        InvalidValue: if there is none.
        UnknownVariant, InvalidOption, VariantLoadError: as ``get_variant`` does.
    """
    named: list[tuple[str, dict[str, object]]] = []
    at = 0
    while match := _WORD.match(text, at):
        word, at = match[1], match.end()
        if not match[2]:
            named.append((word, {}))
        elif named:
            named[-1][1][word], at = _value(text, at)
        else:
            raise InvalidValue(f"expected a variant before the option in {short_repr(text)}")
    if not named:
        raise InvalidValue(f"expected the names of variants, not {short_repr(text)}")
    return [variant_of(name, options) for name, options in named]


def as_variant(text: str) -> Variant:
    """A single variant with its options.

    >>> as_variant("standard hand_size=5")
    get_variant('standard', hand_size=5)
    """
    found = as_variants(text)
    if len(found) > 1:
        raise InvalidValue(f"expected a single variant, not {short_repr(text)}")
    return found[0]


def label_of(variant: Variant) -> str:
    """How :func:`as_variants` reads the variant.

    >>> label_of(as_variant("standard tie_break=youngest"))
    'standard tie_break="youngest"'
    """
    options = (f"{name}={json.dumps(value)}" for name, value in variant.options.items())
    return " ".join([variant.name, *options])


def as_fields(options: Mapping[str, str]) -> dict[str, object]:
    """The fields of a position.

    A text that is JSON means what it says there. With ``/`` in it, it is a list with a text for
    every seat. Of hands, players and scores it is known that they are lists.

    >>> as_fields({"board": "Rs@0,0", "hands": "Bs | Gd", "scores": "4 9", "turn": "1"})
    {'board': 'Rs@0,0', 'hands': ['Bs', 'Gd'], 'scores': [4, 9], 'turn': 1}
    >>> as_fields({"players": "Ada (36) / Bob", "turns-left": "2", "qwirkles": "/ Rs Rc"})
    {'players': [Player(name='Ada', age=36), Player(name='Bob', age=None)], 'turns_left': 2, 'qwirkles': ['', 'Rs Rc']}
    """
    fields: dict[str, object] = {}
    for option, text in options.items():
        name = option.replace("-", "_")
        fields[name] = _READERS.get(name, _any)(text)
    return fields


def _value(text: str, at: int) -> tuple[object, int]:
    """The value of an option, and where it ends: JSON, or else a word."""
    if text[at : at + 1] in ('"', "["):
        try:
            return json.JSONDecoder().raw_decode(text, at)
        except ValueError as error:
            raise InvalidValue(f"expected JSON, not {short_repr(text[at:])}: {error}") from None
    word = re.split(r"\s", text[at:], maxsplit=1)[0]
    return _json(word), at + len(word)


def _json(text: str) -> object:
    try:
        value: object = json.loads(text)
    except ValueError:
        return text
    return value


def _any(text: str) -> object:
    value = _json(text)
    return _by_seat(text) if value is text and "/" in text else value


def _by_seat(text: str) -> list[str]:
    # Rows are separated by a stroke as well, so the other sign goes first.
    return [part.strip() for part in text.split("/" if "/" in text else "|")]


def _players(text: str) -> object:
    return int(text) if text.isdecimal() else list(map(_player, _by_seat(text)))


def _player(text: str) -> Player:
    match = _AGED.fullmatch(text)
    return Player(match[1], int(match[2])) if match else Player(text)


def _scores(text: str) -> object:
    return [_json(word) for word in re.split(r"[\s/|,]+", text)]


_READERS: Final[dict[str, Callable[[str], object]]] = {
    "hands": _by_seat,
    "players": _players,
    "scores": _scores,
}
