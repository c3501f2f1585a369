// The keys and witnesses of the tests of provers, and their sections.

import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The curves, and the bytes of their coordinates. */
export const CURVES = { bn254: 32, bls12_381: 48 };

const OWN = fileURLToPath(new URL("../../testdata/groth16", import.meta.url));

function circuitOf(folder) {
  const names = readdirSync(folder);
  const key = names.find((name) => name.endsWith(".zkey"));
  if (key === undefined || !names.includes("witness.wtns")) return undefined;
  const path = (name) => join(folder, name);
  const json = (name) => (existsSync(path(name)) ? JSON.parse(readFileSync(path(name), "utf8")) : undefined);
  return {
    folder,
    paths: [path(key), path("witness.wtns")],
    zkey: new Uint8Array(readFileSync(path(key))),
    witness: new Uint8Array(readFileSync(path("witness.wtns"))),
    key: json("verification_key.json"),
    signals: json("public.json"),
  };
}

/** The circuit of this repository on a curve. */
export function own(curve) {
  return circuitOf(join(OWN, curve));
}

/** All circuits of a folder of real data, each with its curve. */
export function real(data) {
  return Object.keys(CURVES).flatMap((curve) =>
    readdirSync(join(data, "groth16", curve))
      .map((name) => circuitOf(join(data, "groth16", curve, name)))
      .filter((circuit) => circuit !== undefined)
      .map((circuit) => ({ curve, ...circuit })),
  );
}

/** The files of the circuit `circuits/inputs.circom`, on BN254. */
export const INPUTS = {
  zkey: fileURLToPath(new URL("circuits/inputs.zkey", import.meta.url)),
  key: JSON.parse(readFileSync(new URL("circuits/verification_key.json", import.meta.url), "utf8")),
};

/** The path of the calculator of that circuit for a prime, which circom2 compiles into a folder. */
export function calculatorOf(prime, folder) {
  const out = mkdtempSync(join(folder, `${prime}-`));
  copyFileSync(new URL("circuits/inputs.circom", import.meta.url), join(out, "inputs.circom"));
  const compiler = fileURLToPath(new URL("../node_modules/.bin/circom2", import.meta.url));
  execFileSync(process.execPath, [compiler, "inputs.circom", "--wasm", "--prime", prime], { cwd: out });
  return join(out, "inputs_js", "inputs.wasm");
}

/** The sections of a file, by their types: views of its bytes. */
export function sectionsOf(file) {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const sections = new Map();
  for (let start = 12; start < file.length; ) {
    const length = Number(view.getBigUint64(start + 4, true));
    sections.set(view.getUint32(start, true), file.subarray(start + 12, start + 12 + length));
    start += 12 + length;
  }
  return sections;
}

/** A file with these sections, in the order of the map. */
export function fileOf(original, sections) {
  const parts = [original.slice(0, 12)];
  for (const [type, bytes] of sections) {
    const head = new DataView(new ArrayBuffer(12));
    head.setUint32(0, type, true);
    head.setBigUint64(4, BigInt(bytes.length), true);
    parts.push(new Uint8Array(head.buffer), bytes);
  }
  return new Uint8Array(Buffer.concat(parts));
}

/** A number of bytes, least significant first. */
export function little(bytes) {
  return Array.from(bytes).reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n);
}
