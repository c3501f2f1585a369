// The page of the harness in Chromium, on a phone's screen: both buttons, files, errors, layout.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Page, SCREEN, hasChromium } from "./browser.js";

const FILE = fileURLToPath(new URL("../target/harness.html", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "vorpal-vectors-"));
const chromium = hasChromium();
const page = chromium ? await Page.open(FILE) : undefined;
if (!chromium) process.stderr.write("SKIPPED: the page of the harness: chromium is not installed\n");
after(async () => {
  await page?.close();
  rmSync(folder, { recursive: true });
});
const options = { skip: chromium ? false : "chromium is not installed" };

/** Multiples of the generator of BLS12-377 G1 by big integers, compressed in the format of arkworks; infinity. */
const POINTS = {
  1: "efe91bb26eb1b9ea4e39cdff121548d55ccb37bdc8828218bb419daa2c1e958554ff87bf2562fcc8670a74fede488880",
  5: "97f7ec4e01f776fd097cd378bb7220d018c75ce987b9923cb2f0e86c37ad302acc53f29a98f42ed342b63e4e2d051780",
  7: "faf0c73591eeb5db6e3e105adec322d0609279eba22b96c8176dcc17004120e1e05eaa92f4fc807bad94ebfc32699180",
  infinity: `${"00".repeat(47)}40`,
};
POINTS[-1] = `${POINTS[1].slice(0, -2)}00`;
const ORDER = 0x12ab655e9a2ca55660b44d1e5c37b00159aa76fed00000010a11800000000001n;

/** Vectors of points and scalars, and their sums: opposite and equal points, infinity, zero, no terms. */
const VECTORS = [
  { terms: [[1, 3n], [1, 4n], [-1, 5n], ["infinity", 9n], [5, 0n], [5, 1n]], sum: 7 },
  { terms: [], sum: "infinity" },
  { terms: [[1, 7n], [-1, 7n]], sum: "infinity" },
  { terms: [[1, ORDER - 1n]], sum: -1 },
];

const bytes = (hex) => Buffer.from(hex, "hex");
const scalar = (number) => bytes(number.toString(16).padStart(64, "0")).reverse();

/** A file of vectors: each is the number of its items, and the items. */
function encoded(vectors, item) {
  return Buffer.concat(vectors.flatMap(({ terms }) => {
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(terms.length));
    return [length, ...terms.map(item)];
  }));
}

/** Writes a file and chooses it in the field of the same name. */
async function give(name, content) {
  writeFileSync(join(folder, name), content);
  await page.choose(name, join(folder, name));
}

async function giveVectors() {
  await give("points", encoded(VECTORS, ([point]) => bytes(POINTS[point])));
  await give("scalars", encoded(VECTORS, ([, number]) => scalar(number)));
}

const sums = () => Buffer.concat(VECTORS.map(({ sum }) => bytes(POINTS[sum])));

/** The rows of the table: the texts of their cells. */
const rows = () => page.evaluate("[...rows.rows].map((row) => [...row.cells].map((cell) => cell.textContent))");
const times = (name) => page.evaluate(`document.getElementById("times-${name}").textContent`);
const status = () => page.evaluate("document.getElementById('status').textContent");
const set = (id, value) => page.evaluate(`document.getElementById("${id}").value = ${value}`);
const ended = () => page.until("!document.getElementById('sum-files').disabled");

/** Presses a button and waits for the end of its run. */
async function press(button) {
  await page.tap(button);
  await page.until("document.getElementById('status').textContent !== 'Ready.'");
  await ended();
}

/** The lines of a file of times without the times. */
const kinds = (text) => text.split("\n").map((line) => line.replace(/: [0-9.]+ms$/, ""));

/** The kinds of lines of a vector with `iterations` iterations. */
const ofVector = (iterations) => [
  ...Array.from({ length: iterations }, (_, i) => `iteration ${i + 1}`),
  "Mean across all iterations",
];

/** Presses the button of files and returns the new rows. */
async function sumFiles() {
  const before = (await rows()).length;
  await press("sum-files");
  return (await rows()).slice(before);
}

test("the page fits a phone's screen, and fingers", options, async () => {
  assert.equal(await page.evaluate("innerWidth"), SCREEN.width);
  assert.equal(await page.evaluate("document.documentElement.scrollWidth"), SCREEN.width);
  const heights = await page.evaluate(
    "[...document.querySelectorAll('input, button')].map((each) => each.getBoundingClientRect().height)",
  );
  assert.ok(heights.length === 8 && heights.every((height) => height >= 44), String(heights));
});

