// Proofs of inputs, by a calculator that circom2 compiles here.
//
// The key is that of `circuits/inputs.circom`, by `vorpal groth16 ptau new bn254 5`, `ptau contribute`, `ptau prepare`,
// `setup new`, `setup contribute` and `setup export verificationkey`.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { withWitness } from "../js/witness.js";
import { CURVES, INPUTS, calculatorOf, little, own, sectionsOf } from "./circuits.js";
import { vorpal } from "./tools.js";

const View = DataView;
const { fullProve, prover, verify } = vorpal.groth16;
const { zkey, key } = INPUTS;
const folder = mkdtempSync(join(tmpdir(), "circuits-"));
after(() => rmSync(folder, { recursive: true }));
const path = calculatorOf("bn128", folder);
const PRIME = 0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001n;
const PRIME_381 = 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n;

/** An input with a value for every signal. */
const input = (changes = {}) => ({
  number: "7",
  table: [[1, 2, 3], ["4", 5n, -6]],
  one: { left: 11, right: [12, "0xd"] },
  several: [{ left: true, right: [15, 16] }, { right: [18, 19n], left: 17 }],
  ...changes,
});

/** What the circuit computes from the values in their order. */
function outputOf(number, values, prime) {
  const at = [...values.slice(0, 6).map((value, i) => value + BigInt(i) + 2n)];
  const others = values.slice(6);
  at.push(...others.map((value, i) => value + BigInt(i) + 1n));
  const product = at.reduce((sum, factor) => (sum * factor) % prime, number * number + 1n);
  return ((((product + others.at(-1)) % prime) + prime) % prime);
}

const VALUES = [1n, 2n, 3n, 4n, 5n, -6n, 11n, 12n, 13n, 1n, 15n, 16n, 17n, 18n, 19n];
const expected = (prime, number = 7n) => [String(outputOf(number, VALUES, prime)), String(number)];

/** Checks a proof of `input()`. */
async function check({ proof, publicSignals }) {
  assert.deepEqual(publicSignals, expected(PRIME));
  assert.equal(await verify(key, publicSignals, proof), true);
  assert.equal(await verify(key, [publicSignals[0], "8"], proof), false);
}

test("proofs of inputs, with all forms of files", async () => {
  const bytes = new Uint8Array(readFileSync(path));
  const forms = [path, bytes, { type: "mem", data: bytes }, { type: "file", fileName: path }];
  for (const wasm of [...forms, await WebAssembly.compile(bytes)]) await check(await fullProve(input(), wasm, zkey));
  const hot = await prover(zkey);
  await Promise.all([1, 2].map(async () => check(await hot.fullProve(input(), path))));
  hot.free();
  await assert.rejects(hot.fullProve(input(), path), { message: "the prover was freed" });
});

/** The values of the witness of an input. */
const valuesOf = (given, wasm = path) =>
  withWitness(given, wasm, async (file) => {
    const values = sectionsOf(file.slice()).get(2);
    return Array.from({ length: values.length / 32 }, (_, i) => little(values.subarray(32 * i, 32 * (i + 1))));
  });

test("shapes of inputs with the same values", async () => {
  const witness = await valuesOf(input());
  assert.deepEqual(witness.slice(0, 3), [1n, ...expected(PRIME).map(BigInt)]);
  for (const changes of [
    { number: 7 },
    { number: [[["0x7"]]] },
    { number: " +7 " },
    { number: "0b111" },
    { number: PRIME + 7n },
    { number: 7n - PRIME * 3n },
    { number: String(7n + (PRIME << 300n)) },
    { table: [1, 2, 3, 4, 5, -6] },
    { table: new BigInt64Array([1n, 2n, 3n, 4n, 5n, -6n]) },
    { table: [new Uint8Array([1, 2, 3]), [4n, "5", `${PRIME - 6n}`]] },
    // A bus as a list of the values of its signals, as snarkjs requires.
    { one: [11, 12, 13] },
    { several: [1, 15, 16, 17, 18, 19] },
  ]) {
    assert.deepEqual(await valuesOf(input(changes)), witness, JSON.stringify(Object.keys(changes)));
  }
  const { one, ...rest } = input();
  assert.deepEqual(await valuesOf({ ...rest, "one.left": one.left, "one.right": one.right }), witness);
  assert.notDeepEqual(await valuesOf(input({ table: [[4, 5, -6], [1, 2, 3]] })), witness);
});

