import { readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";

const files = Object.keys(import.meta.glob("../../machines/**/*.machine.ts")).map((path) => path.replace("../../", ""));

const isCallOf = (node: ts.Node, name: string): node is ts.CallExpression =>
  ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === name;

const callsOf = (node: ts.Node, name: string): ts.CallExpression[] => [
  ...(isCallOf(node, name) ? [node] : []),
  ...node.getChildren().flatMap((child) => callsOf(child, name)),
];

/** Names of machine configuration keys that must have literals as their values. */
const tables = new Set(["states", "on", "after", "invoke"]);

const isTable = (node: ts.Expression): boolean =>
  ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node) || ts.isStringLiteral(node);

const isWrittenOut = (state: ts.ObjectLiteralElementLike): boolean =>
  ts.isSpreadAssignment(state) || (ts.isPropertyAssignment(state) && ts.isObjectLiteralExpression(state.initializer));

/** Returns the elements of a machine configuration that the Stately editor cannot read, because code computes them. */
const unreadable = (config: ts.Expression): string[] => {
  if (!ts.isObjectLiteralExpression(config)) return [`${config.getText().slice(0, 60)} is no inline object`];
  return config.properties.flatMap((property) => {
    if (ts.isSpreadAssignment(property)) return [`${property.getText()} is spread into the config`];
    if (!ts.isPropertyAssignment(property)) return ts.isMethodDeclaration(property) ? [property.getText()] : [];
    const key = property.name.getText().replace(/^["']|["']$/g, "");
    if (key === "context" || key === "input" || key === "output" || key === "params") return [];
    const value = property.initializer;
    if (tables.has(key) && !isTable(value)) return [`${key}: ${value.getText().slice(0, 60)} is not written out`];
    if (!ts.isObjectLiteralExpression(value)) return [];
    const made = key === "states" ? value.properties.filter((state) => !isWrittenOut(state)) : [];
    return [
      ...made.map((state) => `the state ${state.getText().slice(0, 60)} is not written out`),
      ...unreadable(value),
    ];
  });
};

const problemsOf = (text: string): string[] => {
  const source = ts.createSourceFile("machine.ts", text, ts.ScriptTarget.ESNext, true);
  const configs = callsOf(source, "createMachine").map((call) => call.arguments[0]);
  if (configs.length !== 1) return [`${configs.length} calls of createMachine`];
  return configs.flatMap((config) => (config ? unreadable(config) : ["a machine without a config"]));
};

test.each(files)("%s — contains one inline machine configuration that the Stately editor can read", (file) => {
  expect(problemsOf(readFileSync(file, "utf8"))).toEqual([]);
});

test("a machine configuration with a spread, a call or a variable — is reported as a fault", () => {
  expect(problemsOf("setup({}).createMachine({ states: { ...common, one: state() }, on: shared })")).toEqual([
    "the state one: state() is not written out",
    "...common is spread into the config",
    "on: shared is not written out",
  ]);
  expect(problemsOf("setup({}).createMachine(config)")).toEqual(["config is no inline object"]);
});
