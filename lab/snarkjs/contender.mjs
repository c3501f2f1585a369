// A contender for snarkjs. Its argument is the folder in which `npm install` has put snarkjs.
//
// Vorpal's protocol is in ../PROTOCOL.md. Curves have one thread if the workload has.

import { readFileSync, mkdtempSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = process.argv[2];
const require = createRequire(join(root, "package.json"));
const snarkjs = require("snarkjs");
const { version } = JSON.parse(readFileSync(join(root, "node_modules/snarkjs/package.json")));

const scratch = mkdtempSync(join(tmpdir(), "snarkjs-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));

const hex = (bytes) => Buffer.from(bytes).toString("hex");
const json = (path) => JSON.parse(readFileSync(path, "utf8"));

// Each offer prepares an iteration and its result, given the folder of the input and the number of threads.
const offers = {};

async function prove(folder, threads) {
    const options = { singleThread: threads === 1 };
    const files = [join(folder, "circuit.zkey"), join(folder, "witness.wtns")];
    const run = () => snarkjs.groth16.prove(...files, undefined, options);
    const { proof, publicSignals } = await run();
    const valid = await snarkjs.groth16.verify(json(join(folder, "verification_key.json")), publicSignals, proof);
    return { run, result: [valid ? "01" : "00", hex(publicSignals.join(","))] };
}

for (const values of ["uniform", "bits"]) {
    for (const size of values === "uniform" ? [12, 14, 16, 18] : [12, 14, 16]) {
        for (const threads of [1, 2]) {
            offers[`groth16.prove.${values}.2^${size}.t${threads}`] = ["groth16.prove, which reads the key", prove];
        }
    }
}
offers["groth16.first.uniform.2^16.t1"] = ["groth16.prove, which reads the key", prove];

offers["groth16.verify.1"] = ["groth16.verify", async (folder) => {
    const key = json(join(folder, "verification_key.json"));
    const [proofs, publics] = [json(join(folder, "proofs.json")), json(join(folder, "publics.json"))];
    const verify = (i) => snarkjs.groth16.verify(key, publics[i], proofs[i]);
    const result = [];
    for (const i of proofs.keys()) {
        result.push((await verify(i)) ? "01" : "00");
    }
    let next = 0;
    const run = async () => {
        await verify(next);
        next = (next + 1) % proofs.length;
    };
    return { run, result };
}];

const setup = (folder) => [join(folder, "circuit.r1cs"), join(folder, "powers.ptau")];

offers["groth16.setup.new.2^14.t1"] = ["zKey.newZKey", async (folder) => {
    const run = () => snarkjs.zKey.newZKey(...setup(folder), join(scratch, "new.zkey"));
    return { run, result: [hex(await run())] };
}];

offers["groth16.setup.verify.2^14.t1"] = ["zKey.verifyFromR1cs", async (folder) => {
    const [first, key] = [join(scratch, "first.zkey"), join(scratch, "key.zkey")];
    await snarkjs.zKey.newZKey(...setup(folder), first);
    await snarkjs.zKey.contribute(first, key, "", "entropy");
    const run = () => snarkjs.zKey.verifyFromR1cs(...setup(folder), key);
    return { run, result: [(await run()) ? "01" : "00"] };
}];

// The only column of an input has one row: the path of a folder.
const folderOf = (path) => readFileSync(path).subarray(16).toString("utf8");

let prepared;

async function sample(iterations) {
    for (let i = 0; iterations > 1 && i < Math.ceil(iterations / 10); i++) {
        await prepared.run();
    }
    const start = process.hrtime.bigint();
    for (let i = 0; i < iterations; i++) {
        await prepared.run();
    }
    return { ns: Number(process.hrtime.bigint() - start), parts: {} };
}

async function answer(line) {
    const request = JSON.parse(line);
    if ("prepare" in request) {
        prepared = undefined;
        if (!(request.prepare in offers)) {
            throw new Error(`no workload ${request.prepare}`);
        }
        prepared = await offers[request.prepare][1](folderOf(request.input), request.threads);
        return { prepared: { result: prepared.result, items: 1, facts: {} } };
    }
    if ("sample" in request) {
        return sample(request.sample);
    }
    throw new Error("no such operation");
}

// Only messages may be on standard output.
console.log = console.error;
const send = (message) => process.stdout.write(JSON.stringify(message) + "\n");
const paths = Object.fromEntries(Object.entries(offers).map(([name, [path]]) => [name, path]));
send({ contender: "snarkjs", version, offers: paths, operations: [] });
for await (const line of createInterface({ input: process.stdin })) {
    send(await answer(line).catch((error) => ({ error: String(error) })));
}
process.exit(0);
