// Loads the built module the way a page does and asks it one question: `node load.mjs <directory>`.
// An optimizer can write a module that validates nowhere, so nothing is published before this.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const directory = resolve(process.argv[2] ?? ".");
const dpscope = await import(pathToFileURL(join(directory, "dpscope.js")).href);
dpscope.initSync({ module: readFileSync(join(directory, "dpscope_bg.wasm")) });
const reply = dpscope.ask({ ask: "describe" });
if (reply?.answer !== "describe") {
  throw new Error(`asked to describe itself, the module said ${JSON.stringify(reply)}`);
}
