// Proofs of circuits on both curves: own ones, those of snarkjs, changed ones, wrong arguments.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { dataFolder, skip, vorpal } from "./tools.js";

const FILES = fileURLToPath(new URL("../../testdata/groth16", import.meta.url));
const { verify } = vorpal.groth16;

function circuitOf(folder, proof = "proof.json") {
  const names = ["verification_key.json", "public.json", proof];
  return names.map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
}

/** The text of a number, one larger. */
const next = (digits) => String(BigInt(digits) + 1n);

for (const curve of ["bn254", "bls12_381"]) {
  const [key, signals, proof] = circuitOf(join(FILES, curve));

  test(`a proof on ${curve}`, async () => {
    assert.equal(await verify(key, signals, proof), true);
    assert.equal(await verify(key, signals.map(BigInt), proof), true);
    for (const i of signals.keys()) {
      assert.equal(await verify(key, signals.with(i, next(signals[i])), proof), false);
    }
    // A valid point in the place of another one.
    assert.equal(await verify(key, signals, { ...proof, pi_c: proof.pi_a }), false);
    assert.equal(await verify(key, signals, { ...proof, pi_b: key.vk_beta_2 }), false);
  });

  test(`malformed arguments on ${curve}`, async () => {
    const refuses = (text, ...given) => assert.rejects(verify(...given), { name: "RangeError", message: text });
    await refuses(/^proof: pi_a/, key, signals, { ...proof, pi_a: [next(proof.pi_a[0]), ...proof.pi_a.slice(1)] });
    await refuses(/^proof: /, key, signals, {});
    await refuses(/^proof: /, key, signals, { ...proof, protocol: "plonk" });
    await refuses(/^publicSignals: 2 public signals instead of 3/, key, signals.slice(1), proof);
    await refuses(/^publicSignals: signal 1/, key, signals.with(1, "-1"), proof);
    await refuses(/^publicSignals: signal 2/, key, signals.with(2, 2n ** 256n), proof);
    await refuses(/^key: /, {}, signals, proof);
    await refuses(/^key: /, { ...key, vk_alpha_1: ["1", "1", "1"] }, signals, proof);
    await refuses(/^options: unknown option/, key, signals, proof, { logger: 1 });
    for (const [text, ...given] of [
      [/^key: an object/, "{}", signals, proof],
      [/^proof: an object/, key, signals, null],
      [/^key: .*BigInt/, { ...key, nPublic: 3n }, signals, proof],
      [/^publicSignals: an array/, key, "[]", proof],
      [/^publicSignals: number 0/, key, [1.5, ...signals.slice(1)], proof],
      [/^development: /, key, signals, proof, { development: 1 }],
    ]) {
      await assert.rejects(verify(...given), { name: "TypeError", message: text });
    }
  });

  test(`a key on ${curve} that nobody contributed to`, async () => {
    const forgeable = { ...key, vk_delta_2: key.vk_gamma_2 };
    await assert.rejects(verify(forgeable, signals, proof), { name: "RangeError", message: /nobody contributed/ });
    assert.equal(await verify(forgeable, signals, proof, { development: true }), false);
  });
}

test("the proofs of snarkjs", async (context) => {
  const data = dataFolder();
  if (!data) return skip(context, "no VORPAL_DATA");
  let found = 0;
  for (const curve of ["bn254", "bls12_381"]) {
    for (const name of readdirSync(join(data, "groth16", curve))) {
      const folder = join(data, "groth16", curve, name);
      if (!existsSync(join(folder, "circom.proof"))) continue;
      assert.equal(await verify(...circuitOf(folder, "circom.proof"), { development: true }), true);
      found += 1;
    }
  }
  assert.ok(found >= 4);
});
