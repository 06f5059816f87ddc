import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { type Api, createApi } from "#api/client.ts";
import { formSchema, keepForm, readForm } from "#server/http/form.ts";
import { at, type Described, description, operationsOf } from "../oracles/serverAnswers.ts";

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);

const isNode = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** A schema with its references followed, all the way down. */
const whole = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(whole);
  if (!isNode(schema)) return schema;
  const { $ref, ...rest } = schema;
  const own = Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, whole(inner)]));
  if (typeof $ref !== "string") return own;
  const target = whole(at(description, ...$ref.slice(2).split("/")));
  return { ...(isNode(target) ? target : {}), ...own };
};

/** What the description gives as an example of a schema, else the plainest value that fits it. */
const exampleOf = (given: unknown): unknown => {
  const schema = whole(given);
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

const patternOf = ({ path }: Described): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`);

const operationFor = (method: string, path: string): Described => {
  const found = operationsOf
    .filter((one) => one.method === method.toLowerCase() && patternOf(one).test(path))
    .sort((one, other) => one.path.split("{").length - other.path.split("{").length)[0];
  if (!found) throw new Error(`the description has no ${method} ${path}`);
  return found;
};

const exampleAnswer = ({ node }: Described): Response => {
  const responses = at(node, "responses");
  const status = Object.keys(isNode(responses) ? responses : {}).find((one) => one.startsWith("2")) ?? "200";
  if (status === "204") return new Response(null, { status: 204 });
  return Response.json(exampleOf(at(responses, status, "content", "application/json", "schema")));
};

const bodyOf = async (request: Request): Promise<unknown> => {
  const type = request.headers.get("content-type") ?? "";
  if (!type.startsWith("multipart/")) return JSON.parse((await request.text()) || "null");
  const form = await request.formData();
  return keepForm(Object.fromEntries([...form].filter(([, value]) => typeof value === "string")), {});
};

const checkedBody = ({ id, node }: Described, body: unknown): unknown => {
  const content = at(node, "requestBody", "content");
  if (!isNode(content) || (body === null && at(node, "requestBody", "required") !== true)) return undefined;
  const [type = "", described] = Object.entries(content)[0] ?? [];
  const given = whole(at(described, "schema"));
  const schema = type === "multipart/form-data" && isNode(given) ? formSchema(given) : given;
  const value = readForm(body, schema);
  const validate = ajv.compile(isNode(schema) ? schema : {});
  if (!validate(value)) throw new Error(`${id} does not take this: ${ajv.errorsText(validate.errors)}`);
  return value;
};

/** A call as it arrived; its body has been found to be what the description takes. */
export interface Arrived {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Described;
  readonly body: unknown;
  readonly key: string | null;
  readonly version: string | null;
}

/** A client of a server that answers everything as the examples of the description, unless `answer` has something else to say. */
export const describedApi = (
  answer: (call: Arrived) => Response | undefined = () => undefined,
): { api: Api; calls: Arrived[] } => {
  const calls: Arrived[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname: path } = new URL(request.url);
    const operation = operationFor(request.method, path);
    const call: Arrived = {
      id: operation.id,
      method: request.method,
      path,
      operation,
      body: checkedBody(operation, await bodyOf(request)),
      key: request.headers.get("idempotency-key"),
      version: request.headers.get("if-match"),
    };
    calls.push(call);
    return answer(call) ?? exampleAnswer(operation);
  };
  return { api: createApi({ baseUrl: "http://server", fetch }), calls };
};
