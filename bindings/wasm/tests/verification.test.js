// Verification of ECDSA and Schnorr signatures against @noble/curves, and malformed elements.

import assert from "node:assert/strict";
import { test } from "node:test";
import { schnorr, secp256k1 } from "@noble/curves/secp256k1.js";
import { Status } from "../js/index.js";
import { bytes32, concat, generator, split, vorpal } from "./tools.js";

const { n: ORDER, p: PRIME } = secp256k1.Point.CURVE();

/** Signatures, every third of them invalid by one changed bit of a part. */
function ecdsa(count, seed, compressed) {
  const random = generator(seed);
  return Array.from({ length: count }, (_, i) => {
    const [secret, hash] = [random(32), random(32)];
    const signature = secp256k1.sign(hash, secret, { prehash: false, lowS: false });
    const item = { hash, signature, key: secp256k1.getPublicKey(secret, compressed) };
    if (i % 3 === 2) [hash, signature][i % 2][i % 32] ^= 1 << i % 8;
    return item;
  });
}

function verify(items, options) {
  const column = (name) => concat(items.map((item) => item[name]));
  return vorpal.verifyBatch(column("hash"), column("signature"), column("key"), options);
}

for (const compressed of [false, true]) {
  test(`ECDSA, keys ${compressed ? "compressed" : "uncompressed"}`, () => {
    const items = ecdsa(130, 1 + compressed, compressed);
    for (const length of [0, 1, 4, 16, 17, 65, 130]) {
      for (const lowS of [false, true]) {
        const batch = items.slice(0, length);
        const expected = batch.map(({ hash, signature, key }) =>
          secp256k1.verify(signature, hash, key, { prehash: false, lowS }),
        );
        const statuses = [...verify(batch, { lowS })];
        assert.deepEqual(statuses, expected.map((valid) => (valid ? Status.OK : Status.INVALID)));
      }
    }
  });
}

test("ECDSA: each kind of malformed element, between others", () => {
  const [valid] = ecdsa(1, 3, false);
  const signature = (r, s) => ({ ...valid, signature: concat([r ?? valid.signature.subarray(0, 32), s]) });
  const [r, s] = split(valid.signature, 32);
  const key = (change) => ({ ...valid, key: change(valid.key.slice()) });
  const cases = [
    [valid, Status.OK],
    [signature(bytes32(0n), s), Status.SIGNATURE],
    [signature(bytes32(ORDER), s), Status.SIGNATURE],
    [signature(r, bytes32(0n)), Status.SIGNATURE],
    [signature(r, bytes32(ORDER)), Status.SIGNATURE],
    [key((bytes) => bytes.fill(5, 0, 1)), Status.KEY],
    [key((bytes) => bytes.fill(0)), Status.KEY],
    [key((bytes) => (bytes.set(bytes32(PRIME), 1), bytes)), Status.KEY],
    [key((bytes) => ((bytes[64] ^= 1), bytes)), Status.KEY],
    [{ ...valid, hash: bytes32(1n) }, Status.INVALID],
    [valid, Status.OK],
  ];
  assert.deepEqual([...verify(cases.map(([item]) => item))], cases.map(([, status]) => status));
});

/** Schnorr signatures of messages of `length` bytes. */
function schnorrSigned(count, seed, length) {
  const random = generator(seed);
  return Array.from({ length: count }, () => {
    const [secret, message] = [random(32), random(length)];
    return { message, signature: schnorr.sign(message, secret, random(32)), key: schnorr.getPublicKey(secret) };
  });
}

function verifySchnorr(items) {
  const column = (name) => concat(items.map((item) => item[name]));
  return vorpal.schnorrVerifyBatch(column("message"), column("signature"), column("key"));
}

test("Schnorr signatures in batches, with and without invalid ones", () => {
  // From 128 signatures on, sums verify them.
  const items = schnorrSigned(300, 5, 32);
  for (const length of [0, 1, 5, 127, 128, 300]) {
    assert.deepEqual(verifySchnorr(items.slice(0, length)), new Uint8Array(length));
  }
  for (const wrong of [[0], [299], [7, 130, 131]]) {
    const changed = items.map((item, i) => (wrong.includes(i) ? { ...item, message: bytes32(9n) } : item));
    const expected = items.map((_, i) => (wrong.includes(i) ? Status.INVALID : Status.OK));
    assert.deepEqual([...verifySchnorr(changed)], expected);
  }
  const messages = schnorrSigned(3, 6, 7);
  assert.deepEqual(verifySchnorr(messages), new Uint8Array(3));
  assert.deepEqual(verifySchnorr(schnorrSigned(2, 7, 0)), new Uint8Array(2));
});