test("random elements: both sums are equal, and both files of times grow", options, async () => {
  for (const [id, value] of [["log2", 7], ["vectors", 2], ["iterations", 3]]) await set(id, value);
  await press("sum-random");
  assert.equal(await status(), "Done.");
  const found = await rows();
  assert.deepEqual(found.map(([vector, points, , , , verdict]) => [vector, points, verdict]), [
    ["1", "128", "equal"],
    ["2", "128", "equal"],
  ]);
  assert.ok(found.every((row) => row.slice(2, 5).every((cell) => Number(cell) > 0)), String(found));
  const all = [...ofVector(3), ...ofVector(3), "Mean across all vectors", ""];
  for (const name of ["arkworks", "vorpal"]) {
    assert.deepEqual(kinds(await times(name)), all);
    const saved = `fetch(document.getElementById("save-${name}").href).then((file) => file.text())`;
    assert.equal(await page.evaluate(saved), await times(name), "the file behind the link");
  }
  const [first, second] = await page.evaluate("[...rows.rows].map((row) => row.dataset.sum)");
  assert.notEqual(first, second, "each vector is drawn anew");
  await set("vectors", 1);
  await press("sum-random");
  const more = [...all.slice(0, -1), ...ofVector(3), "Mean across all vectors", ""];
  assert.deepEqual(kinds(await times("vorpal")), more, "appended");
});

test("files: sums of special points, compared with result.txt", options, async () => {
  await set("iterations", 2);
  await giveVectors();
  const verdicts = async () => (await sumFiles()).map((row) => row[5]);
  assert.deepEqual(await verdicts(), Array(4).fill("equal"));
  await give("results", sums());
  const before = kinds(await times("arkworks")).slice(0, -1);
  assert.deepEqual(await verdicts(), Array(4).fill("equal, as expected"));
  const after = [...before, ...Array(4).fill(ofVector(2)).flat(), ""];
  assert.deepEqual(kinds(await times("arkworks")), after, "no mean of all vectors");
  const wrong = sums();
  wrong[2 * 48] ^= 1;
  await give("results", wrong);
  const expected = ["equal, as expected", "equal, as expected", "equal, but not as expected", "equal, as expected"];
  assert.deepEqual(await verdicts(), expected);
  await give("results", sums().subarray(48));
  await verdicts();
  assert.equal(await status(), "Done, but 3 sums are expected.");
});

test("malformed input is refused with its place", options, async () => {
  const refused = async (reason) => {
    assert.deepEqual(await sumFiles(), []);
    assert.match(await status(), reason);
  };
  await giveVectors();
  await give("results", sums().subarray(1));
  await refused(/^Expected sums: 191 bytes/);
  await give("results", sums());
  const outside = encoded(VECTORS, ([point]) => bytes(POINTS[point]));
  // The point (0, 1) of order three.
  outside.set(bytes(`${"00".repeat(48)}`), 8 + 2 * 48);
  await give("points", outside);
  await refused(/^points: vector 1, point index 2: .*subgroup/);
  await give("points", encoded(VECTORS.slice(1), ([point]) => bytes(POINTS[point])));
  await refused(/^3 vectors of points, 4 of scalars$/);
  await giveVectors();
  await give("scalars", encoded(VECTORS, ([, number]) => scalar(number === 0n ? ORDER : number)));
  await refused(/^scalars: vector 1, scalar index 4: /);
  await give("scalars", encoded(VECTORS, ([, number]) => scalar(number)).subarray(0, -1));
  await refused(/^scalars: vector 4: the file ends before its items of 32 bytes$/);
  await set("log2", 99);
  await press("sum-random");
  assert.equal(await status(), "Length, as a power of two: a number from 0 to 18");
});

test("vectors of ZPrize have the published sums", options, async (context) => {
  const shared = fileURLToPath(new URL("../../../../shared/data", import.meta.url));
  const data = join(process.env.VORPAL_DATA ?? shared, "zprize");
  if (!existsSync(data)) {
    if (process.env.VORPAL_DATA) throw new Error(`${data} is missing`);
    process.stderr.write(`SKIPPED: ${context.name}: no folder zprize in VORPAL_DATA or ../shared/data\n`);
    return context.skip("no data");
  }
  // The first three vectors, of 16, 256 and 4096 points.
  const first = (name, item) => readFileSync(join(data, name)).subarray(0, 3 * 8 + (16 + 256 + 4096) * item);
  await give("points", first("points", 48));
  await give("scalars", first("scalars", 32));
  await give("results", readFileSync(join(data, "result.txt")).subarray(0, 3 * 48));
  await set("iterations", 1);
  const found = await sumFiles();
  assert.deepEqual(found.map((row) => [row[1], row[5]]), [16, 256, 4096].map((n) => [String(n), "equal, as expected"]));
});

test("the page has no error of its own", options, () => assert.deepEqual(page.complaints, []));
