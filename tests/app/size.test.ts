// @vitest-environment node
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const kilobytes = (path: string): number => gzipSync(readFileSync(path), { level: 9 }).length / 1024;

/** Returns the script files that an HTML page runs or preloads. */
const scriptsOf = (page: string): string[] => {
  const html = readFileSync(`dist/${page}`, "utf8");
  return [
    ...new Set([...html.matchAll(/(?<=[" ]\/)(?:assets\/)?[\w-]+\.js(?=[" ])/g)].map(([path]) => `dist/${path}`)),
  ];
};

const sum = (paths: readonly string[]): number => paths.reduce((total, path) => total + kilobytes(path), 0);

/** Returns the path of a chunk, and the paths of the direct and indirect static imports of the chunk. */
const withImports = (path: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(path) || !existsSync(path)) return seen;
  seen.add(path);
  const code = readFileSync(path, "utf8");
  for (const [, name] of code.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
    withImports(`dist/assets/${name}`, seen);
  return seen;
};

const chunk = (name: string): string => {
  const file = readdirSync("dist/assets").find((entry) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(entry));
  if (!file) throw new Error(`No chunk ${name}: build first`);
  return `dist/assets/${file}`;
};

test("list of open orders — loads less than 120 kB of JavaScript, and less than 140 kB including HTML (gzip)", () => {
  const scripts = scriptsOf("index.html");
  expect(sum(scripts)).toBeLessThan(120);
  expect(sum([...scripts, "dist/index.html"])).toBeLessThan(140);
});

test("list of open orders — loads with at most seven requests", () => {
  expect(1 + scriptsOf("index.html").length + 1).toBeLessThanOrEqual(7);
});

test("login page — loads less than 25 kB of JavaScript (gzip)", () => {
  expect(sum(scriptsOf("login.html"))).toBeLessThan(25);
});

test("script of the public shop — is smaller than 30 kB (gzip)", () => {
  expect(kilobytes("dist/shop.js")).toBeLessThan(30);
});

for (const name of [
  "OrderDetail",
  "OrderEditing",
  "Home",
  "Info",
  "Bills",
  "Dashboard",
  "Realization",
  "OrderCalendar",
  "Reports",
]) {
  test(`screen ${name} — loads less than 30 kB of JavaScript (gzip) in addition to the scripts of the first page`, () => {
    const first = new Set(scriptsOf("index.html"));
    const own = [...withImports(chunk(name))].filter((path) => !first.has(path));
    expect(sum(own)).toBeLessThan(30);
  });
}
