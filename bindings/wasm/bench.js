// Recovery of 1,000 signatures: a batch of Vorpal beside @noble/curves, in turn, lower deciles of short samples.

import { secp256k1 } from '@noble/curves/secp256k1.js';
import { recoverBatch } from './index.js';

const COUNT = 1000;
const SAMPLES = 30;
const hashes = new Uint8Array(32 * COUNT).map((_, i) => (i * 167 + (i >> 5) * 59) & 0xff);
const signatures = new Uint8Array(65 * COUNT);
const single = [];
for (let i = 0; i < COUNT; i++) {
  const hash = hashes.subarray(32 * i, 32 * (i + 1));
  const key = new Uint8Array(32).fill((i % 250) + 1);
  // @noble/curves puts the recovery identifier first.
  const signature = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' });
  single.push([signature, hash]);
  signatures.set(signature.subarray(1), 65 * i);
  signatures[65 * i + 64] = signature[0];
}

function time(run) {
  const start = performance.now();
  run();
  return performance.now() - start;
}

const ours = [];
const theirs = [];
const OF_NOBLE = 20;
for (let sample = 0; sample < SAMPLES; sample++) {
  ours.push(time(() => recoverBatch(hashes, signatures)) / COUNT);
  const first = (sample * OF_NOBLE) % COUNT;
  theirs.push(
    time(() => {
      for (const [signature, hash] of single.slice(first, first + OF_NOBLE)) {
        secp256k1.recoverPublicKey(signature, hash, { prehash: false });
      }
    }) / OF_NOBLE,
  );
}
const decile = (times) => times.sort((a, b) => a - b)[Math.floor(times.length / 10)];
const [a, b] = [decile(ours), decile(theirs)];
const text = (time) => `${(1000 * time).toFixed(1)} us a signature`;
console.log(`recovery: ${text(a)}, @noble/curves ${text(b)}: ${(b / a).toFixed(1)} times as fast`);
