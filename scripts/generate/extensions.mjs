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

/** Returns the fields of a schema and of the schemas in its `allOf`. */
const fieldsOf = (description, schema) => {
  const { properties = {}, allOf = [] } = resolve(description, schema) ?? {};
  return [...allOf.flatMap((part) => fieldsOf(description, part)), ...Object.entries(properties)];
};

/**
 * Returns the paths of the fields in a body that are extensions of the documented API, for example "note" or
 * "items[].note".
 */
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

/** Returns the operations in an API description that are extensions of the documented API, as "METHOD path". */
export const listExtensionOperations = (description) =>
  operationsOf(description)
    .filter(({ operation }) => operation["x-extension"])
    .map(({ name }) => name);

/**
 * Returns the extensions in an API description as JSON: the added operations, and the body fields and query parameters
 * added to documented operations.
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
