// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Files of the application, except those for printed paper and drawings of machines, which have their own sizes. */
const files = readdirSync("src/app", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.(tsx?|css|html)$/.test(file) && !/^screens\/printing\/|^inspect\/drawing/.test(file))
  .map((file) => `src/app/${file}`);

const SIZE = /\btext-\[[\d.]+(?:px|em|rem)\]|font-size:\s*[\d.]+|\bfont:\s*[\d.]+|\btext-(?:[2-9]xl)\b/;

test("text sizes — come from the scale in theme.css", () => {
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => SIZE.test(readFileSync(file, "utf8")))).toEqual([]);
});

test("type scale in theme.css — has exactly four sizes: 12, 13, 14 and 20 px", () => {
  const sizes = [...readFileSync("src/app/theme.css", "utf8").matchAll(/--text-\w+: (\d+)px/g)].map(([, px]) => px);
  expect([...new Set(sizes)]).toEqual(["12", "13", "14", "20"]);
});
