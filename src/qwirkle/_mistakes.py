"""Mistakes in the class of a variant, which are reported when the class is made."""

from __future__ import annotations

import inspect
from types import FunctionType, MemberDescriptorType
from typing import Any, Final

from qwirkle.errors import LONGEST_REASON, InvalidValue, shortened

_INSTEAD: Final = {
    "after apply play": "advance after",
    "board_violations can_place judge_board": "forbids",
    "box specials": "pieces",
    "check is_legal judge judge_turn": "forbids judge_own judge",
    "exchangeable": "most_exchanged",
    "observe": "sees",
    "outcome_of": "ending winners final_scores",
    "score scored_lines": "line_points bonus_points scored_lines",
}
"""Final members, and what to override instead; a message names only what the class has."""

_PACKAGES: Final = ("qwirkle", "qwirkle_variants")
_HELPER: Final = "(A helper needs another name, or an underscore in front.)"


def check_class(kind: type, root: type) -> None:
    """Refuse the class of a variant if one of its public members is a mistake.

    Args:
        kind: the class.
        root: the class of all variants.

    >>> import qwirkle.authoring
    >>> class House(qwirkle.authoring.TileGame):
    ...     def starter(self):
    ...         return 0
    Traceback (most recent call last):
    qwirkle.errors.InvalidValue: House.starter takes (self); it is called with (self, players, hands)

    Raises:
        InvalidValue: with a sentence that says what is right.
    """
    # Members of a base that is not a variant count as members of the class that inherits them.
    others = [each for each in kind.__mro__ if not issubclass(each, root)]
    beside = [each for each in others if each not in root.__mro__]
    bases = [each for each in kind.__mro__[1:] if each not in beside]
    # The nearest definition can be final; the first one shows how the library calls a method.
    known, first = _public(*reversed(bases)), _public(*bases)
    hooks = [name for name, member in known.items() if _is_hook(member)]
    ours = _public(*(each for each in bases if each.__module__.split(".")[0] in _PACKAGES))
    # Too many words differ from a very short name by one letter.
    near = {
        short: hook for hook in hooks if hook in ours and len(hook) > 4 for short in _shorter(hook)
    }
    for name, own in _public(*beside, kind).items():
        wrong = ""
        if _is_final(known.get(name)):
            rows = [wanted for finals, wanted in _INSTEAD.items() if name in finals.split()]
            instead = " or ".join(f"'{hook}'" for hook in " ".join(rows).split() if hook in hooks)
            wrong = " is final" + (instead and f"; override {instead} instead")
        elif name in known:
            wrong = _unlike(own, getattr(kind, name), first[name])
        elif close := near.keys() & _shorter(name):
            wrong = f": there is no such hook; did you mean '{near[min(close)]}'? {_HELPER}"
        if wrong:
            raise InvalidValue(shortened(f"{kind.__name__}.{name}{wrong}", LONGEST_REASON))


def _public(*classes: type) -> dict[str, Any]:
    return {name: own for kind in classes for name, own in vars(kind).items() if name[0] != "_"}


def _is_final(member: object) -> bool:
    # A property is marked through its function. A final class may still be a value to replace.
    return hasattr(getattr(member, "fget", member), "__final__") and not isinstance(member, type)


def _is_hook(member: object) -> bool:
    """Whether a subclass may override it. Fields are arguments of the class instead."""
    return not isinstance(member, MemberDescriptorType) and not _is_final(member)


def _shorter(name: str) -> set[str]:
    """A name without underscores, and the same without any one of its letters.

    Two names that differ by a typo share one of these. Difflib would take 'start' for 'starter'.
    """
    name = name.replace("_", "")
    return {name[:i] + name[i + 1 :] for i in range(len(name) + 1)}


def _unlike(own: object, value: object, first: object) -> str:
    """A sentence about an override that cannot replace the library's member; empty if it can."""
    if not isinstance(first, FunctionType):
        return " must be a property or a value" if isinstance(own, FunctionType) else ""
    if not isinstance(own, FunctionType):
        return "" if callable(value) else " must be a method"
    taken, given = inspect.signature(own, follow_wrapped=False), inspect.getfullargspec(first).args
    try:
        taken.bind(*given)
    except TypeError:
        names = ", ".join(taken.parameters)
        return f" takes ({names}); it is called with ({', '.join(given)})"
    return ""
