// Calls a function of a module on operands from standard input: node native.mjs MODULE FUNCTION. Lines of input and
// output are those of native.c. A word `@2@3` has the addresses of two buffers, of 32 bits each.
import { readFileSync } from "node:fs";

const WORDS = 512;
const [file, name] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(file));
const { memory, __heap_base: heap, [name]: call } = instance.exports;

for (const line of readFileSync(0, "utf8").split("\n").filter((line) => line)) {
  const tokens = line.split(" ")[Symbol.iterator]();
  const next = () => tokens.next().value;
  const number = () => Number.parseInt(next(), 16);
  const count = number();
  const size = Math.ceil((heap.value + 8 * WORDS * count) / 65536) + 1;
  memory.grow(Math.max(0, size - memory.buffer.byteLength / 65536));
  const view = new DataView(memory.buffer);
  // The addresses of buffers are multiples of 64.
  const place = (index) => (Math.ceil(heap.value / 64) * 8 + WORDS * index) * 8;
  const word = (token) => {
    const addresses = token.split("@").slice(1).map((index) => BigInt(place(Number.parseInt(index, 16))));
    if (addresses.length === 0) return BigInt(`0x${token}`);
    return addresses[0] + ((addresses[1] ?? 0n) << 32n);
  };
  const buffers = [];
  for (let i = 0; i < count; i++) {
    const words = number();
    if (words > WORDS) throw new Error("a buffer is too long");
    buffers.push(words);
    for (let j = 0; j < words; j++) view.setBigUint64(place(i) + 8 * j, word(next()), true);
  }
  const passed = Array.from({ length: number() }, () => Number(word(next())));
  call(...passed);
  const after = buffers.map((words, i) =>
    Array.from({ length: words }, (_, j) => view.getBigUint64(place(i) + 8 * j, true).toString(16)).join(" "),
  );
  console.log(after.join(","));
}
