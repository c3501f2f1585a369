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
    """The values of some contents, from the first on."""

    def __init__(self, data: bytes) -> None:
        """A reader of all of ``data``."""
        self.data, self.offset = data, 0

    def next_tag(self) -> int | None:
        """The tag of the next value, or None at the end."""
        return self.data[self.offset] if self.offset < len(self.data) else None

    def read(self, tag: int) -> bytes:
        """The contents of the next value, which has this tag."""
        if self.next_tag() != tag:
            raise InputError(f"Invalid DER: no value with the tag {tag:#04x} at byte {self.offset}")
        length, start = self._length(self.offset + 1)
        if length > len(self.data) - start:
            raise InputError(f"Invalid DER: the value at byte {self.offset} is longer than what follows")
        self.offset = start + length
        return self.data[start : self.offset]

    def end(self) -> None:
        """There is no further value."""
        if self.offset != len(self.data):
            raise InputError(f"Invalid DER: {len(self.data) - self.offset} bytes follow the last value")

    def _length(self, at: int) -> tuple[int, int]:
        """The length at a position, which has as few bytes as possible, and the position after it."""
        first = self.data[at : at + 1]
        if first and first[0] < 0x80:
            return first[0], at + 1
        count = first[0] & 0x7F if first else 0
        digits = self.data[at + 1 : at + 1 + count]
        length = int.from_bytes(digits, "big")
        if count == 0 or len(digits) < count or digits[0] == 0 or length < 0x80:
            raise InputError(f"Invalid DER: no length at byte {at}")
        return length, at + 1 + count
