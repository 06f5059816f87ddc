type Node = { readonly [name: string]: unknown };

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value);

/** Operations without which nobody can sign in, see a picture or pay a sandbox invoice. They stay, although the documents do not have them. */
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

const resolve = (description: Node, schema: unknown): unknown => {
  if (!isNode(schema) || typeof schema["$ref"] !== "string") return schema;
  const path = schema["$ref"].slice(2).split("/");
  const found = path.reduce<unknown>((inner, name) => (isNode(inner) ? inner[name] : undefined), description);
  return resolve(description, found);
};

/** Returns a part of a description without extension operations, fields and parameters. */
const strip = (description: Node, part: unknown): unknown => {
  const isKept = (inner: unknown) => !isExtension(inner) && !isExtension(resolve(description, inner));
  if (Array.isArray(part)) return part.filter(isKept).map((inner) => strip(description, inner));
  if (!isNode(part)) return part;
  return Object.fromEntries(
    Object.entries(part)
      .filter(([, inner]) => isKept(inner))
      .map(([name, inner]) => [name, strip(description, inner)]),
  );
};

/** Returns a description with documented operations and fields alone (decisions, at the top). */
export const documentedDescription = (description: Node): Node => {
  const copy = strip(description, description);
  return isNode(copy) ? copy : {};
};

const propertiesOf = (description: Node, schema: unknown): Node => {
  const resolved = resolve(description, schema);
  if (!isNode(resolved)) return {};
  const parts = ["allOf", "anyOf", "oneOf"].flatMap((name) => (Array.isArray(resolved[name]) ? resolved[name] : []));
  const inherited = parts.map((part) => propertiesOf(description, part));
  return Object.assign({}, ...inherited, resolved["properties"]);
};

const itemsOf = (description: Node, schema: unknown): unknown => {
  const resolved = resolve(description, schema);
  return isNode(resolved) ? resolved["items"] : undefined;
};

/** Returns an answer without the extension fields of its schema. */
const prune = (description: Node, schema: unknown, answer: unknown): unknown => {
  if (Array.isArray(answer)) return answer.map((entry) => prune(description, itemsOf(description, schema), entry));
  if (!isNode(answer)) return answer;
  const properties = propertiesOf(description, schema);
  return Object.fromEntries(
    Object.entries(answer)
      .filter(([name]) => !isExtension(properties[name]))
      .map(([name, value]) => [name, prune(description, properties[name], value)]),
  );
};

const answerSchema = (operation: Node): unknown => {
  const responses = operation["responses"];
  const success = isNode(responses) ? (responses["200"] ?? responses["201"]) : undefined;
  const content = isNode(success) ? success["content"] : undefined;
  const json = isNode(content) ? content["application/json"] : undefined;
  return isNode(json) ? json["schema"] : undefined;
};

/** Returns a function that removes the extension fields from the JSON answer of a documented operation. */
export const createAnswerFilter = (description: Node): ((path: string, method: string, json: string) => string) => {
  const paths = description["paths"];
  return (path, method, json) => {
    const item = isNode(paths) ? paths[path] : undefined;
    const operation = isNode(item) ? item[method] : undefined;
    if (!isNode(operation) || operation["x-extension"] === true || json === "") return json;
    return JSON.stringify(prune(description, answerSchema(operation), JSON.parse(json)));
  };
};
