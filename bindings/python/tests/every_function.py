"""A call of every exported function, method, property and operator, with enough work for several threads.

``python every_function.py`` calls each one here, then in a forked child. It prints the names of those that hang or fail
in the child, and of those that start threads other than the package's own. A thread pool that belongs to nobody, such
as rayon's own, has no threads in a forked child: whoever waits for it waits for ever.
"""

import asyncio
import contextlib
import copy
import dataclasses
import enum
import inspect
import os
import pickle
import signal
import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy as np

import every_bls_function
import every_coincurve_function
import every_groth16_function
import every_kzg_function
import vorpal
from vorpal import blocks, bls, coincurve, fields, groth16, ipa, kzg, msm, ray, secp256k1, transactions, tree
from vorpal.ray import generate

MODULES = [vorpal, blocks, bls, coincurve, fields, groth16, ipa, kzg, msm, ray, secp256k1, transactions, tree]
OPERATORS = "add radd sub rsub mul rmul truediv rtruediv pow neg eq ne hash len getitem iter reduce bytes enter exit"
OPERATORS = {f"__{name}__" for name in OPERATORS.split()}
# This one starts the processes of a cluster.
OTHERS = {"vorpal.ray.start_ray"}
SECONDS = 60


def has_constructor(item):
    """Whether a class can be called: those of the extension have a signature then."""
    try:
        inspect.signature(item)
    except ValueError:
        return False
    return True


def exported():
    """The names of all that can be called."""
    for module in MODULES:
        for name in module.__all__:
            item, path = getattr(module, name), f"{module.__name__}.{name}"
            if inspect.ismodule(item) or name.startswith("__") or path in OTHERS:
                continue
            if not inspect.isclass(item):
                yield path
                continue
            if issubclass(item, (Exception, enum.Enum)):
                continue
            # Constructors and operators of records are the interpreter's.
            is_record = dataclasses.is_dataclass(item) or issubclass(item, tuple)
            if not is_record and has_constructor(item):
                yield path
            for member, value in vars(item).items():
                is_public = not member.startswith("_") or (member in OPERATORS and not is_record)
                is_call = callable(value) or isinstance(value, (staticmethod, classmethod, property))
                if is_public and value is not None and (is_call or type(value).__name__ == "getset_descriptor"):
                    yield f"{path}.{member}"


