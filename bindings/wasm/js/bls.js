// BLS signatures of Ethereum, with the names of @chainsafe/blst. `index.d.ts` documents every function.

import { bytes, numbers, rows } from "./arguments.js";

/** The bytes of keys and signatures. */
export const PUBLIC_KEY_LENGTH_COMPRESSED = 48;
export const PUBLIC_KEY_LENGTH_UNCOMPRESSED = 96;
export const SIGNATURE_LENGTH_COMPRESSED = 96;
export const SIGNATURE_LENGTH_UNCOMPRESSED = 192;

/** The bytes of a hexadecimal text, with or without 0x. */
function ofHex(hex, name) {
  if (typeof hex !== "string") throw new TypeError(`${name}: a string is expected`);
  const digits = hex.replace(/^0x/, "");
  if (digits.length % 2 !== 0 || /[^0-9a-fA-F]/.test(digits)) {
    throw new RangeError(`${name}: not pairs of hexadecimal digits`);
  }
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) => parseInt(digits.slice(2 * i, 2 * i + 2), 16));
}

function toHex(array) {
  return `0x${Array.from(array, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** Numbers of 32 bits as bytes, least significant first. */
function words(list) {
  const view = new DataView(new ArrayBuffer(4 * list.length));
  list.forEach((number, i) => view.setUint32(4 * i, number, true));
  return new Uint8Array(view.buffer);
}

/** A copy of a list: what a getter returns once is what is verified. */
function listOf(given, name) {
  if (!Array.isArray(given)) throw new TypeError(`${name}: an array is expected`);
  return Array.from(given);
}

/** The classes and functions of an instance of the module. */
export function blsOf(machine) {
  /** A call whose errors begin with the name of an argument. */
  function call(name, argument, parts, given) {
    try {
      return machine.call(name, parts, given);
    } catch (error) {
      if (error instanceof RangeError) throw new RangeError(`${argument}: ${error.message}`);
      throw error;
    }
  }

  /** The two encodings of a point, given as one of them. */
  function decode(name, given, widths, more) {
    bytes(given, "bytes");
    if (!widths.includes(given.length)) {
      throw new RangeError(`bytes: ${given.length} bytes instead of ${widths.join(" or ")}`);
    }
    try {
      return machine.call(name, [given], [1, given.length, ...more]);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new RangeError(`bytes: ${error.message.replace(/^number 0: /, "")}`);
    }
  }

  /** Decodes bytes that come from another argument. An error names that argument. */
  function named(argument, work) {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
      throw new error.constructor(error.message.replace(/^bytes: /, `${argument}: `));
    }
  }

  const keyWidths = [PUBLIC_KEY_LENGTH_COMPRESSED, PUBLIC_KEY_LENGTH_UNCOMPRESSED];
  const signatureWidths = [SIGNATURE_LENGTH_COMPRESSED, SIGNATURE_LENGTH_UNCOMPRESSED];
  // Nobody else can make an object from encodings that were not decoded.
  const token = Symbol("decoded");
  const check = (given) => {
    if (given !== token) throw new TypeError("use fromBytes() or fromHex() for an instance");
  };

  class PublicKey {
    /** The encoding of 48 bytes, then that of 96 bytes. */
    #encodings;

    constructor(given, encodings) {
      check(given);
      this.#encodings = encodings;
    }

    static fromBytes(given) {
      return new PublicKey(token, decode("vorpal_bls_keys", given, keyWidths, []));
    }

    static fromHex(hex) {
      return named("hex", () => PublicKey.fromBytes(ofHex(hex, "hex")));
    }

    toBytes(compress = true) {
      return compress ? this.#encodings.slice(0, 48) : this.#encodings.slice(48);
    }

    toHex(compress = true) {
      return toHex(this.toBytes(compress));
    }

    keyValidate() {}

    /** The uncompressed encoding of a key. */
    static point(key, name) {
      if (typeof key !== "object" || key === null || !(#encodings in key)) {
        throw new TypeError(`${name}: a PublicKey is expected`);
      }
      return key.#encodings.subarray(48);
    }
  }

  class Signature {
    /** The encoding of 96 bytes, then that of 192 bytes. */
    #encodings;

    constructor(given, encodings) {
      check(given);
      this.#encodings = encodings;
    }

    static fromBytes(given, sigValidate = false, sigInfcheck = false) {
      const encodings = decode("vorpal_bls_signatures", given, signatureWidths, [Number(Boolean(sigValidate))]);
      if (sigValidate && sigInfcheck && encodings[0] & 0x40) throw new RangeError("bytes: the point at infinity");
      return new Signature(token, encodings);
    }

    static fromHex(hex, sigValidate = false, sigInfcheck = false) {
      return named("hex", () => Signature.fromBytes(ofHex(hex, "hex"), sigValidate, sigInfcheck));
    }

    toBytes(compress = true) {
      return compress ? this.#encodings.slice(0, 96) : this.#encodings.slice(96);
    }

    toHex(compress = true) {
      return toHex(this.toBytes(compress));
    }

    sigValidate(sigInfcheck = false) {
      Signature.fromBytes(this.#encodings.subarray(96), true, sigInfcheck);
    }

    /** The uncompressed encoding of a signature. */
    static point(signature, name) {
      if (typeof signature !== "object" || signature === null || !(#encodings in signature)) {
        throw new TypeError(`${name}: a Signature is expected`);
      }
      return signature.#encodings.subarray(96);
    }
  }

  const pointOfKey = PublicKey.point;
  const pointOfSignature = Signature.point;
  // Not for callers, who could change the bytes.
  delete PublicKey.point;
  delete Signature.point;

  /** Whether each of some sets of points is valid: a byte for each. A set has `signature`, `keys` and `message`. */
  function verdicts(sets) {
    const keys = sets.flatMap((set) => set.keys);
    // Drawn when the module has its copy of the batch, which nothing can change any more.
    const random = () => crypto.getRandomValues(new Uint8Array(32));
    const parts = [
      ...sets.map((set) => set.signature),
      words(sets.map((set) => set.keys.length)),
      words(sets.map((set) => set.message.length)),
      ...keys,
      ...sets.map((set) => set.message),
      random,
    ];
    return machine.call("vorpal_bls_verify_sets", parts, [sets.length, keys.length]);
  }

  const keysOf = (pks) => listOf(pks, "pks").map((pk, i) => pointOfKey(pk, `pks: number ${i}`));

  function verify(msg, pk, sig) {
    bytes(msg, "msg");
    return verdicts([{ message: msg, keys: [pointOfKey(pk, "pk")], signature: pointOfSignature(sig, "sig") }])[0] === 1;
  }

  function fastAggregateVerify(msg, pks, sig) {
    bytes(msg, "msg");
    return verdicts([{ message: msg, keys: keysOf(pks), signature: pointOfSignature(sig, "sig") }])[0] === 1;
  }

  function aggregateVerify(msgs, pks, sig) {
    const messages = listOf(msgs, "msgs");
    messages.forEach((message, i) => bytes(message, `msgs: number ${i}`));
    const keys = keysOf(pks);
    if (keys.length !== messages.length) throw new RangeError(`pks: ${keys.length} instead of ${messages.length}`);
    const lengths = words(messages.map((message) => message.length));
    const parts = [pointOfSignature(sig, "sig"), ...keys, lengths, ...messages];
    return machine.call("vorpal_bls_aggregate_verify", parts, [keys.length])[0] === 1;
  }

  /** The sets of a caller, each with the keys that `keys` finds. */
  function setsOf(given, keys) {
    return listOf(given, "sets").map((set, i) => {
      const name = `sets: number ${i}`;
      if (typeof set !== "object" || set === null) throw new TypeError(`${name}: an object is expected`);
      const { msg, sig } = set;
      bytes(msg, `${name}: msg`);
      return { message: msg, signature: pointOfSignature(sig, `${name}: sig`), keys: keys(set, name) };
    });
  }

  /** The indices of sets that are not valid. */
  function invalid(sets) {
    return Array.from(verdicts(sets)).flatMap((verdict, i) => (verdict === 1 ? [] : [i]));
  }

  const keyOfSet = (set, name) => [pointOfKey(set.pk, `${name}: pk`)];

  function verifyMultipleAggregateSignatures(sets) {
    const all = setsOf(sets, keyOfSet);
    return all.length > 0 && invalid(all).length === 0;
  }

  function findInvalidSets(sets) {
    return invalid(setsOf(sets, keyOfSet));
  }

  const sumOfKeys = (points, name) =>
    new PublicKey(token, call("vorpal_bls_add_keys", name, points, [points.length]));

  function aggregatePublicKeys(pks) {
    return sumOfKeys(keysOf(pks), "pks");
  }

  function aggregateSignatures(sigs) {
    const points = listOf(sigs, "sigs").map((sig, i) => pointOfSignature(sig, `sigs: number ${i}`));
    return new Signature(token, call("vorpal_bls_add_signatures", "sigs", points, [points.length]));
  }

  const decoded = (given, name, type) =>
    listOf(given, name).map((each, i) => named(`${name}: number ${i}`, () => type.fromBytes(each)));

  class KeyTable {
    #points = new Uint8Array(0);
    #length = 0;

    get length() {
      return this.#length;
    }

    append(keys) {
      const encoded = rows(keys, PUBLIC_KEY_LENGTH_COMPRESSED, "keys");
      const decoded = call("vorpal_bls_keys", "keys", encoded, [encoded.length, PUBLIC_KEY_LENGTH_COMPRESSED]);
      const first = this.#length;
      const needed = 96 * (first + encoded.length);
      if (needed > this.#points.length) {
        const grown = new Uint8Array(Math.max(needed, 2 * this.#points.length));
        grown.set(this.#points);
        this.#points = grown;
      }
      encoded.forEach((_, i) => this.#points.set(decoded.subarray(144 * i + 48, 144 * (i + 1)), 96 * (first + i)));
      this.#length += encoded.length;
      return first;
    }

    /** The points of some indices. */
    #pointsOf(indices, name) {
      const view = new DataView(numbers(indices, this.#length, name).buffer);
      return Array.from({ length: view.byteLength / 4 }, (_, i) => {
        const index = view.getUint32(4 * i, true);
        return this.#points.subarray(96 * index, 96 * (index + 1));
      });
    }

    get(index) {
      return PublicKey.fromBytes(this.#pointsOf([index], "index")[0]);
    }

    sum(indices) {
      return sumOfKeys(this.#pointsOf(indices, "indices"), "indices");
    }

    findInvalidSets(sets) {
      return invalid(setsOf(sets, (set, name) => this.#pointsOf(set.indices, `${name}: indices`)));
    }
  }

  return Object.freeze({
    PublicKey,
    Signature,
    KeyTable,
    verify,
    fastAggregateVerify,
    aggregateVerify,
    verifyMultipleAggregateSignatures,
    findInvalidSets,
    aggregatePublicKeys,
    aggregateSignatures,
    aggregateSerializedPublicKeys: (pks) => aggregatePublicKeys(decoded(pks, "pks", PublicKey)),
    aggregateSerializedSignatures: (sigs) => aggregateSignatures(decoded(sigs, "sigs", Signature)),
  });
}
