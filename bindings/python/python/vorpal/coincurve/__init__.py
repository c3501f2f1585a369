"""The names, arguments and results of the package coincurve 21 and 22, for ECDSA and BIP 340 on secp256k1.

``from vorpal.coincurve import PrivateKey, PublicKey`` replaces the import from ``coincurve``. A program whose
dependencies import ``coincurve`` calls :func:`install` first. Secret keys take constant time in all operations, and so
do scalars that keys are added to or multiplied by. Conversions from and to integers, digits and PEM are Python's, in
variable time.

Differences from coincurve:

* Errors about values are those of :mod:`vorpal`, which are ``ValueError`` too, with coincurve's text if it has one. An
  error about a key in DER begins with this text and names the byte.
* A :class:`Context` has no effect. A nonce is the default one or ``(None, data)`` with 32 bytes that enter it;
  functions in C are errors.
* Scalars of more than 32 bytes are errors, where coincurve may use the first 32. A :class:`PublicKeyXOnly` of more than
  32 bytes is an error, where coincurve reads the first 32. Shorter secret keys of ``from_valid_secret`` have zeros in
  front of them, where coincurve reads what follows in memory.
* The sum of no keys is an error, which ends a program that uses coincurve.
* ``PrivateKey.secret`` cannot be assigned. After ``add`` or ``multiply`` with ``update`` both public keys are those of
  the new secret.
* Keys in DER are strictly DER, of versions 0 and 1, with 32 bytes. They name secp256k1: explicit curve parameters are
  errors. Their public key must be that of the secret. coincurve reads neither the curve nor the public key.
* Raw signatures and keys are objects of Python: :mod:`.ecdsa`, :class:`.x_only.XOnlyPoint` and
  :class:`vorpal.secp256k1.PublicKey`. Raw signatures are checked when they are made.
* Comparisons with objects of other types are false, where coincurve has errors.
* The helpers and constants of ``coincurve.der`` other than ``encode_der``, ``decode_der`` and the two identifiers
  are absent, and so are ``ffi`` and ``lib``.
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
