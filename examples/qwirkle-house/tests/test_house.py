"""The proof that our house rules make a sound variant."""

import qwirkle
import qwirkle.testing

test_house_is_sound = qwirkle.testing.suite_for("house")


def test_a_line_of_five_is_worth_seven() -> None:
    """What is special about our rules."""
    state = qwirkle.position("house", board="Rc@0,0 Rs@1,0 Rd@2,0 Rt@3,0", hands=["Rk", "Gd"])
    assert qwirkle.score(state, qwirkle.parse_move("Rk@4,0")).total == 7
    assert len(qwirkle.new_game("house", seed=1).hands[0]) == 5
    told = [difference.field for difference in qwirkle.compare("standard", "house")]
    assert told == ["tie_break", "hand_size", "line_points"]
