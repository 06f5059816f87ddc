import { readFileSync } from "node:fs";
import { resolveProjectPath } from "../startup/projectPath.ts";

/** Operation of the API description. */
export interface DescribedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly permission: string;
  /** True if a manager may allow the operation to a caller without the permission. */
  readonly isOverridable: boolean;
  readonly key: "required" | "optional" | undefined;
  readonly status: number;
  /** True if a request may omit the body. Undefined if the operation has no body. */
  readonly isBodyOptional: boolean | undefined;
  /** Content type of the body without parameters, such as "application/json". */
  readonly bodyType: string;
}

/** JSON object, such as an element of the API description or a request body. */
export type Node = { [name: string]: unknown };

const JSON_TYPE = "application/json";

const METHODS = new Set(["get", "put", "post", "delete", "patch"]);

/** Returns true if a value is an object and not an array. */
export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const child = (node: Node, name: string): Node => {
  const value = node[name];
  return isNode(value) ? value : {};
};

/** Reads the bundled OpenAPI description as text. */
export const readDescriptionText = (): string => readFileSync(resolveProjectPath("src/api/openapi.json"), "utf8");

/** Parses the API description. Throws an error if the text is not a JSON object. */
export const parseDescription = (text: string): Node => {
  const value: unknown = JSON.parse(text);
  if (!isNode(value)) throw new Error("the description is no object");
  return value;
};

const readOperation = (path: string, method: string, node: Node): DescribedOperation => {
  const statuses = Object.keys(child(node, "responses")).filter((status) => status.startsWith("2"));
  const key = node["x-idempotency-key"];
  const permission = node["x-permission"];
  const body = node["requestBody"];
  if (typeof permission !== "string") throw new Error(`${method} ${path}: x-permission is missing`);
  return {
    id: String(node["operationId"]),
    method,
    path,
    permission,
    isOverridable: node["x-overridable"] === true,
    key: key === "required" || key === "optional" ? key : undefined,
    status: Number(statuses[0] ?? 200),
    isBodyOptional: isNode(body) ? body["required"] !== true : undefined,
    bodyType: Object.keys(isNode(body) ? child(body, "content") : {})[0] ?? JSON_TYPE,
  };
};

const eachOperation = (description: Node): [path: string, method: string, node: Node][] =>
  Object.entries(child(description, "paths")).flatMap(([path, item]) =>
    Object.entries(isNode(item) ? item : {}).flatMap(([method, node]): [string, string, Node][] =>
      METHODS.has(method) && isNode(node) ? [[path, method, node]] : [],
    ),
  );

/** Lists the operations of an OpenAPI description. */
export const listOperations = (description: Node): DescribedOperation[] =>
  eachOperation(description).map(([path, method, node]) => readOperation(path, method, node));

/**
 * Returns a copy of the description without responses. Request validation does not need the responses, and their
 * removal makes the start of the server three times as fast.
 */
export const withoutResponses = (description: Node): Node => {
  const copy = structuredClone(description);
  for (const [, , node] of eachOperation(copy)) delete node["responses"];
  delete child(copy, "components")["responses"];
  return copy;
};

/**
 * Resolves a reference within the description. Returns undefined for a reference without a target, and any other value
 * unchanged.
 */
export const resolveReference = (description: Node, part: unknown): unknown => {
  if (!isNode(part) || typeof part["$ref"] !== "string") return part;
  const path = part["$ref"].slice(2).split("/");
  const found = path.reduce<unknown>((inner, name) => (isNode(inner) ? inner[name] : undefined), description);
  return resolveReference(description, found);
};

/**
 * Returns the properties of a schema, including the properties from its `allOf`, `anyOf` and `oneOf`. Does not resolve
 * references in the properties.
 */
export const readProperties = (description: Node, schema: unknown): Node => {
  const node = resolveReference(description, schema);
  if (!isNode(node)) return {};
  const parts: unknown[] = ["allOf", "anyOf", "oneOf"].flatMap((name) => node[name] ?? []);
  return Object.assign({}, ...parts.map((part) => readProperties(description, part)), node["properties"]);
};

/** Returns the schema of the JSON content of a request body or response. Returns undefined without JSON content. */
export const readJsonSchema = (description: Node, holder: unknown): unknown => {
  const node = resolveReference(description, holder);
  return isNode(node) ? child(child(node, "content"), JSON_TYPE)["schema"] : undefined;
};

/** Returns the operation with this path and method (in lower case), or undefined for an unknown operation. */
export const operationAt = (description: Node, path: string, method: string): Node | undefined => {
  const operation = child(child(description, "paths"), path)[method];
  return isNode(operation) ? operation : undefined;
};
