// Recovery against @noble/curves, and each kind of malformed signature.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { Status } from "../js/index.js";
import { bytes, bytes32, concat, dataFolder, generator, skip, split, vorpal } from "./tools.js";

const ORDER = secp256k1.Point.CURVE().n;

/** Signatures of random hashes under random keys, as `r || s || v`. */
export function signed(count, seed) {
  const random = generator(seed);
  return Array.from({ length: count }, () => {
    const [secret, hash] = [random(32), random(32)];
    const signature = secp256k1.sign(hash, secret, { prehash: false, format: "recovered" });
    const rsv = concat([signature.subarray(1), signature.subarray(0, 1)]);
    return { hash, rsv, key: secp256k1.getPublicKey(secret, false) };
  });
}

function recover(items, options) {
  return vorpal.recoverBatch(concat(items.map((item) => item.hash)), concat(items.map((item) => item.rsv)), options);
}

test("keys and addresses of batches of many lengths", () => {
  const items = signed(150, 1);
  const address = (key) => keccak_256(key.subarray(1)).subarray(12);
  for (const length of [0, 1, 3, 4, 5, 15, 16, 17, 63, 64, 65, 150]) {
    const batch = items.slice(0, length);
    const { keys, statuses } = recover(batch);
    assert.deepEqual(statuses, new Uint8Array(length));
    assert.deepEqual(split(keys, 65), batch.map((item) => item.key));
    const { addresses } = recover(batch, { output: "addresses" });
    assert.deepEqual(split(addresses, 20), batch.map((item) => address(item.key)));
  }
});

test("v of 27 and more, and the upper half of s", () => {
  const items = signed(40, 2).map(({ hash, rsv, key }, i) => {
    const s = BigInt(`0x${Buffer.from(rsv.subarray(32, 64)).toString("hex")}`);
    const other = concat([rsv.subarray(0, 32), bytes32(ORDER - s), Uint8Array.of(rsv[64] ^ 1)]);
    const chosen = i % 2 ? other : rsv.slice();
    if (i % 3 === 0) chosen[64] += 27;
    return { hash, rsv: chosen, key };
  });
  const { keys, statuses } = recover(items);
  assert.deepEqual(statuses, new Uint8Array(40));
  assert.deepEqual(split(keys, 65), items.map((item) => item.key));
});

test("random bytes recover what @noble/curves recovers", () => {
  const random = generator(3);
  const items = Array.from({ length: 400 }, () => ({ hash: random(32), rsv: random(65) }));
  items.forEach(({ rsv }, i) => {
    rsv[64] = i % 4;
    // With the identifiers 2 and 3, x is r + n, which is below p for small r only.
    if (i % 4 > 1) rsv.fill(0, 0, 16);
  });
  const { keys, statuses } = recover(items);
  split(keys, 65).forEach((key, i) => {
    const { hash, rsv } = items[i];
    let expected = null;
    try {
      const signature = concat([rsv.subarray(64), rsv.subarray(0, 64)]);
      const recovered = secp256k1.recoverPublicKey(signature, hash, { prehash: false });
      expected = secp256k1.Point.fromBytes(recovered).toBytes(false);
    } catch {}
    assert.equal(statuses[i] === Status.OK, expected !== null, `${i}`);
    assert.deepEqual(key, expected ?? new Uint8Array(65), `${i}`);
  });
  assert.ok([Status.OK, Status.NO_POINT].every((status) => statuses.includes(status)));
});

test("each kind of malformed signature, between others", () => {
  const [valid] = signed(1, 4);
  const change = (position, part) => {
    const rsv = valid.rsv.slice();
    rsv.set(part, position);
    return rsv;
  };
  // z = s k leads to the point at infinity: R = G with k = 1, so z = s.
  const one = secp256k1.Point.BASE.toBytes(false).subarray(1, 33);
  const infinity = concat([one, bytes32(5n), Uint8Array.of(secp256k1.Point.BASE.toAffine().y % 2n ? 1 : 0)]);
  const cases = [
    [valid.rsv, Status.OK],
    [change(0, bytes32(0n)), Status.SIGNATURE],
    [change(0, bytes32(ORDER)), Status.SIGNATURE],
    [change(32, bytes32(0n)), Status.SIGNATURE],
    [change(32, bytes32(ORDER)), Status.SIGNATURE],
    [change(32, new Uint8Array(32).fill(255)), Status.SIGNATURE],
    [change(64, [4]), Status.RECOVERY_ID],
    [change(64, [26]), Status.RECOVERY_ID],
    [change(64, [31]), Status.RECOVERY_ID],
    [change(64, [255]), Status.RECOVERY_ID],
    [concat([bytes32(5n), bytes32(1n), Uint8Array.of(0)]), Status.NO_POINT],
    [change(64, [2]), Status.NO_POINT],
    [infinity, Status.INFINITY],
    [valid.rsv, Status.OK],
  ];
  const items = cases.map(([rsv]) => ({ hash: rsv === infinity ? bytes32(5n) : valid.hash, rsv }));
  for (const [field, output] of [["keys", undefined], ["addresses", { output: "addresses" }]]) {
    const result = recover(items, output);
    assert.deepEqual([...result.statuses], cases.map(([, status]) => status));
    const recovered = split(result[field], result[field].length / cases.length);
    recovered.forEach((bytes, i) => assert.equal(bytes.every((byte) => byte === 0), cases[i][1] !== Status.OK));
    assert.deepEqual(recovered[0], recovered.at(-1));
  }
});

test("more signatures than one call of the module processes", () => {
  const items = signed(50, 5);
  const malformed = { ...items[0], rsv: new Uint8Array(65), key: new Uint8Array(65) };
  // A call processes 16,384. Most of them are malformed, which is found quickly.
  const isMalformed = (i) => i === 16_400 || (i > 200 && i < 16_200 && i % 100 !== 0);
  const many = Array.from({ length: 16_434 }, (_, i) => (isMalformed(i) ? malformed : items[(i * i) % 50]));
  const { keys, statuses } = recover(many);
  many.forEach((item, i) => {
    assert.equal(statuses[i], isMalformed(i) ? Status.SIGNATURE : Status.OK);
    assert.ok(Buffer.compare(keys.subarray(65 * i, 65 * i + 65), item.key) === 0);
  });
});

test("senders of real blocks", (context) => {
  const folder = dataFolder() && join(dataFolder(), "mainnet-blocks");
  if (!folder) return skip(context, "no VORPAL_DATA and no ../../../shared/data");
  const lines = readdirSync(folder)
    .filter((name) => name.endsWith(".signatures.csv"))
    .flatMap((name) => readFileSync(join(folder, name), "utf8").trim().split("\n").slice(1));
  assert.ok(lines.length > 0);
  const columns = lines.map((line) => line.split(","));
  const items = columns.map(([hash, r, s, parity]) => ({
    hash: bytes(hash),
    rsv: concat([bytes(r), bytes(s), Uint8Array.of(Number(parity))]),
  }));
  const { keys, statuses } = recover(items);
  assert.deepEqual(statuses, new Uint8Array(lines.length));
  assert.deepEqual(split(keys, 65), columns.map((column) => bytes(column[5])));
  const { addresses } = recover(items, { output: "addresses" });
  assert.deepEqual(split(addresses, 20), columns.map((column) => bytes(column[4])));
});
