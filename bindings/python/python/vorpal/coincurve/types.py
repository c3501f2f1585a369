"""Types of arguments."""

from typing import Callable, Optional, Union

from vorpal.secp256k1 import PublicKey

Hasher = Optional[Callable[[bytes], bytes]]
"""A function with a digest of 32 bytes, or None for messages that are digests."""
Nonce = tuple[None, Optional[bytes]]
"""What enters the nonce of RFC 6979: ``(None, None)``, or ``(None, data)`` with 32 bytes."""
KeyData = Union[bytes, PublicKey]
"""An encoded public key, or one of :mod:`vorpal.secp256k1`."""
