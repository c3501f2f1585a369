"""Values by the distinguished encoding rules (DER) of ASN.1: a tag, a length and contents."""

from __future__ import annotations

from vorpal._vorpal import InputError

INTEGER = 0x02
BIT_STRING = 0x03
OCTET_STRING = 0x04
OBJECT_IDENTIFIER = 0x06
SEQUENCE = 0x30


def value(tag: int, *contents: bytes) -> bytes:
    """The encoding of a value with these contents, one after the other."""
    joined = b"".join(contents)
    length = len(joined)
    if length < 0x80:
        return bytes([tag, length]) + joined
    digits = length.to_bytes((length.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(digits)]) + digits + joined


class Reader:
    """The values between two positions of an encoding. Errors name positions in the whole encoding."""

    def __init__(self, data: bytes, start: int = 0, stop: int | None = None) -> None:
        """A reader from ``start`` to ``stop``, by default of all of ``data``."""
        self.data, self.offset = data, start
        self.stop = len(data) if stop is None else stop

    def next_tag(self) -> int | None:
        """The tag of the next value, or None at the end."""
        return self.data[self.offset] if self.offset < self.stop else None

    def enter(self, tag: int, missing: str = "") -> Reader:
        """A reader of the contents of the next value. It has this tag, or the error has the text ``missing``."""
        if self.next_tag() != tag:
            text = missing or f"Invalid DER: no value with the tag {tag:#04x}"
            raise InputError(f"{text} at byte {self.offset}")
        length, start = self._length(self.offset + 1)
        if length > self.stop - start:
            raise InputError(f"Invalid DER: the value at byte {self.offset} is longer than what follows")
        self.offset = start + length
        return Reader(self.data, start, self.offset)

    def read(self, tag: int, missing: str = "") -> bytes:
        """The contents of the next value, as :meth:`enter` finds them."""
        contents = self.enter(tag, missing)
        return self.data[contents.offset : contents.stop]

    def end(self) -> None:
        """There is no further value."""
        if self.offset != self.stop:
            raise InputError(
                f"Invalid DER: {self.stop - self.offset} bytes after the last value, at byte {self.offset}"
            )

    def _length(self, at: int) -> tuple[int, int]:
        """The length at a position, which has as few bytes as possible, and the position after it."""
        first = self.data[at] if at < self.stop else 0x80
        if first < 0x80:
            return first, at + 1
        after = at + 1 + (first & 0x7F)
        digits = self.data[at + 1 : after]
        length = int.from_bytes(digits, "big")
        if after > self.stop or not digits or digits[0] == 0 or length < 0x80:
            raise InputError(f"Invalid DER: no length at byte {at}")
        return length, after
