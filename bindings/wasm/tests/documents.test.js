// The blocks of JavaScript in all documents of the repository: each is a module that runs, and prints the lines of its
// comments `// prints TEXT`.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const PACKAGE = fileURLToPath(new URL("..", import.meta.url));
const ROOT = join(PACKAGE, "../..");

/** The Markdown files below a folder, without build outputs and hidden folders. */
function pages(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      const isOutput = entry.name.startsWith(".") || ["target", "node_modules"].includes(entry.name);
      return isOutput ? [] : pages(path);
    }
    return entry.isFile() && entry.name.endsWith(".md") ? [path] : [];
  });
}

const BLOCK = /^ *```js\n(.*?)^ *```$/gms;
const blocks = pages(ROOT).flatMap((page) =>
  Array.from(readFileSync(page, "utf8").matchAll(BLOCK), (match) => [relative(ROOT, page), match[1]]),
);

test("documents have examples", () => assert.ok(blocks.length > 0));

for (const [page, source] of blocks) {
  test(`an example of ${page}`, () => {
    // In the package, so that Node finds it by its name.
    mkdirSync(join(PACKAGE, "target"), { recursive: true });
    const folder = mkdtempSync(join(PACKAGE, "target/document-"));
    try {
      const file = join(folder, "example.mjs");
      writeFileSync(file, source);
      const printed = execFileSync(process.execPath, [file], { cwd: PACKAGE, encoding: "utf8" });
      const expected = Array.from(source.matchAll(/\/\/ prints (.*)/g), (match) => `${match[1]}\n`);
      assert.equal(printed, expected.join(""));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}
