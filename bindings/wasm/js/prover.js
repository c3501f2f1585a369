// Provers of Groth16: a key in an instance of `vorpal-groth16.wasm`. `index.d.ts` documents every function.

import { Machine } from "./module.js";
import { sourceOf } from "./sources.js";
import { withWitness } from "./witness.js";

/** An instance of the module that reads the files of its calls here. */
class Reader {
  #machine;
  #source;
  /** What was thrown here while the module waited. */
  #thrown;

  constructor(module) {
    const imports = {
      read: (offset, target, length) =>
        this.#attempt(() => this.#source.read(offset >>> 0, this.#machine.view(target, length))),
      random: (target, length) => this.#attempt(() => crypto.getRandomValues(this.#machine.view(target, length))),
    };
    this.#machine = new Machine(module, { imports, isSecret: true });
  }

  /** The module gets a number, since an exception would leave its call without an end. */
  #attempt(work) {
    try {
      work();
      return 0;
    } catch (error) {
      this.#thrown = error;
      return 1;
    }
  }

  /** The result of a function that reads the file of an argument. */
  async call(name, given, argument) {
    const source = await sourceOf(given, argument);
    try {
      this.#source = source;
      this.#thrown = undefined;
      return this.#machine.call(name, [], [source.size]);
    } catch (error) {
      throw this.#thrown ?? error;
    } finally {
      this.#source = undefined;
      source.close();
    }
  }
}

/** The prover of a key, with a compiled module. */
export async function proverOf(module, zkey) {
  let reader = new Reader(module);
  await reader.call("vorpal_groth16_open", zkey, "zkey");
  /** The instance, for a call that is not disturbed by `free`. */
  const current = () => {
    if (reader === undefined) throw new Error("the prover was freed");
    return reader;
  };
  const proveWith = async (instance, witness) => {
    const result = await instance.call("vorpal_groth16_prove", witness, "witness");
    return JSON.parse(new TextDecoder().decode(result));
  };
  return Object.freeze({
    prove: async (witness) => proveWith(current(), witness),
    async fullProve(input, wasm) {
      const instance = current();
      return withWitness(input, wasm, (witness) => proveWith(instance, witness));
    },
    free() {
      reader = undefined;
    },
  });
}
