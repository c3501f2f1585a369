"""A call of every function and method of `vorpal.bls`, for `every_function.py`."""

import tempfile
from pathlib import Path

import numpy as np

from vorpal import bls


def cases(folder):
    """The calls by name."""
    suite, count = bls.Suite("possession"), 40
    secrets = [bls.SecretKey(bytes([1, *bytes(30), i + 1])) for i in range(count)]
    keys = [secret.public_key(suite) for secret in secrets]
    message, messages = bytes(32), [bytes([i]) * 32 for i in range(count)]
    signatures = [secret.sign(suite, one) for secret, one in zip(secrets, messages)]
    same = [secret.sign(suite, message) for secret in secrets]
    total, proof, indices = suite.aggregate(same), secrets[0].prove_possession(suite), list(range(1, count + 1))
    wrong = [signatures[1], *signatures[1:]]
    table = bls.KeyTable()
    table.append(keys)
    table.save(folder / "keys")
    committee, present = bls.Committee(suite, keys), [True] * count
    chain = bls.DrandChain(keys[0], "pedersen-bls-unchained")
    rounds = [secrets[0].sign(bls.Suite("basic"), chain.message(i)) for i in range(count)]
    offsets = np.array([0, 20, 40], np.uint64)
    pop, one = bls.G2ProofOfPossession, int.from_bytes(secrets[0].to_bytes(), "big")

    def batch():
        found = bls.Batch(suite)
        found.add(wrong, messages, keys)
        return found

    def save():
        table.save(Path(tempfile.mkdtemp(dir=folder)) / "keys")

    found = {
        "SecretKey": lambda: bls.SecretKey(b"\2" * 32),
        "SecretKey.key_gen": lambda: bls.SecretKey.key_gen(bytes(32), salt=b"salt"),
        "SecretKey.derive_master": lambda: bls.SecretKey.derive_master(bytes(32)),
        "SecretKey.derive_child": lambda: secrets[0].derive_child(7),
        "SecretKey.to_bytes": secrets[0].to_bytes,
        "SecretKey.public_key": lambda: secrets[0].public_key(suite),
        "SecretKey.sign": lambda: secrets[0].sign(suite, message),
        "SecretKey.prove_possession": lambda: secrets[0].prove_possession(suite),
        "Suite": lambda: bls.Suite("basic", keys="G2"),
        "Suite.tag": lambda: suite.tag,
        "Suite.scheme": lambda: suite.scheme,
        "Suite.keys": lambda: suite.keys,
        "Suite.verify": lambda: suite.verify(keys[0], messages[0], signatures[0]),
        "Suite.aggregate_verify": lambda: suite.aggregate_verify(keys, messages, total),
        "Suite.fast_aggregate_verify": lambda: suite.fast_aggregate_verify(keys, message, total),
        "Suite.verify_possession": lambda: suite.verify_possession(keys[0], proof),
        "Suite.verify_sets": lambda: suite.verify_sets(wrong, messages, keys),
        "Suite.are_keys": lambda: suite.are_keys(keys * 4),
        "Suite.aggregate": lambda: suite.aggregate(signatures),
        "Suite.aggregate_keys": lambda: suite.aggregate_keys(keys),
        "Suite.combine": lambda: suite.combine(indices, same),
        "Suite.combine_partials": lambda: suite.combine_partials(message, indices, keys, same, 30),
        "Batch": lambda: bls.Batch(suite),
        "Batch.add": batch,
        "Batch.merge": lambda: batch().merge(batch()),
        "Batch.finish": lambda: batch().finish(),
        "Batch.__len__": lambda: len(batch()),
        "KeyTable": bls.KeyTable,
        "KeyTable.load": lambda: bls.KeyTable.load(folder / "keys"),
        "KeyTable.save": save,
        "KeyTable.append": lambda: bls.KeyTable().append(keys * 4),
        "KeyTable.get": lambda: table.get(3),
        "KeyTable.sum": lambda: table.sum(list(range(count)) * 100),
        "KeyTable.sums": lambda: table.sums(list(range(count)), offsets),
        "KeyTable.verify_sets": lambda: table.verify_sets(suite, wrong, messages, list(range(count))),
        "KeyTable.keys": lambda: table.keys,
        "KeyTable.__len__": lambda: len(table),
        "Committee": lambda: bls.Committee(suite, keys),
        "Committee.sum": lambda: committee.sum(present),
        "Committee.verify": lambda: committee.verify(suite, present, message, total),
        "Committee.__len__": lambda: len(committee),
        "DrandChain": lambda: bls.DrandChain(keys[0], "pedersen-bls-chained"),
        "DrandChain.message": lambda: chain.message(5),
        "DrandChain.verify": lambda: chain.verify(5, rounds[5]),
        "DrandChain.verify_rounds": lambda: chain.verify_rounds(list(range(count)), rounds),
        "eth_aggregate_pubkeys": lambda: bls.eth_aggregate_pubkeys(keys),
        "eth_fast_aggregate_verify": lambda: bls.eth_fast_aggregate_verify(keys, message, total),
    }
    ciphersuites = {
        "SkToPk": lambda: pop.SkToPk(one),
        "KeyGen": lambda: pop.KeyGen(bytes(32)),
        "KeyValidate": lambda: pop.KeyValidate(keys[0]),
        "Sign": lambda: pop.Sign(one, message),
        "Verify": lambda: pop.Verify(keys[0], messages[0], signatures[0]),
        "Aggregate": lambda: pop.Aggregate(signatures),
        "AggregateVerify": lambda: pop.AggregateVerify(keys, messages, total),
    }
    found.update({f"G2Basic.{name}": case for name, case in ciphersuites.items()})
    found["G2ProofOfPossession.PopProve"] = lambda: pop.PopProve(one)
    found["G2ProofOfPossession.PopVerify"] = lambda: pop.PopVerify(keys[0], proof)
    found["G2ProofOfPossession.FastAggregateVerify"] = lambda: pop.FastAggregateVerify(keys, message, total)
    for name in ("G2Basic", "G2MessageAugmentation", "G2ProofOfPossession"):
        found[name] = getattr(bls, name)
    return {f"vorpal.bls.{name}": case for name, case in found.items()}
