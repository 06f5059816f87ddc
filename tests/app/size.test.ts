// @vitest-environment node
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const kilobytes = (path: string): number => gzipSync(readFileSync(path), { level: 9 }).length / 1024;

/** Every script that a page names: to be run, to be preloaded, or to be fetched by its head script. */
const scriptsOf = (page: string): string[] => {
  const html = readFileSync(`dist/${page}`, "utf8");
  return [
    ...new Set([...html.matchAll(/(?<=[" ]\/)(?:assets\/)?[\w-]+\.js(?=[" ])/g)].map(([path]) => `dist/${path}`)),
  ];
};

const sum = (paths: readonly string[]): number => paths.reduce((total, path) => total + kilobytes(path), 0);

/** Chunks that a chunk imports at once, itself included. */
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

test("the open orders need at most 110 kB of JavaScript, the page and its styles included 130 kB", () => {
  const scripts = scriptsOf("index.html");
  expect(sum(scripts)).toBeLessThan(110);
  expect(sum([...scripts, "dist/index.html"])).toBeLessThan(130);
});

test("the open orders need at most six requests: the page, its scripts and the list", () => {
  expect(1 + scriptsOf("index.html").length + 1).toBeLessThanOrEqual(6);
});

test("the open orders' own files ask to be compiled whole while they come: the line counts at the very top alone", () => {
  for (const name of ["vendor", "index"])
    expect(readFileSync(chunk(name), "utf8")).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
});

test("the login page needs at most 15 kB of JavaScript", () => {
  expect(sum(scriptsOf("login.html"))).toBeLessThan(15);
});

for (const name of [
  "OrderDetail",
  "OrderEditor",
  "Home",
  "Info",
  "Bills",
  "Dashboard",
  "Realization",
  "OrderCalendar",
  "Reports",
]) {
  test(`the screen ${name} adds at most 30 kB`, () => {
    const first = new Set(scriptsOf("index.html"));
    const own = [...withImports(chunk(name))].filter((path) => !first.has(path));
    expect(sum(own)).toBeLessThan(30);
  });
}
