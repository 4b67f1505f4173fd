// Prints, as one JSON object, the sizes and the SHA-256 of the files it is given:
// { "<file>": { "raw": bytes, "brotli": bytes, "sha256": hex }, … }
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

/** @type {Record<string, { raw: number, brotli: number, sha256: string }>} */
const measures = {};
for (const file of process.argv.slice(2)) {
  const bytes = readFileSync(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  measures[file] = {
    raw: bytes.length,
    brotli: brotliCompressSync(bytes, { params }).length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  };
}
console.log(JSON.stringify(measures));
