// Recovery and verification against @noble/curves, with malformed signatures, and with signatures of real blocks.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';

import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';

import { recoverAddressesBatch, recoverBatch, verifyBatch } from '../index.js';
import { concatenate, dataFolder, fromBytes, fromHex, numbers, toBytes } from './data.js';

const ORDER = secp256k1.Point.CURVE().n;
const PRIME = secp256k1.Point.CURVE().p;

/** `count` signatures by different keys, with hashes at the edges of their range among others. */
function signatures(count, seed) {
  const random = numbers(seed, 32);
  const edges = [0n, 1n, ORDER - 1n, ORDER, 2n ** 256n - 1n];
  return Array.from({ length: count }, (_, i) => {
    const hash = toBytes(edges[i] ?? random.next().value, 32);
    const secret = toBytes((random.next().value % (ORDER - 1n)) + 1n, 32);
    const recovered = secp256k1.sign(hash, secret, { prehash: false, format: 'recovered' });
    // @noble/curves puts the recovery identifier first.
    const rsv = concatenate([recovered.subarray(1), recovered.subarray(0, 1)]);
    return { hash, rsv, key: secp256k1.getPublicKey(secret, false) };
  });
}

const column = (elements, name) => concatenate(elements.map((element) => element[name]));
const rs = (elements) => concatenate(elements.map(({ rsv }) => rsv.subarray(0, 64)));
const address = (key) => keccak_256(key.subarray(1)).subarray(12);

/** The key that @noble/curves recovers; `undefined` if there is none. */
function recoverByNoble({ hash, rsv }) {
  try {
    const signature = concatenate([rsv.subarray(64), rsv.subarray(0, 64)]);
    const key = secp256k1.recoverPublicKey(signature, hash, { prehash: false });
    return secp256k1.Point.fromBytes(key).toBytes(false);
  } catch {
    return undefined;
  }
}

for (const count of [0, 1, 2, 15, 16, 17, 33, 257]) {
  test(`${count} signatures`, () => {
    const all = signatures(count, count);
    const keys = recoverBatch(column(all, 'hash'), column(all, 'rsv'));
    assert.equal(keys.length, count);
    all.forEach(({ key }, i) => assert.deepEqual(keys[i], key));
    const addresses = recoverAddressesBatch(column(all, 'hash'), column(all, 'rsv'));
    all.forEach(({ key }, i) => assert.deepEqual(addresses[i], address(key)));
    const verdicts = verifyBatch(column(all, 'hash'), rs(all), column(all, 'key'));
    assert.deepEqual(verdicts, Array(count).fill(undefined));
  });
}

/** Changes of a signature, each with the reason that recovery gives for it. */
const MALFORMED = [
  ['r is zero', (rsv) => rsv.fill(0, 0, 32), /r or s is out of range/],
  ['r is the order', (rsv) => rsv.set(toBytes(ORDER, 32)), /r or s is out of range/],
  ['s is zero', (rsv) => rsv.fill(0, 32, 64), /r or s is out of range/],
  ['s is the order', (rsv) => rsv.set(toBytes(ORDER, 32), 32), /r or s is out of range/],
  ['all ones', (rsv) => rsv.fill(255, 0, 64), /r or s is out of range/],
  ['v is 4', (rsv) => rsv.set([4], 64), /no recovery identifier/],
  ['v is 31', (rsv) => rsv.set([31], 64), /no recovery identifier/],
  ['r + n is not below p', (rsv) => rsv.set([2 + rsv[64]], 64), /no point/],
  ['r is no coordinate', (rsv) => rsv.set(toBytes(withoutPoint(), 32)), /no point/],
];

/** An `r` in range that is no `x` of a point. */
function withoutPoint() {
  const isSquare = (x) => {
    let [power, base, exponent] = [1n, (x * x * x + 7n) % PRIME, (PRIME - 1n) / 2n];
    for (; exponent; exponent >>= 1n, base = (base * base) % PRIME) {
      if (exponent & 1n) power = (power * base) % PRIME;
    }
    return power === 1n;
  };
  let r = 5n;
  while (isSquare(r)) r += 1n;
  return r;
}

for (const [name, change, reason] of MALFORMED) {
  test(`recovery of a malformed signature: ${name}`, () => {
    for (const position of [0, 7, 16, 18]) {
      const all = signatures(19, 5);
      change(all[position].rsv);
      assert.equal(recoverByNoble(all[position]), undefined);
      const keys = recoverBatch(column(all, 'hash'), column(all, 'rsv'));
      all.forEach(({ key }, i) => {
        if (i !== position) return assert.deepEqual(keys[i], key);
        assert.ok(keys[i] instanceof Error);
        assert.match(keys[i].message, reason);
        assert.ok(keys[i].message.startsWith(`signatures[${position}]: `));
      });
    }
  });
}

