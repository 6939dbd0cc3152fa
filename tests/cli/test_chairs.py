"""Who sits at the table."""

from __future__ import annotations

import pytest

from qwirkle import InvalidValue, bots
from qwirkle.cli.seats import Chair, parse_chairs


def test_chairs() -> None:
    assert parse_chairs("person,greedy") == (Chair("You", "person"), Chair("Greedy", "greedy"))
    assert parse_chairs(" Ada = Person , Bo b=random")[1] == Chair("Bo b", "random")
    names = [chair.name for chair in parse_chairs("person,person,Greedy=careful,greedy,greedy")]
    assert names == ["You", "You 2", "Greedy", "Greedy 2", "Greedy 3"]
    assert Chair("x", "careful").bot is bots.careful
    assert Chair("x", "person").bot is None


@pytest.mark.parametrize("text", ["", ",", "human", "Ada=", "Ada=robot", "x" * 81 + "=person"])
def test_what_is_no_chair(text: str) -> None:
    with pytest.raises(InvalidValue):
        parse_chairs(text)
