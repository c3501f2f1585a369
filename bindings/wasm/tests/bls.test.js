// BLS signatures: the official vectors, signatures of @noble/curves, sets that name what is wrong, tables of keys.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { Vorpal, load } from "../js/index.js";
import { blsOf } from "../js/bls.js";
import { Machine, compile } from "../js/module.js";
import { bytes, bytes32, concat, dataFolder, skip, vorpal } from "./tools.js";

const { PublicKey, Signature, KeyTable, ...bls } = vorpal.bls;
const noble = bls12_381.longSignatures;
const TAG = "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";
const text = (string) => new TextEncoder().encode(string);
const infinity = (length) => Uint8Array.from({ length }, (_, i) => (i === 0 ? 0xc0 : 0));

/** The result of a call, or null if it throws a RangeError. */
function ofError(call) {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
}

const verdict = (call) => ofError(call) ?? false;
const keysOf = (list) => list.map(PublicKey.fromHex);

/** The functions with the number of their vectors. There is no hashing and no signing. */
const FUNCTIONS = {
  aggregate: [
    6,
    (input) => ofError(() => bls.aggregateSerializedSignatures(input.map(bytes)).toHex()),
  ],
  aggregate_verify: [
    5,
    ({ pubkeys, messages, signature }) =>
      verdict(() => bls.aggregateVerify(messages.map(bytes), keysOf(pubkeys), Signature.fromHex(signature))),
  ],
  batch_verify: [
    2,
    ({ pubkeys, messages, signatures }) => {
      const sig = (i) => Signature.fromHex(signatures[i]);
      const set = (_, i) => ({ msg: bytes(messages[i]), pk: PublicKey.fromHex(pubkeys[i]), sig: sig(i) });
      return verdict(() => bls.verifyMultipleAggregateSignatures(pubkeys.map(set)));
    },
  ],
  deserialization_G1: [
    13,
    // Infinity decodes as a point; as a key it is refused.
    ({ pubkey }) => ofError(() => PublicKey.fromHex(pubkey)) !== null || pubkey === `c0${"00".repeat(47)}`,
  ],
  deserialization_G2: [15, ({ signature }) => ofError(() => Signature.fromHex(signature, true)) !== null],
  fast_aggregate_verify: [
    12,
    ({ pubkeys, message, signature }) =>
      verdict(() => bls.fastAggregateVerify(bytes(message), keysOf(pubkeys), Signature.fromHex(signature))),
  ],
  hash_to_G2: [
    4,
    // The messages under Ethereum's tag, as that of the vectors is another one: a hash is the signature of the key 1.
    ({ msg }, output) => {
      const key = PublicKey.fromBytes(noble.getPublicKey(bytes32(1n)).toBytes());
      const hash = Signature.fromBytes(noble.hash(text(msg), TAG).toBytes(false));
      assert.equal(bls.verify(text(msg), key, hash), true);
      return output;
    },
  ],
  sign: [
    10,
    ({ privkey, message }, output) => {
      if (output === null) return output;
      const key = PublicKey.fromBytes(noble.getPublicKey(bytes(privkey)).toBytes());
      assert.equal(bls.verify(bytes(message), key, Signature.fromHex(output)), true);
      return output;
    },
  ],
  verify: [
    29,
    ({ pubkey, message, signature }) =>
      verdict(() => bls.verify(bytes(message), PublicKey.fromHex(pubkey), Signature.fromHex(signature))),
  ],
};

for (const [name, [count, call]] of Object.entries(FUNCTIONS)) {
  test(`the vectors of ${name}`, (context) => {
    const data = dataFolder();
    if (!data) return skip(context, "no VORPAL_DATA");
    const files = readdirSync(join(data, "bls", name));
    assert.equal(files.length, count);
    for (const file of files) {
      const { input, output } = JSON.parse(readFileSync(join(data, "bls", name, file), "utf8"));
      assert.deepEqual(call(input, output), output, file);
    }
  });
}

