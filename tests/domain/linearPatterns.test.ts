import { readdirSync, readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import ts from "typescript";
import { expect, test } from "vitest";

/** Returns the regular expressions in a TypeScript file. */
const literalsIn = (file: string): RegExp[] => {
  const found: RegExp[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      found.push(new RegExp(node.text.slice(1, end), node.text.slice(end + 1).replace(/[gy]/g, "")));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true));
  return found;
};

const described = [...readFileSync("src/api/openapi.json", "utf8").matchAll(/"pattern": ("(?:[^"\\]|\\.)*")/g)].map(
  ([, text]) => new RegExp(String(JSON.parse(text ?? '""')), "u"),
);

const written = ["src/server", "src/domain"]
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`))
  .filter((file) => file.endsWith(".ts"))
  .flatMap(literalsIn);

/** Patterns that never read outside text: the end of a configured address, and of a number with fixed decimals. */
const inside = [/\/+$/, /\.?0+$/].map(String);

const LENGTH = 20_000;

/** Texts on which a pattern with backtracking takes quadratic time. */
const attacks = [
  " ",
  "\n",
  "0",
  "0 ",
  "a",
  "A",
  "я",
  "a.",
  "a-",
  "a@",
  "/",
  "&",
  "=",
  ",",
  '"',
  "a0",
  "00:",
  "%41",
  "<a",
].flatMap((part) => ["", "A1", "http://"].map((start) => `${start}${part.repeat(LENGTH / part.length)}\u0000`));

const timeOf = (pattern: RegExp, text: string): number => {
  const start = performance.now();
  pattern.test(text);
  return performance.now() - start;
};

/** Returns the longest time that a pattern takes, ms. The best of three runs excludes pauses of the process. */
const worstTime = (pattern: RegExp): number =>
  Math.max(
    ...attacks.map((text) => {
      const first = timeOf(pattern, text);
      return first < 20 ? first : Math.min(first, timeOf(pattern, text), timeOf(pattern, text));
    }),
  );

test("regular expressions for outside text — take linear time", () => {
  const all = new Map([...described, ...written].map((one) => [String(one), one]));
  const patterns = [...all].flatMap(([text, one]) => (inside.includes(text) ? [] : [one]));
  expect(patterns.length).toBeGreaterThan(50);
  expect(patterns.filter((one) => worstTime(one) > 20).map(String)).toEqual([]);
});

test("check for linear time — finds a regular expression that takes quadratic time", () => {
  expect(worstTime(/^ *(?: *[A-Z])+\d+$/)).toBeGreaterThan(20);
});
