import { isNode } from "#server/http/description.ts";
import { at, description } from "./serverAnswers.ts";

/** Returns a schema in which the referenced schemas replace the references. */
export const resolveReferences = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(resolveReferences);
  if (!isNode(schema)) return schema;
  const { $ref, ...rest } = schema;
  const own = Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, resolveReferences(inner)]));
  if (typeof $ref !== "string") return own;
  const target = resolveReferences(at(description, ...$ref.slice(2).split("/")));
  return { ...(isNode(target) ? target : {}), ...own };
};

/** Returns the example that the API description has for a schema, or a simple value of the schema's type. */
export const exampleOf = (given: unknown): unknown => {
  const schema = resolveReferences(given);
  if (!isNode(schema)) return null;
  if (Array.isArray(schema["examples"])) return structuredClone(schema["examples"][0]);
  if (Array.isArray(schema["enum"])) return schema["enum"][0];
  if (Array.isArray(schema["allOf"])) return Object.assign({}, ...schema["allOf"].map(exampleOf));
  if (schema["type"] === "array") return [exampleOf(schema["items"])];
  const properties = isNode(schema["properties"]) ? schema["properties"] : {};
  if (schema["type"] === "object")
    return Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, exampleOf(inner)]));
  const [type] = [schema["type"]].flat();
  return { integer: 1, number: 1, boolean: false, string: "" }[String(type)] ?? null;
};