test("a calculator of another prime", async () => {
  const other = calculatorOf("bls12381", folder);
  const values = await valuesOf(input(), other);
  assert.deepEqual(values.slice(0, 3), [1n, ...expected(PRIME_381).map(BigInt)]);
  await assert.rejects(fullProve(input(), other, zkey), { name: "RangeError", message: /^witness: / });
});

test("inputs that a circuit refuses", async () => {
  const { number: _, ...rest } = input();
  const cyclic = [];
  cyclic.push(cyclic);
  const integers = "is no bigint, safe integer, boolean or text of an integer";
  for (const [given, name, message] of [
    [rest, "RangeError", "input: 15 of 16 values are given"],
    [{}, "RangeError", "input: 0 of 16 values are given"],
    [{ ...input(), other: 1 }, "RangeError", "input: the circuit has no input signal other"],
    [{ other: 1, ...input() }, "RangeError", "input: the circuit has no input signal other"],
    [{ sum: 1, ...input() }, "RangeError", "input: the circuit has no input signal sum"],
    [{ "": 1, ...input() }, "RangeError", "input: the circuit has no input signal "],
    [{ "": input() }, "RangeError", "input: the circuit has no input signal .number"],
    [{ other: {}, ...input() }, "RangeError", "input: other: an object without signals"],
    [input({ one: { other: 4, left: 1, right: [2, 3] } }), "RangeError", /no input signal one\.other$/],
    [input({ number: [] }), "RangeError", "input: number: 0 values instead of 1"],
    [input({ number: [1, 2] }), "RangeError", "input: number: 2 values instead of 1"],
    [input({ table: [[1, 2, 3]] }), "RangeError", "input: table: 3 values instead of 6"],
    // One value less elsewhere would make the number of values right.
    [{ ...rest, "one.left": 1 }, "RangeError", "input: one.left is given twice"],
    [{ ...rest, one: [1, 2, 3], "one.left": 1 }, "RangeError", "input: one.left is given twice: one has its value"],
    [{ "several[1].left": 1, ...rest, several: [1, 2, 3, 4, 5, 6] }, "RangeError", /^input: several\[1\]\.left is/],
    [input({ number: cyclic }), "RangeError", "input: number: more than 100 lists or objects in each other"],
    [input({ number: 3 }), "RangeError", /^input: a constraint or an assertion does not hold: .*Inputs_\d+ line: \d+$/],
    [input({ number: 5 }), "RangeError", /^input: a constraint or an assertion does not hold: .*Inputs_\d+ line: \d+$/],
    ...[1.5, 2 ** 53, NaN].map((number) => [
      input({ number }),
      "TypeError",
      `input: number: a value of type number ${integers}`,
    ]),
    ...["", "7n", "-0x7", "1e3", "1_0", "secret"].map((number) => [
      input({ number }),
      "TypeError",
      `input: number: a value of type string ${integers}`,
    ]),
    [input({ number: null }), "TypeError", `input: number: null ${integers}`],
    [input({ number: undefined }), "TypeError", `input: number: a value of type undefined ${integers}`],
    [input({ number: () => 7 }), "TypeError", `input: number: a value of type function ${integers}`],
    [input({ number: new Number(7) }), "TypeError", `input: number: a value of type object ${integers}`],
    [input({ number: new Map([["a", 7]]) }), "TypeError", `input: number: a value of type object ${integers}`],
    [input({ table: [1, 2, , 4, 5, 6] }), "TypeError", `input: table: a value of type undefined ${integers}`],
    [null, "TypeError", "input: an object is expected"],
    [[7], "TypeError", "input: an object is expected"],
    ["7", "TypeError", "input: an object is expected"],
  ]) {
    await assert.rejects(fullProve(given, path, zkey), { name, message });
  }
});

