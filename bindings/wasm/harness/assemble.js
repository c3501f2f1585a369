// Writes the page as one file: `node assemble.js MODULE.wasm PAGE.html`. It needs no server and no other file.

import { readFileSync, writeFileSync } from "node:fs";

const [module, page] = process.argv.slice(2);
const read = (name) => readFileSync(new URL(name, import.meta.url), "utf8");
// A text inside a string of a script: the end of a script's element must not occur in it.
const quoted = (text) => JSON.stringify(text).slice(1, -1).replaceAll("</", "<\\/");
const parts = {
  "@WORKER@": quoted(read("worker.js")),
  "@MODULE@": readFileSync(module).toString("base64"),
  "@PAGE@": read("page.js"),
};
let text = read("page.html");
for (const [mark, part] of Object.entries(parts)) {
  if (text.split(mark).length !== 2) throw new Error(`page.html: ${mark} does not occur once`);
  text = text.replace(mark, () => part);
}
writeFileSync(page, text);