/** Sets of secret keys 1, 2, ..; two sets for each message. */
const count = 12;
const secrets = Array.from({ length: count }, (_, i) => bytes32(BigInt(i + 1)));
const encodings = secrets.map((secret) => noble.getPublicKey(secret).toBytes());
const messages = secrets.map((_, i) => text(`message ${i >> 1}`));
const sign = (secret, message) => Signature.fromBytes(noble.sign(noble.hash(message, TAG), secret).toBytes());
const signatures = secrets.map((secret, i) => sign(secret, messages[i]));
const keys = encodings.map((bytes) => PublicKey.fromBytes(bytes));
const sets = keys.map((pk, i) => ({ msg: messages[i], pk, sig: signatures[i] }));

test("signatures of @noble/curves", () => {
  assert.equal(bls.verify(messages[0], keys[0], signatures[0]), true);
  assert.equal(bls.verify(messages[2], keys[0], signatures[0]), false);
  assert.equal(bls.verify(messages[0], keys[1], signatures[0]), false);
  const total = bls.aggregateSignatures(signatures);
  assert.deepEqual(total.toBytes(false), noble.aggregateSignatures(signatures.map((s) => s.toBytes())).toBytes(false));
  assert.equal(bls.aggregateVerify(messages, keys, total), true);
  assert.equal(bls.aggregateVerify(messages, keys.toReversed(), total), false);
  const both = bls.aggregateSignatures([sign(secrets[0], text("m")), sign(secrets[1], text("m"))]);
  assert.equal(bls.fastAggregateVerify(text("m"), keys.slice(0, 2), both), true);
  assert.equal(bls.fastAggregateVerify(text("m"), keys.slice(0, 3), both), false);
  const sum = bls.aggregatePublicKeys(keys.slice(0, 3));
  assert.deepEqual(sum.toBytes(), encodings[5]);
  assert.equal(bls.aggregateSerializedPublicKeys(encodings.slice(0, 3)).toHex(), sum.toHex());
});

test("both encodings", () => {
  for (const compress of [true, false]) {
    assert.deepEqual(PublicKey.fromBytes(keys[3].toBytes(compress)).toBytes(), encodings[3]);
    assert.equal(PublicKey.fromHex(keys[3].toHex(compress)).toHex(), keys[3].toHex());
    const signature = Signature.fromHex(signatures[3].toHex(compress), true, true);
    assert.deepEqual(signature.toBytes(), signatures[3].toBytes());
  }
  assert.deepEqual([keys[0].toBytes(false).length, signatures[0].toBytes(false).length], [96, 192]);
  keys[0].keyValidate();
  signatures[0].sigValidate(true);
  // What a caller gets is a copy.
  keys[0].toBytes().fill(0);
  assert.deepEqual(keys[0].toBytes(), encodings[0]);
});

test("sets name what is wrong", () => {
  assert.equal(bls.verifyMultipleAggregateSignatures(sets), true);
  assert.deepEqual(bls.findInvalidSets(sets), []);
  for (const wrong of [[0], [11], [4, 5], [1, 2, 8]]) {
    const changed = sets.map((set, i) => (wrong.includes(i) ? { ...set, sig: signatures[(i + 2) % count] } : set));
    assert.equal(bls.verifyMultipleAggregateSignatures(changed), false);
    assert.deepEqual(bls.findInvalidSets(changed), wrong);
  }
  assert.equal(bls.verifyMultipleAggregateSignatures([]), false);
  assert.deepEqual(bls.findInvalidSets([]), []);
});

test("faults that cancel under equal weights", () => {
  const [plus, other] = [sign(secrets[7], messages[0]), noble.sign(noble.hash(messages[0], TAG), secrets[7])];
  const minus = Signature.fromBytes(other.negate().toBytes());
  const sum = (index, one) => ({ ...sets[index], sig: bls.aggregateSignatures([signatures[index], one]) });
  assert.deepEqual(bls.findInvalidSets([sum(0, plus), sum(1, minus), ...sets.slice(2)]), [0, 1]);
});

