import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cruise, type IForbiddenRuleType } from "dependency-cruiser";
import { expect, test } from "vitest";

const layers = {
  "^src/domain": "^src/domain",
  "^src/api": "^src/api",
  "^machines": "^(machines|src/api|src/domain)",
  "^src/app": "^(src/app|machines|src/api|src/domain)",
  "^src/server": "^(src/server|src/api|src/domain)",
};

const directions = Object.entries(layers).map(
  ([from, allowed]): IForbiddenRuleType => ({
    name: `${from.slice(1)} imports only ${allowed.slice(1)}`,
    severity: "error",
    from: { path: from },
    to: { path: "^(src|machines|tests|scripts)/", pathNot: allowed },
  }),
);

const screens: IForbiddenRuleType = {
  name: "src/app/shared imports no screen",
  severity: "error",
  from: { path: "^src/app/shared/" },
  to: { path: "^src/app/screens/" },
};

/** Rule that the server may not import development packages, because its image is built with `npm ci --omit=dev`. */
const packages: IForbiddenRuleType = {
  name: "the server needs no development package",
  severity: "error",
  from: { path: "^src/(server|domain)/" },
  to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
};

const cycle: IForbiddenRuleType = {
  name: "no cycles",
  severity: "error",
  from: {},
  to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
};

test("imports in src and machines — can be resolved, respect the layers, and form no cycles", async () => {
  const { output } = await cruise(
    ["src", "machines"],
    {
      validate: true,
      ruleSet: { forbidden: [...directions, screens, packages, cycle] },
      doNotFollow: { path: "node_modules" },
      tsPreCompilationDeps: true,
    },
    {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".js", ".d.ts"],
    },
  );
  if (typeof output === "string") throw new Error(output);
  const unresolved = output.modules.flatMap(({ source, dependencies }) =>
    dependencies
      .filter(({ couldNotResolve, module }) => couldNotResolve && /^[.#]/.test(module))
      .map(({ module }) => `${source} → ${module}`),
  );
  expect(unresolved).toEqual([]);
  expect(output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([]);
  expect(output.summary.totalCruised).toBeGreaterThan(100);
}, 300_000);

const ENTRY_POINTS = ["App.tsx", "index.html", "login.html", "main.tsx", "theme.css", "tracker.html"];

test("root of src/app — contains only entry points and folders", () => {
  const entries = readdirSync("src/app", { withFileTypes: true });
  expect(entries.flatMap((entry) => (entry.isDirectory() ? [] : entry.name)).sort()).toEqual(ENTRY_POINTS);
});

/** The folder `machines/` and its subfolders without a machine: queries, directory descriptors and diagrams. */
const WITHOUT_MACHINE = ["machines", "machines/diagrams", "machines/directory/descriptors", "machines/queries"];

test("subfolders of machines/ — each contain a machine, except the folders for queries, directory descriptors and diagrams", () => {
  const files = readdirSync("machines", { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const withMachine = new Set(
    files.flatMap(({ name, parentPath }) => (name.endsWith(".machine.ts") ? parentPath : [])),
  );
  const lacking = new Set(files.map(({ parentPath }) => parentPath).filter((folder) => !withMachine.has(folder)));
  expect([...lacking].sort()).toEqual(WITHOUT_MACHINE);
});

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(tsx?|mjs)$/.test(name))
    .map((name) => join(folder, name));

test("machines/ and src/domain/ — use no browser globals", () => {
  // Block comments, comments that fill a line and double-quoted strings are removed first, because they may contain
  // words such as "document".
  const codeOf = (file: string) =>
    readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\/|(?<=^\s*)\/\/.*$|"[^"\n]*"/gm, "");
  const named = [...filesBelow("machines"), ...filesBelow("src/domain")].filter((file) =>
    /(?<![\w."'`#/-])(window|document|localStorage|sessionStorage|navigator)\s*[.[(]/.test(codeOf(file)),
  );
  expect(named).toEqual([]);
});

test("source files in machines/ — contain no Russian text", () => {
  const files = filesBelow("machines");
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => /\p{Script=Cyrillic}/u.test(readFileSync(file, "utf8")))).toEqual([]);
});

test("source files in src/ and machines/ — have no default exports", () => {
  const files = [...filesBelow("src"), ...filesBelow("machines")].filter((file) => !file.endsWith(".d.ts"));
  expect(files.filter((file) => /^export default /m.test(readFileSync(file, "utf8")))).toEqual([]);
});

test("import.meta.url — is never converted to a path by `pathname`, which keeps spaces and Russian letters encoded", () => {
  const files = [...["src", "machines", "scripts", "tests"].flatMap(filesBelow), "vite.config.ts", "vitest.config.ts"];
  const taken = /import\.meta\.url\)\s*\.pathname/;
  expect(files.filter((file) => taken.test(readFileSync(file, "utf8")))).toEqual([]);
});

test("services of the server — import no HTTP code and mention no HTTP status or header", () => {
  const files = filesBelow("src/server/services");
  const http =
    /from "(fastify|node:http|[./]+http\/[^"]*)"|\b(Throws|Answers|status|statusCode|new \w+\() ?[45]\d\d\b|retry-after|www-authenticate|if-match|content-type|set-cookie/i;
  expect(files.length).toBeGreaterThan(80);
  expect(files.filter((file) => http.test(readFileSync(file, "utf8")))).toEqual([]);
});

/**
 * Files that may export the same name as a second file, because XState or Vitest requires the name. Each value is the
 * reason.
 */