test("Schnorr: changes that cancel in a sum without weights are found", () => {
  const items = schnorrSigned(200, 8, 32);
  const add = ({ signature, ...rest }, difference) => {
    const s = BigInt(`0x${Buffer.from(signature.subarray(32)).toString("hex")}`);
    const changed = bytes32((((s + difference) % ORDER) + ORDER) % ORDER);
    return { ...rest, signature: concat([signature.subarray(0, 32), changed]) };
  };
  items[3] = add(items[3], 1n);
  items[4] = add(items[4], -1n);
  assert.deepEqual([...verifySchnorr(items)], items.map((_, i) => (i === 3 || i === 4 ? Status.INVALID : Status.OK)));
});

test("Schnorr: each call draws randomness when the batch is copied", (context) => {
  const items = schnorrSigned(128, 9, 32);
  const drawn = [];
  const original = crypto.getRandomValues.bind(crypto);
  context.mock.method(crypto, "getRandomValues", (array) => {
    drawn.push(original(array));
    return array;
  });
  verifySchnorr(items);
  verifySchnorr(items);
  assert.deepEqual(drawn.map((bytes) => bytes.length), [32, 32]);
  assert.notDeepEqual(drawn[0], drawn[1]);
});

test("Schnorr: each kind of malformed element, between others", () => {
  const [valid] = schnorrSigned(1, 10, 32);
  const [r, s] = split(valid.signature, 32);
  const cases = [
    [valid, Status.OK],
    [{ ...valid, signature: concat([bytes32(PRIME), s]) }, Status.SIGNATURE],
    [{ ...valid, signature: concat([r, bytes32(ORDER)]) }, Status.SIGNATURE],
    [{ ...valid, signature: concat([bytes32(5n), s]) }, Status.INVALID],
    [{ ...valid, key: bytes32(PRIME) }, Status.KEY],
    [{ ...valid, key: bytes32(5n) }, Status.KEY],
    [{ ...valid, message: bytes32(1n) }, Status.INVALID],
    [valid, Status.OK],
  ];
  assert.deepEqual([...verifySchnorr(cases.map(([item]) => item))], cases.map(([, status]) => status));
});

test("Schnorr: messages of different lengths", () => {
  const random = generator(11);
  const items = Array.from({ length: 300 }, (_, i) => {
    const [secret, message] = [random(32), random([0, 1, 31, 32, 33, 200][i % 6])];
    return { message, signature: schnorr.sign(message, secret, random(32)), key: schnorr.getPublicKey(secret) };
  });
  const column = (name) => concat(items.map((item) => item[name]));
  const verifyList = (list) => [...vorpal.schnorrVerifyBatch(list, column("signature"), column("key"))];
  const list = items.map((item) => item.message);
  assert.deepEqual(verifyList(list), Array(300).fill(Status.OK));
  // A byte moves from the end of a message to the beginning of the next: the same bytes, other messages.
  const moved = [...list];
  [moved[3], moved[4]] = [list[3].subarray(0, 31), concat([list[3].subarray(31), list[4]])];
  const expected = list.map((_, i) => (i === 3 || i === 4 ? Status.INVALID : Status.OK));
  assert.deepEqual(verifyList(moved), expected);
  assert.deepEqual([...vorpal.schnorrVerifyBatch([], new Uint8Array(), new Uint8Array())], []);
  // More than one call of the module: every slice has its own messages. Most keys are malformed, which is quick.
  const isMalformed = (i) => i > 300 && i < 16_100;
  const malformed = items.map((item) => ({ ...item, key: new Uint8Array(32).fill(255) }));
  const many = Array.from({ length: 16_390 }, (_, i) => (isMalformed(i) ? malformed : items)[(i * 7) % 300]);
  const all = (name) => concat(many.map((item) => item[name]));
  const wrong = many.map((item, i) => (i === 16_385 ? item.signature : item.message));
  const statuses = vorpal.schnorrVerifyBatch(wrong, all("signature"), all("key"));
  const status = (i) => (i === 16_385 ? Status.INVALID : isMalformed(i) ? Status.KEY : Status.OK);
  assert.deepEqual([...statuses], many.map((_, i) => status(i)));
});
