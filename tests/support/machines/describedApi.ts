import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { type Api, createApi } from "#api/client.ts";
import { isNode } from "#server/http/description.ts";
import { attachFiles, createFormSchema, readForm } from "#server/http/form.ts";
import { exampleOf, resolveReferences } from "../oracles/describedSchemas.ts";
import { at, type ContractOperation, contractOperations } from "../oracles/serverAnswers.ts";

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);

const patternOf = ({ path }: ContractOperation): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`);

const operationFor = (method: string, path: string): ContractOperation => {
  const found = contractOperations
    .filter((one) => one.method === method.toLowerCase() && patternOf(one).test(path))
    .sort((one, other) => one.path.split("{").length - other.path.split("{").length)[0];
  if (!found) throw new Error(`the API description has no ${method} ${path}`);
  return found;
};

const exampleAnswer = ({ node }: ContractOperation, change: (body: unknown) => unknown): Response => {
  const responses = at(node, "responses");
  const status = Object.keys(isNode(responses) ? responses : {}).find((one) => one.startsWith("2")) ?? "200";
  if (status === "204") return new Response(null, { status: 204 });
  return Response.json(change(exampleOf(at(responses, status, "content", "application/json", "schema"))));
};

const readBody = async (request: Request): Promise<unknown> => {
  const type = request.headers.get("content-type") ?? "";
  if (!type.startsWith("multipart/")) return JSON.parse((await request.text()) || "null");
  const form = await request.formData();
  return attachFiles(Object.fromEntries([...form].filter(([, value]) => typeof value === "string")), {});
};

const checkBody = ({ id, node }: ContractOperation, body: unknown): unknown => {
  const content = at(node, "requestBody", "content");
  if (!isNode(content) || (body === null && at(node, "requestBody", "required") !== true)) return undefined;
  const [type = "", described] = Object.entries(content)[0] ?? [];
  const given = resolveReferences(at(described, "schema"));
  const schema = type === "multipart/form-data" && isNode(given) ? createFormSchema(given) : given;
  const value = readForm(body, schema);
  const validate = ajv.compile(isNode(schema) ? schema : {});
  if (!validate(value)) throw new Error(`${id} rejects the body: ${ajv.errorsText(validate.errors)}`);
  return value;
};

/** Request that the fake server received, with a body that is valid according to the API description. */
export interface ReceivedCall {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Query parameters. A parameter that occurs several times has its last value. */
  readonly query: Readonly<Record<string, string>>;
  readonly operation: ContractOperation;
  readonly body: unknown;
  readonly key: string | null;
  readonly version: string | null;
}

/**
 * Returns an API client of a fake server. The server answers with the examples of the API description, changed by
 * `change`, unless `answer` returns a response.
 */
export const describedApi = (
  answer: (call: ReceivedCall) => Response | undefined = () => undefined,
  change: (body: unknown) => unknown = (body) => body,
): { api: Api; calls: ReceivedCall[] } => {
  const calls: ReceivedCall[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname: path, searchParams } = new URL(request.url);
    const operation = operationFor(request.method, path);
    const call: ReceivedCall = {
      id: operation.id,
      method: request.method,
      path,
      query: Object.fromEntries(searchParams),
      operation,
      body: checkBody(operation, await readBody(request)),
      key: request.headers.get("idempotency-key"),
      version: request.headers.get("if-match"),
    };
    calls.push(call);
    return answer(call) ?? exampleAnswer(operation, change);
  };
  return { api: createApi({ baseUrl: "http://server", fetch }), calls };
};
