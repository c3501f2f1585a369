// The official vectors of KZG, in the part of YAML that they use.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** A text, true, false or null. */
function scalar(text) {
  if (text.startsWith("'")) return text.slice(1, -1);
  return { true: true, false: false, null: null }[text];
}

/**
 * Two levels of keys, whose values are scalars, numbers in brackets, or lists of texts.
 *
 * @returns {{ input: Record<string, unknown>, output: unknown }}
 */
function parse(text) {
  const vector = { input: {}, output: undefined };
  let [put, list] = [undefined, undefined];
  // Brackets go on for several lines.
  for (const line of text.replace(/\[[^\]]*\]/g, (all) => all.replace(/\s+/g, "")).split("\n")) {
    const [, indent, item, key, value] = line.match(/^( *)(- )?(?:(\w+): ?)?(.*)$/);
    if (item) {
      if (!list) put((list = []));
      list.push(scalar(key === undefined ? value : `${key}:${value}`));
    } else if (key !== undefined) {
      const target = indent === "" ? vector : vector.input;
      list = undefined;
      put = (found) => (target[key] = found);
      if (key === "input") continue;
      if (value.startsWith("[")) put(value.slice(1, -1).split(",").filter(Boolean).map(Number));
      else put(value === "" ? [] : scalar(value));
    }
  }
  return vector;
}

/** The vectors of a function in the folder of data, with their names. */
export function vectors(data, name) {
  return readdirSync(join(data, "kzg", name)).flatMap((folder) =>
    readdirSync(join(data, "kzg", name, folder))
      .map((each) => [each, join(data, "kzg", name, folder, each, "data.yaml")])
      .filter(([, file]) => existsSync(file))
      .map(([each, file]) => ({ name: each, ...parse(readFileSync(file, "utf8")) })),
  );
}
