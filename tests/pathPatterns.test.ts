import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import mutationConfig from "../scripts/mutation/vitest.config.ts";
import config from "../vitest.config.ts";

const files = ["scripts", "src", "machines", "tests"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path.replaceAll("\\", "/")}`),
);

/** Returns the patterns that a pattern with braces stands for, such as `a.ts` and `b.ts` for `{a,b}.ts`. */
const expandBraces = (pattern: string): string[] => {
  const [braces, inner = ""] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  if (braces === undefined) return [pattern];
  return inner.split(",").flatMap((choice) => expandBraces(pattern.replace(braces, choice)));
};

const toRegExp = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[.+()[\]^$]/g, "\\$&")
      .replaceAll("**/", "\0")
      .replaceAll("*", "[^/]*")
      .replaceAll("\0", "(?:.*/)?")}$`,
  );

const withoutMatch = (patterns: readonly string[]): string[] =>
  patterns.flatMap(expandBraces).filter((pattern) => !files.some((file) => toRegExp(pattern).test(file)));

interface LongStep {
  readonly folder: string;
  readonly files: readonly string[];
  readonly title?: string;
}

const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8"));

test("mutation testing — each included or excluded pattern matches a file", () => {
  const { include = [], exclude = [] } = mutationConfig.test ?? {};
  expect(exclude).not.toHaveLength(0);
  expect(withoutMatch([...include, ...exclude])).toEqual([]);
});

test("vitest.config.ts — each include pattern of a project matches a file", () => {
  const patterns = (config.test?.projects ?? []).flatMap((project) =>
    typeof project === "object" && "test" in project ? (project.test?.include ?? []) : [],
  );
  expect(patterns).not.toHaveLength(0);
  expect(withoutMatch(patterns)).toEqual([]);
});

test("knip.json — each entry pattern and each project pattern matches a file", () => {
  const { entry, project }: Record<"entry" | "project", string[]> = readJson("knip.json");
  expect(withoutMatch([...entry, ...project])).toEqual([]);
});

test("scripts/testLong/steps.json — each file name fragment matches a test file, and each title belongs to a test", () => {
  const steps: readonly LongStep[] = readJson("scripts/testLong/steps.json");
  expect(steps).not.toHaveLength(0);
  for (const step of steps) {
    const chosen = step.files.map((word) =>
      files.filter(
        (file) =>
          file.startsWith(`${step.folder}/`) &&
          /\.(test|spec)\.tsx?$/.test(file) &&
          file.toLowerCase().includes(word.toLowerCase()),
      ),
    );
    expect(step.files.filter((_, index) => chosen[index]?.length === 0)).toEqual([]);
    const texts = chosen.flat().map((file) => readFileSync(file, "utf8"));
    if (step.title !== undefined) expect(texts.join("\n")).toContain(`test("${step.title} `);
  }
});
