const METHODS = ["get", "put", "post", "patch", "delete"];

const JSON_TYPE = "application/json";
const FORM_TYPE = "multipart/form-data";

const resolve = (description, node) => {
  if (!node?.$ref) return node;
  const path = node.$ref.slice(2).split("/");
  return resolve(
    description,
    path.reduce((inner, name) => inner[name], description),
  );
};

/** Returns the fields of a schema, including those of its `allOf` schemas. */
const fieldsOf = (description, schema) => {
  const { properties = {}, allOf = [] } = resolve(description, schema) ?? {};
  return [...allOf.flatMap((part) => fieldsOf(description, part)), ...Object.entries(properties)];
};

/** Returns the extension fields of a body as paths, for example "note" or "items[].note". */
const extensionFields = (description, schema, path = "") =>
  fieldsOf(description, schema).flatMap(([name, field]) => {
    const place = `${path}${name}`;
    if (field["x-extension"] || resolve(description, field)?.["x-extension"]) return [place];
    const { items } = resolve(description, field) ?? {};
    return items ? extensionFields(description, items, `${place}[].`) : [];
  });

const bodyOf = (description, { requestBody }) => {
  const { content = {} } = resolve(description, requestBody) ?? {};
  return (content[JSON_TYPE] ?? content[FORM_TYPE])?.schema;
};

const queryOf = (description, item, operation) =>
  [...(item.parameters ?? []), ...(operation.parameters ?? [])]
    .map((parameter) => resolve(description, parameter))
    .filter((parameter) => parameter.in === "query" && parameter["x-extension"])
    .map(({ name }) => name);

const operationsOf = (description) =>
  Object.entries(description.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation: item[method],
      item,
    })),
  );

/** Returns the extension operations of an API description, as "METHOD path". */
export const listExtensionOperations = (description) =>
  operationsOf(description)
    .filter(({ operation }) => operation["x-extension"])
    .map(({ name }) => name);

/**
 * Returns the extensions in an API description as JSON: the operations, and for each documented operation the added
 * body fields and query parameters.
 */
export const writeExtensions = (description) => {
  const documented = operationsOf(description).filter(({ operation }) => !operation["x-extension"]);
  const named = (partsOf) =>
    Object.fromEntries(
      documented.map((one) => [one.name, [...new Set(partsOf(one))]]).filter(([, parts]) => parts.length > 0),
    );
  const extensions = {
    operations: listExtensionOperations(description),
    fields: named(({ operation }) => extensionFields(description, bodyOf(description, operation))),
    parameters: named(({ item, operation }) => queryOf(description, item, operation)),
  };
  return `${JSON.stringify(extensions, null, 2)}\n`;
};
