// Recovery and verification in batches beside @noble/curves, in the same run, in turns. Prints times of one signature
// in microseconds: the lower deciles of many short samples, and their quotient.
//
//   node bench/recovery.js [--check RATIO]     fails if recovery of 1,000 signatures is less than RATIO times as fast

import { cpus } from "node:os";
import { schnorr, secp256k1 } from "@noble/curves/secp256k1.js";
import { Status, load } from "../js/index.js";

const SAMPLES = 60;
/** Signatures of a sample of @noble/curves. */
const SINGLES = 8;

const vorpal = await load();
const random = (length) => crypto.getRandomValues(new Uint8Array(length));

function inputs(count) {
  const columns = {
    hashes: [32], rsv: [65], compact: [64], keys: [65], schnorr: [64], xOnly: [32],
  };
  const arrays = {};
  for (const [name, [size]] of Object.entries(columns)) arrays[name] = new Uint8Array(size * count);
  const recovered = [];
  for (let i = 0; i < count; i++) {
    const [secret, hash] = [random(32), random(32)];
    const signature = secp256k1.sign(hash, secret, { prehash: false, format: "recovered" });
    const values = {
      hashes: hash,
      rsv: Uint8Array.from([...signature.subarray(1), signature[0]]),
      compact: signature.subarray(1),
      keys: secp256k1.getPublicKey(secret, false),
      schnorr: schnorr.sign(hash, secret),
      xOnly: schnorr.getPublicKey(secret),
    };
    for (const [name, value] of Object.entries(values)) arrays[name].set(value, value.length * i);
    recovered.push(signature);
  }
  const element = (name, i) => arrays[name].subarray(columns[name][0] * i, columns[name][0] * (i + 1));
  return { arrays, element, recovered, count };
}

/** The work of both sides: a batch by Vorpal, signature `i` by @noble/curves. */
const WORK = {
  recovery: {
    batch: ({ arrays }) => vorpal.recoverBatch(arrays.hashes, arrays.rsv).statuses,
    single: ({ element, recovered }, i) =>
      secp256k1.recoverPublicKey(recovered[i], element("hashes", i), { prehash: false }),
  },
  ECDSA: {
    batch: ({ arrays }) => vorpal.verifyBatch(arrays.hashes, arrays.compact, arrays.keys),
    single: ({ element }, i) =>
      secp256k1.verify(element("compact", i), element("hashes", i), element("keys", i), { prehash: false }),
  },
  Schnorr: {
    batch: ({ arrays }) => vorpal.schnorrVerifyBatch(arrays.hashes, arrays.schnorr, arrays.xOnly),
    single: ({ element }, i) => schnorr.verify(element("schnorr", i), element("hashes", i), element("xOnly", i)),
  },
};

/** Microseconds of a call. */
function time(call) {
  const start = performance.now();
  call();
  return 1000 * (performance.now() - start);
}

const decile = (samples) => samples.sort((a, b) => a - b)[Math.floor(samples.length / 10)];

function measure({ batch, single }, input) {
  if (batch(input).some((status) => status !== Status.OK)) throw new Error("a signature is invalid");
  const [ours, theirs] = [[], []];
  let next = 0;
  const singles = () => {
    for (let i = 0; i < SINGLES; i++) single(input, next++ % input.count);
  };
  // Both sides run compiled code before they are timed.
  const start = performance.now();
  while (performance.now() - start < 1500) {
    batch(input);
    singles();
  }
  for (let sample = 0; sample < SAMPLES; sample++) {
    ours.push(time(() => batch(input)) / input.count);
    theirs.push(time(singles) / SINGLES);
  }
  return [decile(ours), decile(theirs)];
}

const check = process.argv.indexOf("--check");
const required = check < 0 ? 0 : Number(process.argv[check + 1]);
console.log(`${cpus()[0].model}, node ${process.versions.node}, microseconds a signature`);
console.log("batch".padEnd(18), "vorpal".padStart(9), "noble".padStart(9), "ratio".padStart(7));
let ratio;
for (const count of [16, 100, 1000]) {
  const input = inputs(count);
  for (const [name, work] of Object.entries(WORK)) {
    const [ours, theirs] = measure(work, input);
    const cells = [ours.toFixed(1).padStart(9), theirs.toFixed(1).padStart(9), (theirs / ours).toFixed(1).padStart(7)];
    console.log(`${name} of ${count}`.padEnd(18), ...cells);
    if (name === "recovery") ratio = theirs / ours;
  }
}
if (ratio < required) {
  console.error(`recovery of 1,000 signatures: ${ratio.toFixed(1)} times as fast, not ${required} times`);
  process.exit(1);
}
