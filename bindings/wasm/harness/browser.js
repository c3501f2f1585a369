// A page in headless Chromium, by the DevTools protocol over a pipe. It has the screen of a phone.

import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Whether Chromium is installed. */
export function hasChromium() {
  return spawnSync("chromium", ["--version"]).status === 0;
}

/** A screen of 412 by 915 points with touch, as phones have. */
export const SCREEN = { width: 412, height: 915, deviceScaleFactor: 2.625, mobile: true };

export class Page {
  #child;
  #profile;
  #session;
  #next = 1;
  #waiting = new Map();
  /** Exceptions and messages of the console that the page reported. */
  complaints = [];

  /** Opens the file on a phone's screen. */
  static async open(file) {
    const page = new Page();
    const { targetId } = await page.#call("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await page.#call("Target.attachToTarget", { targetId, flatten: true });
    page.#session = sessionId;
    for (const domain of ["Page", "Runtime", "Log", "DOM"]) await page.#call(`${domain}.enable`);
    await page.#call("Emulation.setDeviceMetricsOverride", SCREEN);
    await page.#call("Emulation.setTouchEmulationEnabled", { enabled: true });
    await page.#call("Page.navigate", { url: `file://${file}` });
    await page.until("document.readyState === 'complete'");
    return page;
  }

  constructor() {
    this.#profile = mkdtempSync(join(tmpdir(), "vorpal-harness-"));
    const options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"];
    this.#child = spawn("chromium", [...options, `--user-data-dir=${this.#profile}`], {
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    });
    let rest = "";
    this.#child.stdio[4].setEncoding("utf8").on("data", (text) => {
      const messages = (rest + text).split("\0");
      rest = messages.pop();
      for (const message of messages) this.#receive(JSON.parse(message));
    });
    this.#child.on("exit", () => {
      for (const { reject } of this.#waiting.values()) reject(new Error("Chromium ended"));
    });
  }

  #receive(message) {
    const { id, method, params, result, error } = message;
    if (method === "Runtime.exceptionThrown") this.complaints.push(params.exceptionDetails.exception?.description);
    if (method === "Log.entryAdded") this.complaints.push(params.entry.text);
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    if (error === undefined) waiting.resolve(result);
    else waiting.reject(new Error(error.message));
  }

  #call(method, params = {}) {
    const id = this.#next++;
    const message = { id, method, params, ...(this.#session && { sessionId: this.#session }) };
    this.#child.stdio[3].write(`${JSON.stringify(message)}\0`);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** The value of an expression in the page. */
  async evaluate(expression) {
    const { result, exceptionDetails } = await this.#call("Runtime.evaluate", {
      expression,
      returnByValue: true,
      awaitPromise: true,
    });
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description);
    return result.value;
  }

  /** Waits until an expression is true, for minutes: the machine may be busy. */
  async until(expression) {
    const end = Date.now() + 300_000;
    while (!(await this.evaluate(expression))) {
      if (Date.now() > end) throw new Error(`not true in time: ${expression}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Taps the middle of an element, which it scrolls into view. */
  async tap(id) {
    const { x, y } = await this.evaluate(`(() => {
      const element = document.getElementById(${JSON.stringify(id)});
      element.scrollIntoView({ block: "center" });
      const box = element.getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    })()`);
    await this.#call("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
    await this.#call("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  }

  /** Chooses a file in a field. */
  async choose(id, file) {
    const { root } = await this.#call("DOM.getDocument");
    const { nodeId } = await this.#call("DOM.querySelector", { nodeId: root.nodeId, selector: `#${id}` });
    await this.#call("DOM.setFileInputFiles", { nodeId, files: [file] });
  }

  async close() {
    const ended = new Promise((resolve) => this.#child.on("exit", resolve));
    this.#call("Browser.close").catch(() => {});
    await ended;
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