def cases(folder):
    """The calls, by name."""
    random = np.random.default_rng(1)

    def rows(count, width, high=256):
        return random.integers(high, size=(count, width), dtype=np.uint8)

    count = 3000
    context, field = vorpal.Context(2), fields.Field("bn254_scalar")
    x, y = field.random(count, 1), field.random(count, 2)
    one = field.vector([5])
    key = secp256k1.SecretKey(b"\1" * 32)
    public, hashes = key.public_key(), rows(count, 32)
    hash = hashes[0].tobytes()
    some = [key.sign(hash.tobytes()) for hash in hashes[:40]]
    signatures = np.frombuffer(b"".join(some), np.uint8).reshape(-1, 65)
    signatures, hashes = np.tile(signatures, (25, 1)), np.tile(hashes[:40], (25, 1))
    short = np.ascontiguousarray(signatures[:, :64])
    keys_33 = np.tile(np.frombuffer(public.to_bytes(), np.uint8), (1000, 1))
    schnorr = np.frombuffer(key.schnorr_sign(hash), np.uint8)
    schnorr, messages = np.tile(schnorr, (1000, 1)), np.tile(np.frombuffer(hash, np.uint8), (1000, 1))
    x_only = np.tile(np.frombuffer(public.x_only(), np.uint8), (1000, 1))
    cache = secp256k1.KeyCache()
    # The example of EIP-155.
    transaction = bytes.fromhex(
        "f86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a0"
        "28ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a0"
        "67cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83"
    )
    bases = msm.Bases.multiples(count, curve="bn254")
    prepared, scalars = bases.prepare(1 << 22), field.random(count, 3)
    points, limbs = bases.to_bytes(), bases.to_montgomery()
    point, plan = msm.msm(bases, scalars), msm.plan(bases, scalars)
    sum_id = msm.job(bases, scalars)

    def part(first, end):
        half = msm.Bases.from_montgomery(limbs[first:end], curve="bn254")
        return msm.partial(half, scalars[first:end], job=sum_id, terms=count, first_term=first)

    half, rest = part(0, count // 2), part(count // 2, count)
    whole = half + rest
    prepared.save(folder / "bases")
    committer = ipa.Committer("small", threads=2)
    committer.save(folder / "tables")
    values = fields.Field("bandersnatch_scalar").random(40 * 256, 4).to_bytes()
    offsets = np.arange(0, 40 * 256 + 1, 256).astype(np.uint64)
    indices = np.tile(np.arange(256, dtype=np.uint8), 40)
    commitments = committer.commit_batch(offsets, indices, values)
    openings, at = np.arange(40, dtype=np.uint32), np.arange(40, dtype=np.uint8)
    proof = committer.prove(commitments, values, openings, at)
    claimed = values.reshape(40, 256, 32)[np.arange(40), at]
    entries, new = rows(count, 32), rows(count, 32)
    full = tree.Tree()
    root = full.apply(committer, entries, new, label="one")
    witness = full.prove(committer, entries[:500])
    written = witness.with_writes(entries[:500], new[:500][::-1].copy())
    partly = witness.verify(committer, root)
    addresses, code = rows(count, 20), random.bytes(100_000)

    def fresh(pending=True):
        state = tree.Tree()
        state.apply(committer, entries, new)
        if pending:
            state.update(entries, new[::-1].copy())
        return state

    def with_pool(call):
        """A call with a new pool of senders."""

        def run():
            with secp256k1.SenderPool(threads=2) as pool:
                return call(pool)

        return run

    def with_tree(work, pending=True):
        return lambda: work(fresh(pending))

    def on_disk():
        place = Path(tempfile.mkdtemp(dir=folder)) / "tree"
        with tree.Tree.open(place, "create") as state:
            state.apply(committer, entries, new)
        with tree.Tree.open(place) as state:
            assert state.get(entries)[1].all()

    chain_folder = folder / "blocks"
    chain_folder.mkdir()
    account = '{"address":"0x%040x","nonce":1,"balance":"0x1","code_hash":"0x%064x","storage":{"0x1":"0x2"}}'
    text = "\n".join(account % (i, i) for i in range(count))
    (chain_folder / "1.jsonl").write_text(text)
    block = blocks.Accounts.parse(text)
    first_root = tree.Tree().apply(committer, block.keys(committer), block.values)
    (chain_folder / "roots.json").write_text('[{"file":"1.jsonl","root":"0x%s"}]' % first_root.hex())
    row = "0x%064x," * 3 + "1,0x%040x\n"
    (chain_folder / "1.signatures.csv").write_text("signing_hash,r,s,y_parity,sender\n" + row % (1, 2, 3, 4))
    pairs = "\n".join(f"0x{key.tobytes().hex()},0x{value.tobytes().hex()}" for key, value in zip(entries, new))
    (folder / "pairs.csv").write_text(pairs)
    (folder / "snapshots").mkdir()
    generate.write_signatures(folder / "history", 3000, files=2)
    opened = ray.write_bases(folder / "file", bases)
    split = ray.split(opened, scalars, workers=2)

    def own(name):
        return Path(tempfile.mkdtemp(dir=folder)) / name

    def local(function, *arguments, **options):
        return function(*arguments, engine="local", workers=2, **options)

    done = local(ray.recover_senders, folder / "history", own("sink"), report_page=False)
    found = {
        "vorpal.Context": lambda: vorpal.Context(2),
        "vorpal.Context.threads": lambda: context.threads,
        "vorpal.backend": vorpal.backend,
        "vorpal.blocks.Accounts.parse": lambda: blocks.Accounts.parse(text),
        "vorpal.blocks.Accounts.keys": lambda: block.keys(committer),
        "vorpal.blocks.Block.entries": lambda: blocks.Block("1", block, None, None).entries(committer),
        "vorpal.blocks.read_accounts": lambda: blocks.read_accounts(chain_folder / "1.jsonl"),
        "vorpal.blocks.read_block": lambda: blocks.read_block(chain_folder / "1.jsonl"),
        "vorpal.blocks.read_blocks": lambda: list(blocks.read_blocks(chain_folder)),
        "vorpal.blocks.read_entries": lambda: blocks.read_entries(folder / "pairs.csv"),
        "vorpal.blocks.read_roots": lambda: blocks.read_roots(chain_folder),
        "vorpal.blocks.read_signatures": lambda: blocks.read_signatures(chain_folder / "1.signatures.csv"),
        "vorpal.fields.names": fields.names,
        "vorpal.fields.best_schedule": lambda: fields.best_schedule(97),
        "vorpal.fields.bounds": lambda: fields.bounds(97),
        "vorpal.fields.overflow_shares": lambda: fields.overflow_shares("bn254_scalar", products=2, samples=10),
        "vorpal.fields.Field": lambda: fields.Field("bn254_base"),
        "vorpal.fields.Field.vector": lambda: field.vector(range(count)),
        "vorpal.fields.Field.from_ints": lambda: field.from_ints(range(count)),
        "vorpal.fields.Field.from_bytes": lambda: field.from_bytes(x.to_bytes()),
        "vorpal.fields.Field.from_montgomery": lambda: field.from_montgomery(x.limbs),
        "vorpal.fields.Field.random": lambda: field.random(count),
        "vorpal.fields.Field.zeros": lambda: field.zeros(count),
        "vorpal.fields.Field.__eq__": lambda: field == fields.Field("bn254_base"),
        "vorpal.fields.Field.__hash__": lambda: hash_of(field),
        "vorpal.fields.Field.__reduce__": lambda: pickle.loads(pickle.dumps(field)),
        "vorpal.fields.Vector.to_ints": x.to_ints,
        "vorpal.fields.Vector.to_bytes": x.to_bytes,
        "vorpal.fields.Vector.add": lambda: x.add(y),
        "vorpal.fields.Vector.sub": lambda: one.sub(y),
        "vorpal.fields.Vector.mul": lambda: x.mul(y),
        "vorpal.fields.Vector.neg": x.neg,
        "vorpal.fields.Vector.square": x.square,
        "vorpal.fields.Vector.inverse": x.inverse,
        "vorpal.fields.Vector.pow": lambda: x.pow(5),
        "vorpal.fields.Vector.sqrt": x.sqrt,
        "vorpal.fields.Vector.legendre": x.legendre,
        "vorpal.fields.Vector.dot": lambda: x.dot(y),
        "vorpal.fields.Vector.sum": x.sum,
        "vorpal.fields.Vector.__add__": lambda: x + y,
        "vorpal.fields.Vector.__radd__": lambda: 1 + x,
        "vorpal.fields.Vector.__sub__": lambda: x - y,
        "vorpal.fields.Vector.__rsub__": lambda: 1 - x,
        "vorpal.fields.Vector.__mul__": lambda: x * y,
        "vorpal.fields.Vector.__rmul__": lambda: 2 * x,
        "vorpal.fields.Vector.__truediv__": lambda: x / y,
        "vorpal.fields.Vector.__rtruediv__": lambda: 1 / x,
        "vorpal.fields.Vector.__pow__": lambda: x**3,
        "vorpal.fields.Vector.__neg__": lambda: -x,
        "vorpal.fields.Vector.__eq__": lambda: x == y,
        "vorpal.fields.Vector.__len__": lambda: len(x),
        "vorpal.fields.Vector.__getitem__": lambda: (x[7], x[::2]),
        "vorpal.fields.Vector.__iter__": lambda: list(x),
        "vorpal.fields.Vector.__reduce__": lambda: pickle.loads(pickle.dumps(x)),
        "vorpal.fields.Vector": lambda: copy.copy(x),
        "vorpal.ipa.map_to_scalar_batch": lambda: ipa.map_to_scalar_batch(commitments),
        "vorpal.ipa.Committer": lambda: ipa.Committer("small"),
        "vorpal.ipa.Committer.load": lambda: ipa.Committer.load(folder / "tables"),
        "vorpal.ipa.Committer.save": lambda: committer.save(own("tables")),
        "vorpal.ipa.Committer.memory": lambda: committer.memory,
        "vorpal.ipa.Committer.basis": lambda: committer.basis,
        "vorpal.ipa.Committer.commit": lambda: committer.commit(values[:256]),
        "vorpal.ipa.Committer.commit_batch": lambda: committer.commit_batch(offsets, indices, values, compressed=False),
        "vorpal.ipa.Committer.commit_delta_batch": lambda: committer.commit_delta_batch(
            commitments, offsets, indices, values
        ),
        "vorpal.ipa.Committer.prove": lambda: committer.prove(commitments, values, openings, at),
        "vorpal.ipa.Committer.verify": lambda: committer.verify(commitments, openings, at, claimed, proof),
        "vorpal.msm.msm": lambda: (msm.msm(bases, scalars), msm.msm(prepared, scalars)),
        "vorpal.msm.plan": lambda: msm.plan(bases, scalars),
        "vorpal.msm.job": lambda: msm.job(bases, scalars),
        "vorpal.msm.partial": lambda: part(0, count),
        "vorpal.msm.Bases.from_bytes": lambda: msm.Bases.from_bytes(points, curve="bn254"),
        "vorpal.msm.Bases.from_montgomery": lambda: msm.Bases.from_montgomery(limbs, curve="bn254"),
        "vorpal.msm.Bases.multiples": lambda: msm.Bases.multiples(count, curve="bls12_381"),
        "vorpal.msm.Bases.open": lambda: msm.Bases.open(folder / "bases", curve="bn254"),
        "vorpal.msm.Bases.save": lambda: prepared.save(own("bases")),
        "vorpal.msm.Bases.prepare": lambda: bases.prepare(1 << 22),
        "vorpal.msm.Bases.to_bytes": lambda: bases.to_bytes(compressed=False),
        "vorpal.msm.Bases.to_montgomery": bases.to_montgomery,
        "vorpal.msm.Bases.curve": lambda: bases.curve,
        "vorpal.msm.Bases.trust": lambda: bases.trust,
        "vorpal.msm.Bases.is_prepared": lambda: bases.is_prepared,
        "vorpal.msm.Bases.explain": lambda: (bases.explain(), prepared.explain()),
        "vorpal.msm.Bases.__len__": lambda: len(bases),
        "vorpal.msm.Partial.from_bytes": lambda: msm.Partial.from_bytes(half.to_bytes(), curve="bn254"),
        "vorpal.msm.Partial.to_bytes": half.to_bytes,
        "vorpal.msm.Partial.merge": lambda: half.merge(rest),
        "vorpal.msm.Partial.finish": whole.finish,
        "vorpal.msm.Partial.curve": lambda: half.curve,
        "vorpal.msm.Partial.job": lambda: half.job,
        "vorpal.msm.Partial.covered": lambda: half.covered,
        "vorpal.msm.Partial.__add__": lambda: half + rest,
        "vorpal.msm.Partial.__eq__": lambda: half == rest,
        "vorpal.msm.Point.from_bytes": lambda: msm.Point.from_bytes(point.to_bytes(), curve="bn254"),
        "vorpal.msm.Point.from_montgomery": lambda: msm.Point.from_montgomery(point.to_montgomery(), curve="bn254"),
        "vorpal.msm.Point.curve": lambda: point.curve,
        "vorpal.msm.Point.is_identity": lambda: point.is_identity,
        "vorpal.msm.Point.coordinates": lambda: point.coordinates,
        "vorpal.msm.Point.to_bytes": point.to_bytes,
        "vorpal.msm.Point.to_montgomery": point.to_montgomery,
        "vorpal.msm.Point.__add__": lambda: point + point,
        "vorpal.msm.Point.__neg__": lambda: -point,
        "vorpal.msm.Point.__eq__": lambda: point == -point,
        "vorpal.msm.Point.__hash__": lambda: hash_of(point),
        "vorpal.ray.recover_senders": lambda: local(
            ray.recover_senders, folder / "history", own("sink"), report_page=False
        ),
        "vorpal.ray.msm": lambda: local(ray.msm, folder / "file", scalars),
        "vorpal.ray.split": lambda: ray.split(folder / "file", scalars, workers=2),
        "vorpal.ray.verify_chain": lambda: local(ray.verify_chain, chain_folder, folder / "snapshots"),
        "vorpal.ray.write_snapshots": lambda: ray.write_snapshots(chain_folder, own("snapshots"), 1),
        "vorpal.ray.write_bases": lambda: ray.write_bases(own("file"), bases),
        "vorpal.ray.open_bases": lambda: ray.open_bases(folder / "file"),
        "vorpal.ray.BasesFile.digest": lambda: opened.digest,
        "vorpal.ray.BasesFile.read": lambda: opened.read(0, count),
        "vorpal.ray.BasesFile.width": lambda: opened.width,
        "vorpal.ray.Record.items": lambda: done.record.items,
        "vorpal.ray.Record.retries": lambda: done.record.retries,
        "vorpal.ray.Recovered.invalid": lambda: done.invalid,
        "vorpal.ray.Recovered.rows": lambda: done.rows,
        "vorpal.ray.Split.count": lambda: split.count,
        "vorpal.ray.Split.explain": split.explain,
        "vorpal.ray.Split.parts": lambda: list(split.parts()),
        "vorpal.secp256k1.recover": lambda: secp256k1.recover(hash, some[0]),
        "vorpal.secp256k1.recover_batch": lambda: secp256k1.recover_batch(hashes, signatures, addresses=True),
        "vorpal.secp256k1.schnorr_verify": lambda: secp256k1.schnorr_verify(public.x_only(), hash, schnorr[0]),
        "vorpal.secp256k1.schnorr_verify_batch": lambda: secp256k1.schnorr_verify_batch(messages, schnorr, x_only),
        "vorpal.secp256k1.signature_from_der": lambda: secp256k1.signature_from_der(
            secp256k1.signature_to_der(some[0][:64])
        ),
        "vorpal.secp256k1.signature_to_der": lambda: secp256k1.signature_to_der(some[0][:64]),
        "vorpal.secp256k1.signature_to_low": lambda: secp256k1.signature_to_low(some[0][:64]),
        "vorpal.secp256k1.verify_batch": lambda: secp256k1.verify_batch(hashes, short, keys_33),
        "vorpal.secp256k1.SecretKey": lambda: secp256k1.SecretKey(b"\2" * 32),
        "vorpal.secp256k1.SecretKey.to_bytes": key.to_bytes,
        "vorpal.secp256k1.SecretKey.public_key": key.public_key,
        "vorpal.secp256k1.SecretKey.sign": lambda: key.sign(hash),
        "vorpal.secp256k1.SecretKey.schnorr_sign": lambda: key.schnorr_sign(hash),
        "vorpal.secp256k1.SecretKey.ecdh": lambda: key.ecdh(public, sha256=True),
        "vorpal.secp256k1.SecretKey.add_tweak": lambda: key.add_tweak(hash),
        "vorpal.secp256k1.SecretKey.mul_tweak": lambda: key.mul_tweak(hash),
        "vorpal.secp256k1.PublicKey.add_tweak": lambda: public.add_tweak(hash),
        "vorpal.secp256k1.PublicKey.mul_tweak": lambda: public.mul_tweak(hash),
        "vorpal.secp256k1.PublicKey.sum": lambda: secp256k1.PublicKey.sum([public] * 100),
        "vorpal.secp256k1.PublicKey": lambda: secp256k1.PublicKey(public.to_bytes()),
        "vorpal.secp256k1.PublicKey.to_bytes": public.to_bytes,
        "vorpal.secp256k1.PublicKey.x_only": public.x_only,
        "vorpal.secp256k1.PublicKey.address": public.address,
        "vorpal.secp256k1.PublicKey.verify": lambda: public.verify(hash, some[0][:64]),
        "vorpal.secp256k1.PublicKey.__bytes__": lambda: bytes(public),
        "vorpal.secp256k1.PublicKey.__eq__": lambda: public == key.public_key(),
        "vorpal.secp256k1.PublicKey.__hash__": lambda: hash_of(public),
        "vorpal.secp256k1.KeyCache": secp256k1.KeyCache,
        "vorpal.secp256k1.KeyCache.verify": lambda: [cache.verify(public, hash, some[0][:64]) for _ in range(9)],
        "vorpal.secp256k1.KeyCache.tables": lambda: cache.tables,
        "vorpal.secp256k1.SenderPool": with_pool(lambda pool: None),
        "vorpal.secp256k1.SenderPool.submit": with_pool(lambda pool: pool.submit(hash, some[0]).result()),
        "vorpal.secp256k1.SenderPool.try_submit": with_pool(lambda pool: pool.try_submit(hash, some[0]).result()),
        "vorpal.secp256k1.SenderPool.recover": with_pool(lambda pool: asyncio.run(pool.recover(hash, some[0]))),
        "vorpal.secp256k1.SenderPool.recover_block": with_pool(lambda pool: pool.recover_block(hashes, signatures)),
        "vorpal.secp256k1.SenderPool.metrics": with_pool(lambda pool: pool.metrics(50)),
        "vorpal.secp256k1.SenderPool.close": with_pool(lambda pool: pool.close()),
        "vorpal.secp256k1.SenderPool.__enter__": with_pool(lambda pool: pool.__enter__()),
        "vorpal.secp256k1.SenderPool.__exit__": with_pool(lambda pool: pool.__exit__(None, None, None)),
        "vorpal.secp256k1.verify_mixed_batch": lambda: secp256k1.verify_mixed_batch(
            np.full(1000, 2, np.uint8), hashes, signatures, np.zeros((1000, 65), np.uint8), addresses[:1000]
        ),
        "vorpal.transactions.recover_senders": lambda: transactions.recover_senders([transaction] * 1000),
        "vorpal.tree.basic_data": lambda: tree.basic_data(1, 2, 3),
        "vorpal.tree.code_chunks": lambda: tree.code_chunks(code),
        "vorpal.tree.keys": lambda: tree.keys(committer, addresses, np.zeros(count, np.uint8)),
        "vorpal.tree.Tree": tree.Tree,
        "vorpal.tree.Tree.open": on_disk,
        "vorpal.tree.Tree.close": with_tree(lambda state: state.close()),
        "vorpal.tree.Tree.__enter__": with_tree(lambda state: state.__enter__()),
        "vorpal.tree.Tree.__exit__": with_tree(lambda state: state.__exit__()),
        "vorpal.tree.Tree.head": lambda: full.head,
        "vorpal.tree.Tree.root": lambda: full.root,
        "vorpal.tree.Tree.blocks": lambda: full.blocks,
        "vorpal.tree.Tree.label": lambda: full.label,
        "vorpal.tree.Tree.root_at": lambda: (full.root_at(0), full.root_at(1)),
        "vorpal.tree.Tree.get": lambda: full.get(entries),
        "vorpal.tree.Tree.get_at": lambda: full.get_at(0, entries),
        "vorpal.tree.Tree.check": lambda: full.check(committer),
        "vorpal.tree.Tree.update": with_tree(lambda state: state.update(entries, entries)),
        "vorpal.tree.Tree.remove": with_tree(lambda state: state.remove(entries)),
        "vorpal.tree.Tree.next_root": with_tree(lambda state: state.next_root(committer)),
        "vorpal.tree.Tree.commit": with_tree(lambda state: state.commit(committer)),
        "vorpal.tree.Tree.apply": with_tree(lambda state: state.apply(committer, entries, entries), pending=False),
        "vorpal.tree.Tree.discard": with_tree(lambda state: state.discard()),
        "vorpal.tree.Tree.rollback": with_tree(lambda state: state.rollback(1)),
        "vorpal.tree.Tree.prove": lambda: full.prove(committer, entries[:500]),
        "vorpal.tree.Head.root": lambda: full.head.root,
        "vorpal.tree.Head.blocks": lambda: full.head.blocks,
        "vorpal.tree.Head.label": lambda: full.head.label,
        "vorpal.tree.Head.__eq__": lambda: full.head == full.head,
        "vorpal.tree.Witness.from_bytes": lambda: tree.Witness.from_bytes(witness.to_bytes()),
        "vorpal.tree.Witness.from_json": lambda: tree.Witness.from_json(witness.to_json()),
        "vorpal.tree.Witness.to_bytes": witness.to_bytes,
        "vorpal.tree.Witness.to_json": witness.to_json,
        "vorpal.tree.Witness.with_writes": lambda: witness.with_writes(entries[:500], new[:500]),
        "vorpal.tree.Witness.verify": lambda: witness.verify(committer, root),
        "vorpal.tree.Witness.version": lambda: witness.version,
        "vorpal.tree.Witness.keys": witness.keys,
        "vorpal.tree.Witness.__len__": lambda: len(witness),
        "vorpal.tree.Witness.__eq__": lambda: witness == written,
        "vorpal.tree.PartialTree.get": lambda: partly.get(entries[:500]),
        "vorpal.tree.PartialTree.unbound": lambda: partly.unbound,
        "vorpal.tree.PartialTree.root_after": lambda: partly.root_after(committer, written),
    }
    for name in ("explain", "algorithm", "endomorphism", "points", "threads", "bits", "width", "windows"):
        found[f"vorpal.msm.Plan.{name}"] = lambda name=name: getattr(plan, name)
    for name in ("additions", "multiplications", "memory"):
        found[f"vorpal.msm.Plan.{name}"] = lambda name=name: getattr(plan, name)
    found.update(every_bls_function.cases(folder))
    found.update(every_coincurve_function.cases())
    found.update(every_kzg_function.cases(folder))
    found.update(every_groth16_function.cases())
    # Python derives these from others.
    for name in (*("msm.Partial", "msm.Point"), "secp256k1.PublicKey", "tree.Head", "tree.Witness"):
        found[f"vorpal.{name}.__ne__"] = found[f"vorpal.{name}.__eq__"]
    for name in ("Partial", "Point"):
        found[f"vorpal.msm.{name}.__radd__"] = found[f"vorpal.msm.{name}.__add__"]
    return found


def hash_of(value):
    """The hash of a value."""
    return value.__hash__()


def strangers():
    """The threads that are neither of the package nor of Python."""
    known, found = {thread.native_id for thread in threading.enumerate()}, set()
    for task in Path("/proc/self/task").iterdir():
        # Threads of pools that are freed end meanwhile.
        with contextlib.suppress(OSError):
            if int(task.name) not in known and not (task / "comm").read_text().startswith("vorpal"):
                found.add(int(task.name))
    return found


def last_of(before):
    """The threads that came after others and are neither of the package nor of Python. Threads begin without a name."""
    for _ in range(50):
        found = strangers() - before
        if not found:
            break
        time.sleep(0.02)
    return found


def in_child(case):
    """Why a call fails in a forked child; nothing if it does not."""
    child = os.fork()
    if child == 0:
        signal.alarm(SECONDS)
        try:
            case()
        except BaseException as error:
            print(f"{type(error).__name__}: {error}", file=sys.stderr)
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    return {0: "", -signal.SIGALRM: f"hangs for {SECONDS} s"}.get(code, f"fails with {code}")


def main():
    """Call everything."""
    before = strangers()
    with tempfile.TemporaryDirectory() as folder:
        calls = cases(Path(folder))
        for name in sorted(set(exported()) - set(calls)):
            print(f"{name}: not covered")
        for name in sorted(set(calls) - set(exported())):
            print(f"{name}: not exported")
        for thread in sorted(last_of(before)):
            print(f"the preparations: a thread {thread} of nobody")
        for name, case in calls.items():
            before = strangers()
            case()
            # Arrow has threads of its own.
            if last_of(before) and not name.startswith("vorpal.ray."):
                print(f"{name}: starts threads of nobody")
            reason = in_child(case)
            if reason:
                print(f"{name}: {reason} in a forked child")
    print(f"{len(calls)} calls")


if __name__ == "__main__":
    main()
