"""Words of a text, with their places for messages."""

from __future__ import annotations

import attrs

from qwirkle.errors import NotationError


@attrs.frozen
class Word:
    """One word of a text, with its place in it for messages.

    >>> [word.text for word in Word.split("swap Rs  Bd")]
    ['swap', 'Rs', 'Bd']
    """

    text: str
    """The word itself."""
    source: str
    """The whole text it stands in."""
    at: int
    """Where it starts in the source."""

    @staticmethod
    def split(text: str) -> list[Word]:
        """The words of a text, which spaces separate."""
        words: list[Word] = []
        at = 0
        for part in text.split():
            at = text.index(part, at)
            words.append(Word(part, text, at))
            at += len(part)
        return words

    def part(self, start: int, stop: int | None = None) -> Word:
        """A piece of the word."""
        return Word(self.text[start:stop], self.source, self.at + start)

    def error(self, reason: str) -> NotationError:
        """An error that points at this word."""
        return NotationError(reason, self.source, self.at)