test("files that are no calculators", async () => {
  const empty = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
  // A module that imports a function `x.y`.
  const importing = new Uint8Array([...empty, 1, 4, 1, 0x60, 0, 0, 2, 7, 1, 1, 120, 1, 121, 0, 0]);
  const { zkey: wrong } = own("bn254");
  for (const [wasm, message] of [
    [new Uint8Array(), /^wasm: /],
    [wrong, /^wasm: /],
    [new Uint8Array(readFileSync(path)).subarray(0, 9000), /^wasm: /],
    [empty, "wasm: no calculator of circom 2: it has no getFieldNumLen32"],
    [importing, /^wasm: not started as a calculator of circom 2: /],
    [await WebAssembly.compile(empty), /it has no getFieldNumLen32$/],
  ]) {
    await assert.rejects(fullProve(input(), wasm, zkey), { name: "RangeError", message });
  }
  await assert.rejects(fullProve(input(), 7, zkey), { name: "TypeError", message: /^wasm: / });
  await assert.rejects(fullProve(input(), join(folder, "none.wasm"), zkey), { code: "ENOENT", message: /^wasm: / });
  await assert.rejects(fullProve(input(), path, "none.zkey"), { code: "ENOENT", message: /^zkey: / });
});

test("a change of an input after the call has no effect", async () => {
  const given = input({ table: new Uint8Array([1, 2, 3, 4, 5, 6]) });
  const proofs = [7, 8, 9].map((number) => {
    given.number = number;
    return valuesOf(given);
  });
  given.table.fill(0);
  given.one.left = 0;
  const outputs = (await Promise.all(proofs)).map((values) => values.slice(1, 3));
  const values = VALUES.with(5, 6n);
  assert.deepEqual(outputs, [7n, 8n, 9n].map((number) => [outputOf(number, values, PRIME), number]));
});

test("a prover that is freed during a calculation", async () => {
  const hot = await prover(zkey);
  const last = hot.fullProve(input(), path);
  hot.free();
  await check(await last);
});

/** Gives each calculator other functions. */
function changed(context, change) {
  const { instantiate } = WebAssembly;
  context.mock.method(WebAssembly, "instantiate", async (...given) => {
    const { exports } = await instantiate.call(WebAssembly, ...given);
    return { exports: { ...exports, ...change(exports) } };
  });
}

test("a calculator of circom before 2.0.4, which does not know sizes", async (context) => {
  changed(context, () => ({ getInputSignalSize: undefined }));
  await check(await fullProve(input(), path, zkey));
  await assert.rejects(fullProve(input({ table: [1, 2] }), path, zkey), {
    message: "input: 12 of 16 values are given",
  });
  await assert.rejects(fullProve({ other: 1, ...input() }, path, zkey), { message: /^input: there is no such signal/ });
});

test("a calculator that stops", async (context) => {
  let file;
  const Bytes = Uint8Array;
  changed(context, ({ getWitness }) => ({
    getWitness(i) {
      if (i === 5) throw new WebAssembly.RuntimeError("divide by zero");
      getWitness(i);
    },
  }));
  context.mock.method(globalThis, "DataView", function (buffer, ...rest) {
    file = new Bytes(buffer);
    return Reflect.construct(View, [buffer, ...rest]);
  });
  await assert.rejects(fullProve(input(), path, zkey), {
    name: "RangeError",
    message: "input: the circuit stopped: divide by zero",
  });
  assert.equal(file.length, 12 + 12 + 40 + 12 + 32 * 33);
  assert.ok(file.every((byte) => byte === 0));
});

test("the witness is wiped", async (context) => {
  const memories = [];
  const { instantiate } = WebAssembly;
  context.mock.method(WebAssembly, "instantiate", async (...given) => {
    const instance = await instantiate.call(WebAssembly, ...given);
    memories.push(instance.exports.memory);
    return instance;
  });
  let file;
  await withWitness(input(), path, async (witness) => {
    file = witness;
    assert.ok(witness.some((byte) => byte !== 0));
  });
  await assert.rejects(withWitness(input({ number: 5 }), path, () => assert.fail("a witness")));
  await assert.rejects(
    withWitness(input(), path, async (witness) => {
      file = [...[file, witness]];
      throw new Error("no proof");
    }),
    { message: "no proof" },
  );
  assert.equal(memories.length, 3);
  for (const memory of memories) assert.ok(Buffer.from(memory.buffer).every((byte) => byte === 0));
  for (const bytes of file) assert.ok(bytes.every((byte) => byte === 0));
});

test("the key of a circuit on another curve", async () => {
  for (const curve of Object.keys(CURVES)) {
    await assert.rejects(fullProve(input(), path, own(curve).zkey), { name: "RangeError", message: /^witness: / });
  }
});
