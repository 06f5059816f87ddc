import { readdirSync, readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import ts from "typescript";

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

/** Patterns of the API description. */
const described = [...readFileSync("src/api/openapi.json", "utf8").matchAll(/"pattern": ("(?:[^"\\]|\\.)*")/g)].map(
  ([, text]) => new RegExp(String(JSON.parse(text ?? '""')), "u"),
);

/** Regular expressions in the code of the server and the domain. */
const written = ["src/server", "src/domain"]
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`))
  .filter((file) => file.endsWith(".ts"))
  .flatMap(literalsIn);

/**
 * Regular expressions that are never applied to a text from outside the server. They shorten a configured address and
 * a number that the code has formatted.
 */
const inside = [/\/+$/, /\.?0+$/].map(String);

/** Returns the regular expressions that may be applied to a text from outside the server, each of them once. */
export const outsidePatterns = (): readonly RegExp[] =>
  [...new Map([...described, ...written].map((one) => [String(one), one]))].flatMap(([text, one]) =>
    inside.includes(text) ? [] : [one],
  );

const PARTS = [
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
];

/**
 * Text that consists of a start and a repeated part. A backtracking pattern takes quadratic time on some of these
 * texts.
 */
export interface Attack {
  readonly start: string;
  readonly part: string;
}

export const attacks: readonly Attack[] = PARTS.flatMap((part) =>
  ["", "A1", "http://"].map((start) => ({ start, part })),
);

/** Writes an attack as a text of about `length` characters. `end` is a character that no pattern allows. */
export const writeAttack = ({ start, part }: Attack, length: number, end = "\u0000"): string =>
  `${start}${part.repeat(Math.max(1, Math.floor((length - start.length - 1) / part.length)))}${end}`;

const LENGTH = 20_000;

const timeOf = (check: (text: string) => unknown, text: string): number => {
  const start = performance.now();
  check(text);
  return performance.now() - start;
};

/**
 * Returns the attack on which a check takes longest, and the time of this check, ms. A check of 20 ms or more runs
 * three times and the shortest time counts, so that pauses of the process are ignored.
 */
export const worstAttack = (check: (text: string) => unknown): { readonly attack: Attack; readonly time: number } =>
  attacks
    .map((attack) => {
      const text = writeAttack(attack, LENGTH);
      const first = timeOf(check, text);
      return { attack, time: first < 20 ? first : Math.min(first, timeOf(check, text), timeOf(check, text)) };
    })
    .reduce((worst, one) => (one.time > worst.time ? one : worst));
