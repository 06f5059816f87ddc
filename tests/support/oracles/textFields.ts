import { isNode, type Node } from "#server/http/description.ts";
import { exampleOf, resolveReferences } from "./describedSchemas.ts";
import { at, type ContractOperation, description } from "./serverAnswers.ts";

/** Text that an operation reads from a parameter or from a field of the body. */
export interface DescribedText {
  readonly where: "path" | "query" | "header" | "body";
  readonly name: string;
  readonly schema: Node;
  /** Returns a small valid body. It contains the text if `where` is `body`. */
  bodyWith(text: string): unknown;
}

const isText = (schema: Node): boolean => [schema["type"]].flat().includes("string") && schema["enum"] === undefined;

const isFile = (schema: unknown): boolean => at(schema, "format") === "binary";

type Wrap = (inner: unknown) => unknown;

/**
 * Returns the text fields in `schema`, the schema of the field `name`. `wrap` builds a request body around a value of
 * this field.
 */
const fieldsIn = (schema: unknown, name: string, wrap: Wrap): DescribedText[] => {
  if (!isNode(schema) || isFile(schema)) return [];
  const own: DescribedText[] = isText(schema) ? [{ where: "body", name, schema, bodyWith: wrap }] : [];
  const variants = ["oneOf", "anyOf", "allOf"].flatMap((kind) => (Array.isArray(schema[kind]) ? schema[kind] : []));
  const properties = isNode(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? schema["required"].map(String) : [];
  const others = (target: string) =>
    required
      .filter((one) => one !== target && !isFile(properties[one]))
      .map((one) => [one, requiredExampleOf(properties[one])]);
  const nameOf = (part: string) => (name === "" ? part : `${name}.${part}`);
  return [
    ...own,
    ...variants.flatMap((variant) => fieldsIn(variant, name, wrap)),
    ...(isNode(schema["items"]) ? fieldsIn(schema["items"], nameOf("0"), (inner) => wrap([inner])) : []),
    ...Object.entries(properties).flatMap(([property, inner]) =>
      fieldsIn(inner, nameOf(property), (value) => wrap(Object.fromEntries([...others(property), [property, value]]))),
    ),
  ];
};

const TEXTS = [
  "a",
  "2026-01-01",
  "2026-01-01T00:00:00Z",
  "12:00",
  "1234",
  "123456",
  "+79160000000",
  "a".repeat(32),
  "0".repeat(64),
];

const FORMATS: Readonly<Record<string, string>> = {
  date: "2026-01-01",
  "date-time": "2026-01-01T00:00:00Z",
  uuid: "00000000-0000-4000-8000-000000000000",
};

/** Returns a valid value for a required field. */
const requiredExampleOf = (schema: unknown): unknown => {
  if (!isNode(schema) || [schema["type"]].flat().includes("null")) return null;
  if (isText(schema)) {
    const format = FORMATS[String(schema["format"])];
    if (format !== undefined) return format;
    const pattern = new RegExp(String(schema["pattern"] ?? ""), "u");
    const shortest = Number(schema["minLength"] ?? 0);
    return TEXTS.find((text) => pattern.test(text) && text.length >= shortest) ?? "";
  }
  const { properties, required } = schema;
  if (isNode(properties) && Array.isArray(required)) {
    const names = required.map(String).filter((name) => !isFile(properties[name]));
    return Object.fromEntries(names.map((name) => [name, requiredExampleOf(properties[name])]));
  }
  if (schema["type"] === "array")
    return Number(schema["minItems"] ?? 0) > 0 ? [requiredExampleOf(schema["items"])] : [];
  return exampleOf(schema);
};

/** Returns the content type and the schema of the body of an operation, or undefined if there is no body. */
const bodyOf = ({ node }: ContractOperation): readonly [type: string, schema: unknown] | undefined => {
  const content = at(resolveReferences(node["requestBody"]), "content");
  const [first] = isNode(content) ? Object.entries(content) : [];
  return first && [first[0], at(first[1], "schema")];
};

/** Returns true for an operation with a multipart body. */
export const isForm = (operation: ContractOperation): boolean => bodyOf(operation)?.[0] === "multipart/form-data";

/**
 * Returns a body with valid values for the required fields that are not files, or undefined for an operation without a
 * body.
 */
export const bodyExampleOf = (operation: ContractOperation): unknown => {
  const body = bodyOf(operation);
  return body && requiredExampleOf(body[1]);
};

/** Returns the parameters of an operation and of its path. */
const parametersOf = ({ path, node }: ContractOperation): readonly Node[] =>
  [at(description, "paths", path, "parameters"), node["parameters"]].flatMap((given) => {
    const parameters = resolveReferences(given);
    return Array.isArray(parameters) ? parameters.filter(isNode) : [];
  });

/** Returns a valid value for a path parameter. The value is "1" if the parameter is not described. */
export const pathExampleOf = (operation: ContractOperation, name: string): string =>
  String(requiredExampleOf(parametersOf(operation).find((one) => one["name"] === name)?.["schema"]) ?? 1);

/** Returns a query with valid values for all required parameters except one. */
export const requiredQueryOf = (operation: ContractOperation, except: string): Record<string, string> =>
  Object.fromEntries(
    parametersOf(operation).flatMap(({ name, in: where, required, schema }) =>
      where === "query" && required === true && name !== except
        ? [[String(name), String(requiredExampleOf(schema))]]
        : [],
    ),
  );

/** Returns a small file for each file of a multipart body. */
export const filesOf = (operation: ContractOperation): Record<string, { bytes: Buffer }> => {
  const properties = at(bodyOf(operation)?.[1], "properties");
  return Object.fromEntries(
    Object.entries(isNode(properties) ? properties : {}).flatMap(([name, schema]) =>
      isFile(schema) ? [[name, { bytes: Buffer.from("a") }]] : [],
    ),
  );
};

/** Returns the texts that an operation reads. */
export const textFieldsOf = (operation: ContractOperation): readonly DescribedText[] => {
  const parameters = parametersOf(operation);
  const body = bodyOf(operation);
  return [
    ...parameters.flatMap(({ name, in: where, schema }): DescribedText[] => {
      if (!isNode(schema) || (where !== "path" && where !== "query" && where !== "header")) return [];
      // Every path parameter counts as text, even a number: the server receives it as text before it parses the number.
      if (!isText(schema) && where !== "path") return [];
      return [{ where, name: String(name), schema, bodyWith: () => requiredExampleOf(body?.[1]) }];
    }),
    ...(body ? fieldsIn(body[1], "", (text) => text) : []),
  ];
};
