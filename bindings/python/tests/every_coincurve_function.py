"""A call of every function and method of `vorpal.coincurve`, for `every_function.py`."""

from vorpal import coincurve
from vorpal.coincurve import PrivateKey, PublicKey, PublicKeyXOnly


def cases():
    """The calls by name."""
    secret, other = bytes(range(1, 33)), PrivateKey(b"\7")
    key, message = PrivateKey(secret), bytes(32)
    public, x_only = key.public_key, key.public_key_xonly
    signature, recoverable, schnorr = key.sign(message), key.sign_recoverable(message), key.sign_schnorr(message)
    private = {
        "": lambda: PrivateKey(),
        "secret": lambda: key.secret,
        "sign": lambda: key.sign(message),
        "sign_schnorr": lambda: key.sign_schnorr(message),
        "sign_recoverable": lambda: key.sign_recoverable(message),
        "ecdh": lambda: key.ecdh(other.public_key.format()),
        "add": lambda: key.add(b"\1"),
        "multiply": lambda: key.multiply(b"\2"),
        "to_hex": key.to_hex,
        "to_int": key.to_int,
        "to_pem": key.to_pem,
        "to_der": key.to_der,
        "from_hex": lambda: PrivateKey.from_hex("05"),
        "from_int": lambda: PrivateKey.from_int(5),
        "from_pem": lambda: PrivateKey.from_pem(key.to_pem()),
        "from_der": lambda: PrivateKey.from_der(key.to_der()),
        "__eq__": lambda: key == other,
        "__hash__": lambda: hash(key),
    }
    points = {
        "": lambda: PublicKey(public.format()),
        "from_secret": lambda: PublicKey.from_secret(secret),
        "from_valid_secret": lambda: PublicKey.from_valid_secret(secret),
        "from_point": lambda: PublicKey.from_point(*public.point()),
        "from_signature_and_message": lambda: PublicKey.from_signature_and_message(recoverable, message),
        "combine_keys": lambda: PublicKey.combine_keys([public] * 100),
        "format": public.format,
        "point": public.point,
        "verify": lambda: public.verify(signature, message),
        "add": lambda: public.add(b"\1"),
        "multiply": lambda: public.multiply(secret),
        "combine": lambda: public.combine([other.public_key]),
        "__eq__": lambda: public == other.public_key,
        "__hash__": lambda: hash(public),
    }
    x_only_points = {
        "": lambda: PublicKeyXOnly(x_only.format()),
        "from_secret": lambda: PublicKeyXOnly.from_secret(secret),
        "from_valid_secret": lambda: PublicKeyXOnly.from_valid_secret(secret),
        "of_point": lambda: PublicKeyXOnly.of_point(public.public_key),
        "format": x_only.format,
        "verify": lambda: x_only.verify(schnorr, message),
        "tweak_add": lambda: PublicKeyXOnly(x_only.format()).tweak_add(secret),
        "__eq__": lambda: x_only == other.public_key_xonly,
        "__hash__": lambda: hash(x_only),
    }
    found = {
        "GLOBAL_CONTEXT": lambda: coincurve.GLOBAL_CONTEXT,
        "Context": coincurve.Context,
        "Context.reseed": lambda: coincurve.Context(name="own").reseed(bytes(32)),
        "verify_signature": lambda: coincurve.verify_signature(signature, message, public.format()),
        "install": coincurve.install,
    }
    for name, members in (("PrivateKey", private), ("PublicKey", points), ("PublicKeyXOnly", x_only_points)):
        found.update({f"{name}.{member}".rstrip("."): case for member, case in members.items()})
    return {f"vorpal.coincurve.{name}": case for name, case in found.items()}
