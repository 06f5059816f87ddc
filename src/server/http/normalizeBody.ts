import { isNode, type Node, operationAt, readJsonSchema, readProperties, resolveReference } from "./description.ts";

/** Names of fields that hold ids. */
const ID_NAME = /(^id|Id|sId|^tags)$/;
const DIGITS = /^\d{1,10}$/;
/** Values that mean "no record" in an id field of the documented API. */
const NONE: ReadonlySet<unknown> = new Set([0, -1, ""]);

const typesOf = (schema: unknown): readonly unknown[] => (isNode(schema) ? [schema["type"]].flat() : []);

const toId = (value: unknown): unknown => (typeof value === "string" && DIGITS.test(value) ? Number(value) : value);

const normalizeValue = (description: Node, name: string, schema: unknown, value: unknown): unknown => {
  const types = typesOf(schema);
  if (Array.isArray(value)) {
    const items = isNode(schema) ? resolveReference(description, schema["items"]) : undefined;
    return value.map((entry) => normalizeValue(description, name, items, entry));
  }
  if (isNode(value)) return normalizeFields(description, readProperties(description, schema), value);
  if (types.includes("integer") && ID_NAME.test(name)) {
    const id = toId(value);
    return types.includes("null") && NONE.has(id) ? null : id;
  }
  const isChoice = isNode(schema) && Array.isArray(schema["enum"]);
  return types.includes("null") && isChoice && value === "" ? null : value;
};

const normalizeFields = (description: Node, properties: Node, body: Node): Node =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      Object.hasOwn(properties, name)
        ? normalizeValue(description, name, resolveReference(description, properties[name]), value)
        : value,
    ]),
  );

/**
 * Returns a function that normalises a JSON body: converts text ids to numbers, sets empty optional ids and choices to
 * null, and removes read-only fields. The documented API allows these forms, but the schemas do not (decisions, section
 * 11).
 */
export const createBodyNormalizer = (description: Node, path: string, method: string): ((body: Node) => Node) => {
  const schema = readJsonSchema(description, operationAt(description, path, method)?.["requestBody"]);
  if (schema === undefined) return (body) => body;
  const properties = readProperties(description, schema);
  const responses = method === "put" ? operationAt(description, path, "get")?.["responses"] : undefined;
  const entry = readProperties(
    description,
    readJsonSchema(description, isNode(responses) ? responses["200"] : undefined),
  );
  const readOnly = new Set(Object.keys(entry).filter((name) => !Object.hasOwn(properties, name)));
  return (body) =>
    normalizeFields(
      description,
      properties,
      Object.fromEntries(Object.entries(body).filter(([name]) => !readOnly.has(name))),
    );
};
