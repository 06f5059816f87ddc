import { NOT_OFFERED } from "#api/client.ts";
import extensions from "#api/extensions.json" with { type: "json" };

const operations: ReadonlySet<string> = new Set(extensions.operations);
const fieldsOf = new Map<string, readonly string[]>(Object.entries(extensions.fields));
const parametersOf = new Map<string, readonly string[]>(Object.entries(extensions.parameters));

/** Returns true if the operation, given as "METHOD path", is an extension of the documented API. */
export const isExtension = (operation: string): boolean => operations.has(operation);

/** Returns the response to a call of an operation that the server does not have. */
export const notOffered = (): Response =>
  Response.json(
    { type: NOT_OFFERED, title: "Not Found", status: 404, message: "Этот сервер такой возможности не предлагает." },
    { status: 404, headers: { "content-type": "application/problem+json" } },
  );

/**
 * Returns true if a 404 response means that the requested record does not exist, although the server has the operation.
 */
export const isMissingEntry = async (response: Response): Promise<boolean> => {
  const problem: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return typeof problem === "object" && problem !== null && Reflect.get(problem, "type") === "urn:problem:not-found";
};

/**
 * Removes a field from a body. The path "items[].note" removes the field `note` from each element of the list `items`.
 */
const removeField = (body: unknown, path: string): void => {
  if (typeof body !== "object" || body === null) return;
  const [list, ...rest] = path.split("[].");
  if (list === undefined) return;
  if (rest.length === 0) {
    Reflect.deleteProperty(body, list);
    return;
  }
  const entries: unknown = Reflect.get(body, list);
  if (Array.isArray(entries)) for (const entry of entries) removeField(entry, rest.join("[]."));
};

/**
 * Removes a field from a form. A list is one form field that contains JSON, so the path "items[].note" removes `note`
 * from each element of the JSON in the field `items`.
 */
const removeFormField = (form: FormData, path: string): void => {
  const [name = "", ...rest] = path.split("[].");
  const text = form.get(name);
  if (rest.length === 0) form.delete(name);
  if (rest.length === 0 || typeof text !== "string") return;
  const body = { [name]: JSON.parse(text) };
  removeField(body, path);
  form.set(name, JSON.stringify(body[name]));
};

const withoutParameters = (request: Request, operation: string): Request => {
  const url = new URL(request.url);
  for (const name of parametersOf.get(operation) ?? []) url.searchParams.delete(name);
  return url.href === request.url ? request : new Request(url, request);
};

/**
 * Returns a copy of a request without extensions of the documented API and without an idempotency key. Calls without a
 * key are not repeated automatically, because the server could carry them out twice.
 */
export const withoutExtensions = async (request: Request, operation: string): Promise<Request> => {
  const asked = withoutParameters(request.clone(), operation);
  asked.headers.delete("Idempotency-Key");
  const fields = fieldsOf.get(operation);
  if (fields === undefined) return asked;
  if (asked.headers.get("content-type")?.includes("json")) {
    const text = await asked.clone().text();
    if (text === "") return asked;
    const body: unknown = JSON.parse(text);
    for (const path of fields) removeField(body, path);
    return new Request(asked, { body: JSON.stringify(body) });
  }
  const form = await asked.clone().formData();
  for (const path of fields) removeFormField(form, path);
  const headers = new Headers(asked.headers);
  // The new multipart body has a different boundary, so the browser must set the content type again.
  headers.delete("content-type");
  return new Request(asked, { headers, body: form });
};
