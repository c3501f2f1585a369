"""The names, arguments and results of the package coincurve 21 and 22, for ECDSA and BIP 340 on secp256k1.

``from vorpal.coincurve import PrivateKey, PublicKey`` replaces the import from ``coincurve``. A program whose
dependencies import ``coincurve`` calls :func:`install` first. Secret keys take constant time in all operations, and so
do scalars that keys are added to or multiplied by. Conversions from and to integers, digits and PEM are Python's, in
variable time.

Differences from coincurve: errors are those of :mod:`vorpal`, which are ``ValueError`` too, with coincurve's texts. A
:class:`Context` has no effect. A nonce is the default one or ``(None, data)`` with 32 bytes that enter it; functions in
C are errors. Scalars of more than 32 bytes are errors, where coincurve may use the first 32. So is the sum of no keys,
which ends a program that uses coincurve. After ``add`` or ``multiply`` with ``update`` both public keys are those of
the new secret. Keys in DER must be on secp256k1, and DER is strict. Raw signatures and keys are objects of Python
(:mod:`.ecdsa`).
"""

from vorpal.coincurve._install import install
from vorpal.coincurve.context import GLOBAL_CONTEXT, Context
from vorpal.coincurve.keys import PrivateKey, PublicKey, PublicKeyXOnly
from vorpal.coincurve.utils import verify_signature

__all__ = [
    "GLOBAL_CONTEXT",
    "Context",
    "PrivateKey",
    "PublicKey",
    "PublicKeyXOnly",
    "install",
    "verify_signature",
]