test("a signature outside the subgroup, infinity, keys that cancel", () => {
  // A point of the curve of G2 with a small x.
  const outside = Array.from({ length: 20 }, (_, x) => infinity(96).with(0, 0x80).with(95, x))
    .map((encoding) => ofError(() => Signature.fromBytes(encoding)))
    .find((found) => found !== null);
  assert.throws(() => outside.sigValidate(), { name: "RangeError", message: /^bytes: malformed point/ });
  assert.throws(() => Signature.fromBytes(outside.toBytes(), true), RangeError);
  assert.equal(bls.verify(messages[0], keys[0], outside), false);
  assert.deepEqual(bls.findInvalidSets([{ ...sets[0], sig: outside }, sets[1]]), [0]);
  assert.throws(() => bls.aggregateSignatures([signatures[0], outside]), { message: /^sigs: number 1: malformed/ });
  const none = Signature.fromBytes(infinity(96), true);
  assert.throws(() => none.sigValidate(true), { message: /^bytes: the point at infinity/ });
  assert.equal(bls.verify(messages[0], keys[0], none), false);
  assert.equal(bls.fastAggregateVerify(messages[0], [], none), false);
  assert.equal(bls.aggregateVerify([], [], none), false);
  const opposite = PublicKey.fromBytes(encodings[0].with(0, encodings[0][0] ^ 0x20));
  assert.equal(bls.fastAggregateVerify(messages[0], [keys[0], opposite], none), false);
  assert.throws(() => bls.aggregatePublicKeys([keys[0], opposite]), { message: /^pks: the sum of the public keys/ });
});

test("tables of keys", () => {
  const table = new KeyTable();
  assert.equal(table.append(encodings.slice(0, 5)), 0);
  assert.equal(table.append(concat(encodings.slice(5))), 5);
  assert.deepEqual([table.length, table.append([])], [12, 12]);
  assert.deepEqual(table.get(7).toBytes(), encodings[7]);
  assert.deepEqual(table.sum([0, 2]).toBytes(), encodings[3]);
  assert.deepEqual(table.sum([0, 0, 0]).toBytes(), encodings[2]);
  const set = (indices, secret) => ({ msg: text("m"), indices, sig: sign(bytes32(secret), text("m")) });
  const all = [set([0, 1], 3n), set([2], 3n), set([1, 1, 11], 16n), set([], 1n), set([3, 4], 8n)];
  assert.deepEqual(table.findInvalidSets(all), [3, 4]);
  assert.throws(() => table.append([encodings[0], infinity(48)]), { message: /^keys: number 1: the public key/ });
  assert.equal(table.length, 12);
  const cases = [
    [() => table.append([encodings[0].subarray(1)]), RangeError, "keys: number 0: 47 bytes instead of 48"],
    [() => table.get(12), RangeError, "index: number 0 is 12, no integer of 0 to 11"],
    [() => table.sum([3, -1]), RangeError, "indices: number 1 is -1, no integer of 0 to 11"],
    [() => table.sum([]), RangeError, "indices: nothing to aggregate"],
    [() => table.sum(7), TypeError, "indices: an array of numbers is expected"],
    [() => table.findInvalidSets([set([12], 1n)]), RangeError, "sets: number 0: indices: number 0 is 12"],
  ];
  for (const [call, kind, message] of cases) {
    assert.throws(call, (error) => error instanceof kind && error.message.startsWith(message), message);
  }
});

