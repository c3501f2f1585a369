"""Runs one operation of the package on a secret from standard input between two marks: see `artefacts.rs`."""

import gc
import signal
import sys
import threading

from vorpal import bls, secp256k1

HASH = bytes([9] + 31 * [0])
KNOWN = bytes([0x11, 0x22, 0x33] + 29 * [0])
OTHER = secp256k1.SecretKey(KNOWN).public_key()
SUITE = bls.Suite("possession")

OPERATIONS = {
    "secp256k1 public key": lambda secret: secp256k1.SecretKey(secret).public_key(),
    "ECDSA": lambda secret: secp256k1.SecretKey(secret).sign(HASH),
    "ECDH": lambda secret: secp256k1.SecretKey(secret).ecdh(OTHER),
    "Schnorr": lambda secret: secp256k1.SecretKey(secret).schnorr_sign(HASH),
    "BLS public key": lambda secret: bls.SecretKey(secret).public_key(SUITE),
    "BLS": lambda secret: bls.SecretKey(secret).sign(SUITE, HASH),
    "BLS child key": lambda secret: bls.SecretKey(secret).derive_child(1),
    # A leak: recovery takes variable time, and its result depends on the secret.
    "planted": lambda secret: secp256k1.recover(HASH, secp256k1.SecretKey(secret).sign(HASH)),
}

operation = OPERATIONS[sys.argv[1]]
# Tables are built on first use.
operation(KNOWN)
gc.disable()
print(f"<thread to watch>{threading.get_native_id()}", flush=True)
secret = bytes.fromhex(sys.stdin.readline())
signal.raise_signal(signal.SIGUSR1)
operation(secret)
signal.raise_signal(signal.SIGUSR1)
