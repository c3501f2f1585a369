// The page: reads the fields, starts a run in the worker, shows results, and keeps the two files of times.
"use strict";

const LIBRARIES = ["arkworks", "vorpal"];
/** The bytes of a sum in `result.txt`. */
const SUM = 48;

const element = (id) => document.getElementById(id);
const worker = new Worker(URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" })));
worker.postMessage({ module: Uint8Array.from(atob(MODULE), (letter) => letter.charCodeAt(0)).buffer });

const files = { arkworks: "", vorpal: "" };
/** The run in progress: which button, the expected sums, the iterations of each vector, and the means. */
let run;

function number(id) {
  const input = element(id);
  if (!input.checkValidity() || input.value === "") {
    throw new RangeError(`${input.labels[0].firstChild.data.trim()}: a number from ${input.min} to ${input.max}`);
  }
  return Number(input.value);
}

function state(text, isRunning) {
  element("status").textContent = text;
  for (const id of ["sum-files", "sum-random"]) element(id).disabled = isRunning;
}

async function chosen(id, what) {
  const [file] = element(id).files;
  if (file === undefined) throw new RangeError(`${what}: choose a file`);
  return file.arrayBuffer();
}

/** The sums of `result.txt` as hexadecimal texts, one for each vector. */
async function expected() {
  if (element("results").files.length === 0) return undefined;
  const bytes = new Uint8Array(await chosen("results", "Expected sums"));
  if (bytes.length % SUM !== 0) throw new RangeError(`Expected sums: ${bytes.length} bytes, no multiple of ${SUM}`);
  return Array.from({ length: bytes.length / SUM }, (_, i) => hex(bytes.subarray(SUM * i, SUM * (i + 1))));
}

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

async function start(button) {
  try {
    const iterations = number("iterations");
    state("Reading.", true);
    if (button === "files") {
      const [points, scalars] = [await chosen("points", "Points"), await chosen("scalars", "Scalars")];
      run = { button, iterations, expected: await expected(), means: [] };
      worker.postMessage({ files: { points, scalars }, iterations });
    } else {
      const random = { log2: number("log2"), vectors: number("vectors") };
      run = { button, iterations, means: [] };
      worker.postMessage({ random, iterations });
    }
  } catch (error) {
    state(error.message, false);
  }
}

const mean = (times) => times.reduce((sum, time) => sum + time, 0) / times.length;
const lines = (times) => times.map((time, i) => `iteration ${i + 1}: ${time.toFixed(3)}ms\n`).join("");

/** Shows the sums of a vector, and appends their times to both files. */
function show({ vector, points, times, sums }) {
  const means = times.map(mean);
  run.means.push(means);
  const wanted = run.expected?.[vector];
  const same = sums.every((each) => each.every((sum) => sum === sums[0][0]));
  const verdict = !same
    ? "differ"
    : run.expected === undefined
      ? "equal"
      : sums[0][0] === wanted
        ? "equal, as expected"
        : "equal, but not as expected";
  const speed = (means[0] / means[1]).toFixed(2);
  const cells = [vector + 1, points, means[0].toFixed(3), means[1].toFixed(3), speed, verdict];
  const row = element("rows").insertRow();
  row.dataset.sum = sums[0][0];
  for (const cell of cells) row.insertCell().textContent = cell;
  LIBRARIES.forEach((name, i) => {
    append(name, `${lines(times[i])}Mean across all iterations: ${means[i].toFixed(3)}ms\n`);
  });
}

function append(name, text) {
  files[name] += text;
  element(`times-${name}`).textContent = files[name];
  const link = element(`save-${name}`);
  if (link.href.startsWith("blob:")) URL.revokeObjectURL(link.href);
  link.href = URL.createObjectURL(new Blob([files[name]], { type: "text/plain" }));
}

worker.onmessage = ({ data }) => {
  if (data.status !== undefined) {
    state(data.status, true);
  } else if (data.error !== undefined) {
    state(data.error, false);
  } else if (data.vector !== undefined) {
    show(data);
  } else {
    if (run.button === "random") {
      LIBRARIES.forEach((name, i) => {
        append(name, `Mean across all vectors: ${mean(run.means.map((means) => means[i])).toFixed(3)}ms\n`);
      });
    }
    const missing = run.expected !== undefined && run.expected.length !== run.means.length;
    state(missing ? `Done, but ${run.expected.length} sums are expected.` : "Done.", false);
  }
};
worker.onerror = (event) => state(`The worker failed: ${event.message}`, false);

element("sum-files").addEventListener("click", () => start("files"));
element("sum-random").addEventListener("click", () => start("random"));
