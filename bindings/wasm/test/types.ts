// Uses every function with its types: `tsc` checks this file.

import { msm, recoverAddressesBatch, recoverBatch, verifyBatch } from '../index.js';

const bytes: Uint8Array = new Uint8Array(0);
const keys: (Uint8Array | Error)[] = recoverBatch(bytes, bytes);
const addresses: (Uint8Array | Error)[] = recoverAddressesBatch(bytes, bytes);
const reasons: (string | undefined)[] = verifyBatch(bytes, bytes, bytes);
const sum: Uint8Array = msm('bn254', bytes, bytes);
// @ts-expect-error: not a curve.
msm('bn', bytes, bytes);
// @ts-expect-error: not bytes.
recoverBatch([1], bytes);

export { addresses, keys, reasons, sum };