const namedByOthers: Readonly<Record<string, string>> = {
  "src/app/inspect/xstate.ts": "a wrapper of XState exports the names of XState",
  "tests/support/machines/coveredXstate.ts": "a wrapper of XState exports the names of XState",
  "scripts/mutation/faultyXstate.ts": "a wrapper of XState exports the names of XState",
  "tests/support/server/embedded.ts": "Vitest calls the export setup of a global setup file",
  "tests/support/server/postgres.ts": "Vitest calls the export setup of a global setup file",
};

const DECLARATION =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) ([\w$]+)/gm;

test("exported names — are unique across the files, except names required by XState or Vitest", () => {
  const files = ["src", "machines", "tests", "scripts"].flatMap(filesBelow).filter((file) => !file.endsWith(".d.ts"));
  const definitions = new Map<string, Set<string>>();
  for (const file of files.filter((one) => !(one in namedByOthers)))
    for (const [, name = ""] of readFileSync(file, "utf8").matchAll(DECLARATION))
      definitions.set(name, (definitions.get(name) ?? new Set()).add(file));
  expect(definitions.size).toBeGreaterThan(1000);
  const doubles = [...definitions].filter(([, places]) => places.size > 1);
  expect(doubles.map(([name, places]) => `${name}: ${[...places].join(", ")}`)).toEqual([]);
  expect(Object.keys(namedByOthers).filter((file) => !files.includes(file))).toEqual([]);
});

/** The only file that may contain waits of a fixed time. They are `imitateDelay` and the interval of `pollUntil`. */
const WAITING = "tests/support/waiting.ts";

/**
 * Files that may call `imitateDelay`, because the delay is a part of the simulated situation. Each value is the reason.
 */
const withDelays: Readonly<Record<string, string>> = {
  "tests/machines/outage.test.ts": "the pauses of clients between two requests, under a fake clock",
  "tests/server/embedded/diskSpace.test.ts": "the duration of a query, under a fake clock",
  "tests/server/postgres/databaseRestart.test.ts": "the pause of a client before it connects again",
  "tests/support/machines/paymentFixtures.ts": "the latency of a server, under a fake clock",
  "tests/support/machines/printFixtures.ts": "the latency of a server, under a fake clock",
  "tests/support/machines/sessionFixtures.ts": "the latency of a server and of messages, under a fake clock",
  "tests/support/server/keyedSaves.ts": "the pause of an operator before the next attempt to save",
};

/**
 * Pattern for waits of a fixed time. It matches neither `test.setTimeout` (the time limit of a test) nor
 * `setTimeout(resolve)` (a wait until the current task ends).
 */
const FIXED_WAIT =
  /\bwaitForTimeout\(|"networkidle"|import \{[^}]*\b(setTimeout|scheduler)\b[^}]*\} from "(node:)?timers\/promises"|((?<![.\w])|\b(window|globalThis)\.)setTimeout\((?!resolve(, 0)?\))/;

test("tests — wait for conditions, not for a fixed time", () => {
  const itself = "tests/architecture.test.ts";
  const files = filesBelow("tests").filter((file) => file !== itself);
  const textOf = (file: string) => readFileSync(file, "utf8");
  expect(files.length).toBeGreaterThan(400);
  expect(files.filter((file) => FIXED_WAIT.test(textOf(file)))).toEqual([WAITING]);
  expect(files.filter((file) => file !== WAITING && /\bimitateDelay\(/.test(textOf(file))).sort()).toEqual(
    Object.keys(withDelays),
  );
});

test.each([
  ["await page.waitForTimeout(300);", true],
  ["await new Promise((resolve) => setTimeout(resolve, 300));", true],
  ["await new Promise((done) => setTimeout(done, 1_500));", true],
  ["await new Promise((resolve) => setTimeout(() => resolve(), ms));", true],
  ["socket.on('close', () => window.setTimeout(resolve, 200));", true],
  ['import { setTimeout as sleep } from "node:timers/promises";', true],
  ['await page.waitForLoadState("networkidle");', true],
  ["await new Promise((resolve) => setTimeout(resolve));", false],
  ["requestAnimationFrame(() => setTimeout(resolve, 0));", false],
  ["test.setTimeout(120_000);", false],
  ['import { setImmediate as turn } from "node:timers/promises";', false],
])("check for fixed waits — matches the line %s: %s", (line, isWait) => {
  expect(FIXED_WAIT.test(line)).toBe(isWait);
});

test("migrations — have unique numbers", () => {
  const numbers = readdirSync("src/server/database/migrations").map((file) => file.slice(0, 4));
  expect(numbers.length).toBeGreaterThan(60);
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
});

test("order editor — prefetches every chunk that it loads later, except the street search", () => {
  const folder = "src/app/screens/orders/editor";
  const importsOf = (text: string) => [...text.matchAll(/import\("(\.\/[^"]+)"\)/g)].map(([, path = ""]) => path);
  const prefetched = new Set(importsOf(readFileSync(join(folder, "editorParts.ts"), "utf8")));
  // The editor prefetches chunks because the server may be unreachable later. Exceptions are `editorParts.ts`, which
  // performs the prefetch, and the street search, which needs the server anyway.
  const others = ["./editorParts.ts", "./searchStreet.ts"];
  const later = filesBelow(folder).flatMap((file) => importsOf(readFileSync(file, "utf8")));
  expect(later.length).toBeGreaterThan(prefetched.size);
  expect(later.filter((path) => !prefetched.has(path) && !others.includes(path))).toEqual([]);
});
