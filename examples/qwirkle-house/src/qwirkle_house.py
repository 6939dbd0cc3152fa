"""Our house rules: five tiles in hand, and two points more for a line of five."""

from qwirkle import Rules, TileGame


class House(TileGame):
    """The tile game as we play it."""

    def line_points(self, length: int) -> int:
        """A line of five is worth seven."""
        return 7 if length == 5 else super().line_points(length)


house = House("house", Rules(hand_size=5, tie_break="youngest"))
