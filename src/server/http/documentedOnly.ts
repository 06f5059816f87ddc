import { isNode, type Node, operationAt, readJsonSchema, readProperties, resolveReference } from "./description.ts";

/**
 * Extension operations that a server with only the documented operations still offers: signing in, setting a password
 * by a link, reading pictures, the pages of sandbox invoices, and reports of calls.
 */
const KEPT = new Set([
  "signIn",
  "setPassword",
  "getFile",
  "showSandboxInvoice",
  "paySandboxInvoice",
  "declineSandboxInvoice",
  "trackCall",
]);

const isExtension = (value: unknown): boolean =>
  isNode(value) && value["x-extension"] === true && !KEPT.has(String(value["operationId"]));

/** Removes extension operations, fields and parameters from an element of the description. */
const strip = (description: Node, part: unknown): unknown => {
  const isKept = (inner: unknown) => !isExtension(inner) && !isExtension(resolveReference(description, inner));
  if (Array.isArray(part)) return part.filter(isKept).map((inner) => strip(description, inner));
  if (!isNode(part)) return part;
  return Object.fromEntries(
    Object.entries(part)
      .filter(([, inner]) => isKept(inner))
      .map(([name, inner]) => [name, strip(description, inner)]),
  );
};

/** Returns a description that contains only the documented operations and fields (decisions, introduction). */
export const documentedDescription = (description: Node): Node => {
  const copy = strip(description, description);
  return isNode(copy) ? copy : {};
};

const itemsOf = (description: Node, schema: unknown): unknown => {
  const resolved = resolveReference(description, schema);
  return isNode(resolved) ? resolved["items"] : undefined;
};

/** Removes the extension fields of the schema from a response. */
const prune = (description: Node, schema: unknown, answer: unknown): unknown => {
  if (Array.isArray(answer)) return answer.map((entry) => prune(description, itemsOf(description, schema), entry));
  if (!isNode(answer)) return answer;
  const properties = readProperties(description, schema);
  return Object.fromEntries(
    Object.entries(answer)
      .filter(([name]) => !isExtension(properties[name]))
      .map(([name, value]) => [name, prune(description, properties[name], value)]),
  );
};

/** Returns a function that removes the extension fields from the JSON responses of documented operations. */
export const createAnswerFilter =
  (description: Node) =>
  (path: string, method: string, json: string): string => {
    const operation = operationAt(description, path, method);
    if (operation === undefined || operation["x-extension"] === true || json === "") return json;
    const responses = operation["responses"];
    const success = isNode(responses) ? (responses["200"] ?? responses["201"]) : undefined;
    return JSON.stringify(prune(description, readJsonSchema(description, success), JSON.parse(json)));
  };