test('recovery of changed signatures agrees with @noble/curves', () => {
  const all = signatures(60, 9);
  all.forEach(({ rsv, hash }, i) => {
    if (i % 3 === 0) rsv[i] ^= 1 << (i % 8);
    if (i % 3 === 1) hash[i % 32] ^= 16;
    if (i % 3 === 2) rsv[64] ^= 1;
  });
  const keys = recoverBatch(column(all, 'hash'), column(all, 'rsv'));
  const byNoble = all.map(recoverByNoble);
  assert.ok(byNoble.some((key) => key) && byNoble.some((key) => !key));
  byNoble.forEach((key, i) => (key ? assert.deepEqual(keys[i], key) : assert.ok(keys[i] instanceof Error)));
});

test('verification rejects what is wrong, and only that', () => {
  const changes = [
    [(element) => (element.hash[5] ^= 1), 'the signature is not valid'],
    [(element) => (element.rsv[40] ^= 1), 'the signature is not valid'],
    [(element) => (element.key = signatures(1, 77)[0].key), 'the signature is not valid'],
    [(element) => element.rsv.fill(0, 0, 32), 'r or s is out of range'],
    [(element) => element.rsv.set(toBytes(ORDER, 32), 32), 'r or s is out of range'],
    [(element) => (element.key[64] ^= 1), 'the key is not a point of the curve'],
    [(element) => (element.key[0] = 5), 'the key is not a point of the curve'],
    [(element) => element.key.fill(0), 'the key is not a point of the curve'],
    [(element) => element.key.set(toBytes(PRIME, 32), 1), 'the key is not a point of the curve'],
  ];
  changes.forEach(([change, reason], index) => {
    const all = signatures(18, 20 + index);
    const position = (5 * index) % 18;
    change(all[position]);
    const verdicts = verifyBatch(column(all, 'hash'), rs(all), column(all, 'key'));
    assert.deepEqual(verdicts, Array.from(all, (_, i) => (i === position ? reason : undefined)));
  });
});

test('two errors that cancel in a sum are both found', () => {
  const all = signatures(16, 40);
  for (const [i, delta] of [[3, 1n], [9, -1n]]) {
    all[i].rsv.set(toBytes(fromBytes(all[i].rsv.subarray(32, 64)) + delta, 32), 32);
  }
  const verdicts = verifyBatch(column(all, 'hash'), rs(all), column(all, 'key'));
  verdicts.forEach((verdict, i) => assert.equal(verdict !== undefined, i === 3 || i === 9));
});

test('v may be the recovery identifier plus 27', () => {
  const all = signatures(17, 30);
  for (const { rsv } of all) rsv[64] += 27;
  const keys = recoverBatch(column(all, 'hash'), column(all, 'rsv'));
  all.forEach(({ key }, i) => assert.deepEqual(keys[i], key));
});

test('an upper half s is valid', () => {
  const all = signatures(3, 50);
  for (const { rsv } of all) rsv.set(toBytes(ORDER - fromBytes(rsv.subarray(32, 64)), 32), 32);
  assert.deepEqual(verifyBatch(column(all, 'hash'), rs(all), column(all, 'key')), Array(3).fill(undefined));
});

test('arguments are checked', () => {
  const bytes = (length) => new Uint8Array(length);
  assert.throws(() => recoverBatch([], bytes(0)), { name: 'TypeError', message: 'hashes is not a Uint8Array' });
  assert.throws(() => recoverBatch(bytes(32), 'x'), { message: 'signatures is not a Uint8Array' });
  assert.throws(() => recoverBatch(bytes(31), bytes(65)), {
    name: 'RangeError',
    message: 'hashes has 31 bytes, which is no multiple of 32',
  });
  assert.throws(() => recoverAddressesBatch(bytes(64), bytes(65)), {
    message: 'signatures has 1 elements instead of 2',
  });
  assert.throws(() => verifyBatch(bytes(32), bytes(64), bytes(130)), { message: 'keys has 2 elements instead of 1' });
  assert.throws(() => verifyBatch(bytes(32), bytes(65), bytes(65)), {
    message: 'signatures has 65 bytes, which is no multiple of 64',
  });
});

test('memory of many calls is freed', () => {
  const all = signatures(16, 60);
  const [hashes, rsv] = [column(all, 'hash'), column(all, 'rsv')];
  const many = (array) => concatenate(Array(500).fill(array));
  assert.deepEqual(recoverBatch(many(hashes), many(rsv)).at(-1), all[15].key);
  for (let i = 0; i < 200; i++) assert.deepEqual(recoverBatch(hashes, rsv)[15], all[15].key);
});

const data = dataFolder();
test('senders of 60 blocks', { skip: data ? false : 'no VORPAL_DATA and no ../shared/data' }, () => {
  const folder = join(data, 'mainnet-state');
  const rows = readdirSync(folder)
    .filter((name) => name.endsWith('.signatures.csv'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n').slice(1))
    .map((line) => line.split(','));
  assert.ok(rows.length > 18_000);
  const hashes = concatenate(rows.map(([hash]) => fromHex(hash)));
  const rsv = concatenate(
    rows.map(([, r, s, parity]) => {
      const [x, y] = [r, s].map((value) => toBytes(BigInt(value), 32));
      return concatenate([x, y, Uint8Array.of(Number(parity))]);
    }),
  );
  const addresses = recoverAddressesBatch(hashes, rsv);
  rows.forEach(([, , , , sender], i) => assert.deepEqual(addresses[i], fromHex(sender)));
});