test("wrong arguments", async () => {
  const other = (await load()).bls;
  const cases = [
    [() => PublicKey.fromBytes("00"), TypeError, "bytes: a Uint8Array is expected"],
    [() => PublicKey.fromBytes(infinity(47)), RangeError, "bytes: 47 bytes instead of 48 or 96"],
    [() => PublicKey.fromBytes(infinity(48)), RangeError, "bytes: the public key is the point at infinity"],
    [() => PublicKey.fromBytes(new Uint8Array(96)), RangeError, "bytes: malformed point"],
    [() => PublicKey.fromHex(7), TypeError, "hex: a string is expected"],
    [() => PublicKey.fromHex("0x123"), RangeError, "hex: not pairs of hexadecimal digits"],
    [() => PublicKey.fromHex("0xgg"), RangeError, "hex: not pairs of hexadecimal digits"],
    [() => PublicKey.fromHex("0x00"), RangeError, "hex: 1 bytes instead of 48 or 96"],
    [() => Signature.fromHex("00".repeat(96)), RangeError, "hex: malformed point"],
    [() => Signature.fromBytes(infinity(48)), RangeError, "bytes: 48 bytes instead of 96 or 192"],
    [() => new PublicKey(encodings[0]), TypeError, "use fromBytes() or fromHex()"],
    [() => new Signature(), TypeError, "use fromBytes() or fromHex()"],
    [() => bls.verify("m", keys[0], signatures[0]), TypeError, "msg: a Uint8Array is expected"],
    [() => bls.verify(messages[0], encodings[0], signatures[0]), TypeError, "pk: a PublicKey is expected"],
    [() => bls.verify(messages[0], keys[0], keys[0]), TypeError, "sig: a Signature is expected"],
    [() => other.verify(messages[0], keys[0], signatures[0]), TypeError, "pk: a PublicKey is expected"],
    [() => bls.fastAggregateVerify(messages[0], keys[0], signatures[0]), TypeError, "pks: an array is expected"],
    [() => bls.fastAggregateVerify(messages[0], [null], signatures[0]), TypeError, "pks: number 0: a PublicKey"],
    [() => bls.aggregateVerify([], keys, signatures[0]), RangeError, "pks: 12 instead of 0"],
    [() => bls.aggregateVerify([7], keys, signatures[0]), TypeError, "msgs: number 0: a Uint8Array is expected"],
    [() => bls.aggregatePublicKeys([]), RangeError, "pks: nothing to aggregate"],
    [() => bls.aggregateSignatures([]), RangeError, "sigs: nothing to aggregate"],
    [() => bls.aggregateSerializedPublicKeys([encodings[0], infinity(48)]), RangeError, "pks: number 1: the public"],
    [() => bls.aggregateSerializedPublicKeys([keys[0]]), TypeError, "pks: number 0: a Uint8Array is expected"],
    [() => bls.aggregateSerializedSignatures([infinity(5)]), RangeError, "sigs: number 0: 5 bytes instead of 96"],
    [() => bls.findInvalidSets(sets[0]), TypeError, "sets: an array is expected"],
    [() => bls.findInvalidSets([sets[0], null]), TypeError, "sets: number 1: an object is expected"],
    [() => bls.findInvalidSets([sets[0], { ...sets[1], pk: 1 }]), TypeError, "sets: number 1: pk: a PublicKey"],
    [() => bls.findInvalidSets([{ ...sets[0], msg: [] }]), TypeError, "sets: number 0: msg: a Uint8Array"],
  ];
  for (const [call, kind, message] of cases) {
    assert.throws(call, (error) => error instanceof kind && error.message.startsWith(message), message);
  }
  assert.deepEqual(Object.getOwnPropertyNames(PublicKey).includes("point"), false);
});

test("the randomness of a batch is drawn after it was copied", async () => {
  const machine = new Machine(await compile());
  const mine = blsOf(machine);
  const key = mine.PublicKey.fromBytes(encodings[0]);
  const signature = mine.Signature.fromBytes(signatures[0].toBytes());
  const message = messages[0].slice();
  const { getRandomValues } = crypto;
  let drawn = 0;
  try {
    crypto.getRandomValues = (array) => {
      drawn += array.length;
      message.fill(0);
      return getRandomValues.call(crypto, array);
    };
    const set = { msg: message, pk: key, sig: signature };
    assert.deepEqual(mine.findInvalidSets([set, set]), []);
  } finally {
    crypto.getRandomValues = getRandomValues;
  }
  assert.equal(drawn, 32);
});

test("parts of another layout are an error of the module", async () => {
  const machine = new Machine(await compile());
  const names = ["vorpal_bls_keys", "vorpal_bls_signatures", "vorpal_bls_add_keys", "vorpal_bls_add_signatures"];
  for (const name of [...names, "vorpal_bls_aggregate_verify", "vorpal_bls_verify_sets"]) {
    assert.throws(() => machine.call(name, [new Uint8Array(7)], [3, 48, 0]), /layout of this call/, name);
  }
  assert.equal(typeof new Vorpal(machine).bls.verify, "function");
});
