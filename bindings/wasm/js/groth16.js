// Groth16 proofs, with the names of snarkjs. `index.d.ts` documents every function.

import { flag, options } from "./arguments.js";
import { proverOf } from "./prover.js";
import { withWitness } from "./witness.js";

/** The JSON of an object as bytes. */
function json(given, name) {
  if (given === null || typeof given !== "object") throw new TypeError(`${name}: an object is expected`);
  let text;
  try {
    text = JSON.stringify(given);
  } catch (error) {
    throw new TypeError(`${name}: ${error.message}`, { cause: error });
  }
  return new TextEncoder().encode(text);
}

/** A signal in decimal digits. */
function decimal(signal, index) {
  if (typeof signal === "string") return signal;
  if (typeof signal === "bigint" || Number.isSafeInteger(signal)) return String(signal);
  throw new TypeError(`publicSignals: number ${index}: a string, a bigint or a safe integer is expected`);
}

/** The functions of an instance of the module. `proving` compiles the module of provers. */
export function groth16Of(machine, proving) {
  const prover = async (zkey) => proverOf(await proving(), zkey);
  const prove = async (zkey, witness) => {
    const once = await prover(zkey);
    try {
      return await once.prove(witness);
    } finally {
      once.free();
    }
  };
  return Object.freeze({
    async verify(key, publicSignals, proof, given = {}) {
      const development = flag(options(given, { development: false }).development, "development");
      if (!Array.isArray(publicSignals)) throw new TypeError("publicSignals: an array is expected");
      const parts = [json(key, "key"), json(Array.from(publicSignals, decimal), "publicSignals"), json(proof, "proof")];
      const numbers = [parts[0].length, parts[1].length, development];
      return machine.call("vorpal_groth16_verify", parts, numbers)[0] === 1;
    },

    prove,
    prover,
    fullProve: (input, wasm, zkey) => withWitness(input, wasm, (witness) => prove(zkey, witness)),
  });
}
