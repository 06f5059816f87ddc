import { readFileSync } from "node:fs";
import { resolveProjectPath } from "../startup/projectPath.ts";

/** Operation of the API description. */
export interface DescribedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly permission: string;
  readonly key: "required" | "optional" | undefined;
  readonly status: number;
  /** True if a request may omit the body. Undefined if the operation has no body. */
  readonly isBodyOptional: boolean | undefined;
  /** Content type of the body without its parameters, such as "application/json". */
  readonly bodyType: string;
}

type Node = { [name: string]: unknown };

const JSON_TYPE = "application/json";

const METHODS = new Set(["get", "put", "post", "delete", "patch"]);

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

const child = (node: Node, name: string): Node => {
  const value = node[name];
  return isNode(value) ? value : {};
};

/** Reads the bundled OpenAPI description as text. */
export const readDescriptionText = (): string => readFileSync(resolveProjectPath("src/api/openapi.json"), "utf8");

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
 * Returns a copy of the description without responses. Request validation does not need them, and without them the
 * server starts three times as fast.
 */
export const withoutResponses = (description: Node): Node => {
  const copy = structuredClone(description);
  for (const [, , node] of eachOperation(copy)) delete node["responses"];
  delete child(copy, "components")["responses"];
  return copy;
};
