// Uses of the package that must have these types, and uses that must not compile.

import { BYTES_PER_BLOB, Status, load } from "vorpal-wasm";
import type { Bls, Bound, Groth16File, Groth16Proven, Rows, Signature, Vorpal } from "vorpal-wasm";

const bytes = new Uint8Array(32);
const vorpal: Vorpal = await load();
const backend: string = vorpal.backend;
await load(bytes);
await load(await WebAssembly.compile(bytes));

const { keys, statuses } = vorpal.recoverBatch(bytes, bytes);
const all: Uint8Array[] = [keys, statuses, vorpal.recoverBatch(bytes, bytes, { output: "addresses" }).addresses];
all.push(vorpal.verifyBatch(bytes, bytes, bytes), vorpal.verifyBatch(bytes, bytes, bytes, { lowS: true }));
all.push(vorpal.schnorrVerifyBatch(bytes, bytes, bytes), vorpal.schnorrVerifyBatch([bytes], bytes, bytes));
await load(new DataView(new ArrayBuffer(8)));
await load(new ArrayBuffer(8));
all.push(vorpal.msm("bn254", bytes, bytes, { format: "arkworks", scalars: "little-endian", trust: "on-curve" }));
const bounds: Bound[] = vorpal.bounds(7n);
const zero: 0 = Status.OK;
const rows: Rows = [bytes];
const [proof, y] = vorpal.computeKzgProof(bytes, bytes);
all.push(vorpal.blobToKzgCommitment(bytes), vorpal.computeBlobKzgProof(bytes, bytes), ...vorpal.computeCells(bytes));
const verdicts: boolean[] = [
  vorpal.verifyKzgProof(bytes, bytes, y, proof),
  vorpal.verifyBlobKzgProof(bytes, bytes, proof),
  vorpal.verifyBlobKzgProofBatch(rows, bytes, rows),
  vorpal.verifyCellKzgProofBatch(rows, [3], rows, bytes),
];
const { PublicKey, Signature: Signatures, KeyTable, ...functions }: Bls = vorpal.bls;
const [pk, sig]: [ReturnType<typeof PublicKey.fromHex>, Signature] = [
  PublicKey.fromBytes(bytes),
  Signatures.fromHex("0x", true, false),
];
const table = new KeyTable();
verdicts.push(functions.verify(bytes, pk, sig), functions.fastAggregateVerify(bytes, [pk], sig));
verdicts.push(functions.aggregateVerify([bytes], [pk], sig));
verdicts.push(functions.verifyMultipleAggregateSignatures([{ msg: bytes, pk, sig }]));
all.push(table.get(table.append(rows)).toBytes(false), functions.aggregatePublicKeys([pk]).toBytes());
const wrong: number[] = table.findInvalidSets([{ msg: bytes, indices: [0], sig }]);
const size: 131072 = BYTES_PER_BLOB;
const files: Groth16File[] = [bytes, "path", { type: "mem", data: bytes }, { type: "file", fileName: "path" }];
const prover = await vorpal.groth16.prover(files[0]!);
const proven: Groth16Proven = await prover.prove(files[1]!);
const { proof: groth16Proof, publicSignals } = await vorpal.groth16.prove("a.zkey", bytes);
const full: Groth16Proven[] = [
  await vorpal.groth16.fullProve({ a: 1, b: ["2", [3n, true]], c: { d: new Uint8Array(2) } }, "a.wasm", "a.zkey"),
  await prover.fullProve({ a: "0x1" }, await WebAssembly.compile(bytes)),
];
verdicts.push(await vorpal.groth16.verify({}, publicSignals, groth16Proof), proven.proof.curve === "bn128");
prover.free();
await load(bytes, { prover: await WebAssembly.compile(bytes) });
export const used: unknown = [all, bounds, zero, verdicts, size, wrong, full];

// @ts-expect-error the result has no addresses
vorpal.recoverBatch(bytes, bytes).addresses;
// @ts-expect-error not an array of bytes
vorpal.recoverBatch([1, 2], bytes);
// @ts-expect-error no such option
vorpal.verifyBatch(bytes, bytes, bytes, { low: true });
// @ts-expect-error no integer
vorpal.groth16.fullProve({ a: null }, "a.wasm", "a.zkey");
// @ts-expect-error no such curve
vorpal.msm("secp256k1", bytes, bytes);
// @ts-expect-error indices are numbers
vorpal.verifyCellKzgProofBatch(rows, bytes, rows, rows);
// @ts-expect-error bytes are no key
vorpal.bls.verify(bytes, bytes, sig);
// @ts-expect-error a key is no signature
vorpal.bls.verify(bytes, pk, pk);
// @ts-expect-error a set of a table has indices
table.findInvalidSets([{ msg: bytes, pk, sig }]);
// @ts-expect-error a number is no file
vorpal.groth16.prove(7, bytes);
// @ts-expect-error bytes have a type of file
prover.prove({ data: bytes });
// @ts-expect-error a number is no bigint
vorpal.bounds(7);
// @ts-expect-error a status cannot be changed
Status.OK = 0;
