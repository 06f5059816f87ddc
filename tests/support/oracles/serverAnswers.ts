import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

type Node = Record<string, unknown>;

/** API description that the server implements. */
export const description: Node = JSON.parse(
  readFileSync(new URL("../../../src/api/openapi.json", import.meta.url), "utf8"),
);

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

/**
 * Returns a copy of a schema that requires the extension fields. The server sends all extension fields except the
 * conditional ones.
 */
const withExtensionsRequired = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(withExtensionsRequired);
  if (!isNode(node)) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([name, inner]) => [name, withExtensionsRequired(inner)]));
  const { properties, required } = node;
  if (!isNode(properties)) return copy;
  const extensions = Object.entries(properties).flatMap(([name, field]) =>
    isNode(field) && field["x-extension"] === true && field["x-conditional"] !== true ? [name] : [],
  );
  return { ...copy, required: [...new Set([...(Array.isArray(required) ? required : []), ...extensions])] };
};

ajv.addSchema(Object.assign(Object(withExtensionsRequired(description)), { $id: "api" }));

/** Returns the node at a path of a JSON tree, or undefined for an unknown path. */
export const at = (node: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (isNode(inner) ? inner[name] : undefined), node);

const pointer = (path: readonly string[]): string =>
  `#/${path.map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1")).join("/")}`;

/** Operation of the API description. */
export interface ContractOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly node: Node;
}

const METHODS = ["get", "post", "put", "patch", "delete"];

/** All operations in the API description. */
export const contractOperations: readonly ContractOperation[] = Object.entries(
  isNode(description["paths"]) ? description["paths"] : {},
).flatMap(([path, item]) =>
  METHODS.flatMap((method): ContractOperation[] => {
    const node = at(item, method);
    return isNode(node) ? [{ id: String(node["operationId"]), method, path, node }] : [];
  }),
);

const byId = new Map(contractOperations.map((operation) => [operation.id, operation]));

/** Returns the operation with this id. Throws for an unknown id. */
export const findOperation = (id: string): ContractOperation => {
  const operation = byId.get(id);
  if (!operation) throw new Error(`the description has no operation ${id}`);
  return operation;
};

/**
 * Returns the path of a response in the API description. For a status that is not described, returns the path of the
 * response `default`.
 */
const answerPath = ({ path, method, node }: ContractOperation, status: number): string[] => {
  const name = at(node, "responses", String(status)) === undefined ? "default" : String(status);
  const ref = at(node, "responses", name, "$ref");
  return typeof ref === "string" ? ref.slice(2).split("/") : ["paths", path, method, "responses", name];
};

const validators = new Map<string, ValidateFunction>();

const validatorFor = (operation: ContractOperation, status: number, type: string): ValidateFunction => {
  const path = [...answerPath(operation, status), "content", type, "schema"];
  if (at(description, ...path) === undefined) throw new Error(`${operation.id}: ${status} ${type} is not described`);
  const ref = `api${pointer(path)}`;
  const known = validators.get(ref) ?? ajv.compile({ $ref: ref });
  validators.set(ref, known);
  return known;
};

/**
 * Throws if the API description has no such response for the operation, or if a JSON body does not match its schema. Of
 * a response 204, checks only that it has no body.
 */
export const checkAnswer = (id: string, status: number, contentType: string, body: string): void => {
  const operation = findOperation(id);
  if (status === 204) {
    if (body !== "") throw new Error(`${id}: 204 with a body`);
    return;
  }
  const [type = ""] = contentType.split(";");
  const validate = validatorFor(operation, status, type);
  if (!type.includes("json")) return;
  if (!validate(JSON.parse(body)))
    throw new Error(`${id} ${status}: ${ajv.errorsText(validate.errors)}\n${body.slice(0, 2000)}`);
};
