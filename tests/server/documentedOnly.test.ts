import { afterAll, beforeAll, expect, test } from "vitest";
import { at, contractOperations, description } from "../support/oracles/serverAnswers.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld({ config: { documentedOnly: true } });
});
afterAll(() => world.stop());

/**
 * Sends a request and returns the answer. Does not check the answer against the OpenAPI description, because the
 * description requires extension fields.
 */
const send = async (method: "GET" | "POST", url: string, payload?: object) => {
  const headers = { authorization: `Bearer ${await world.tokenOf("owner")}` };
  const response = await world.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: response.statusCode, json: response.body === "" ? undefined : JSON.parse(response.body) };
};

const line = { itemId: 1, categoryId: 1, count: 1 };

test("server with only the documented operations — sends no extension field, even in nested objects", async () => {
  const companies = await send("GET", "/api/Company");
  expect(companies.json[0]).toHaveProperty("name");
  expect(companies.json[0]).not.toHaveProperty("permissions");
  const order = await send("GET", "/api/Order/Company/1/1");
  expect(order.json).not.toHaveProperty("version");
  expect(order.json.items[0]).toHaveProperty("name");
  expect(order.json.items[0]).not.toHaveProperty("itemId");
});

test("server with only the documented operations — answers 404 to each GET extension, except files and the sandbox invoice page", async () => {
  const answers = await Promise.all(
    contractOperations
      .filter(({ node, method }) => node["x-extension"] === true && method === "get")
      .filter(({ id }) => !["getFile", "showSandboxInvoice"].includes(id))
      .map(({ path }) => send("GET", path.replaceAll(/\{\w+\}/g, "1"))),
  );
  expect(answers.length).toBeGreaterThan(20);
  expect(answers.every(({ status, json }) => status === 404 && json.type === "about:blank")).toBe(true);
});

test("server with only the documented operations — needs no idempotency key and refuses an extension field", async () => {
  const body = { items: [line], phone: "+79160000001" };
  const created = await send("POST", "/api/Order/Company/1", body);
  expect(created.status).toBe(201);
  const refused = await send("POST", "/api/Order/Company/1", { ...body, items: [{ ...line, note: "без лука" }] });
  expect(refused.status).toBe(400);
});

test("server with all operations — reports a missing record with the problem type urn:problem:not-found", async () => {
  const whole = await startWorld();
  const { problem } = await whole.ask("getOrder", { as: "owner", path: { companyId: 1, orderId: 999_999 } });
  expect(problem).toMatchObject({ status: 404, type: "urn:problem:not-found" });
  await whole.stop();
});

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

const resolve = (node: unknown): unknown => {
  const ref = at(node, "$ref");
  return typeof ref === "string" ? resolve(at(description, ...ref.slice(2).split("/"))) : node;
};

/** Returns the paths of the extension fields that a schema requires. Does not search inside extension fields. */
const requiredExtensions = (schema: unknown, path: string, seen: ReadonlySet<unknown> = new Set()): string[] => {
  const node = resolve(schema);
  if (!isNode(node) || seen.has(node)) return [];
  const inner = new Set([...seen, node]);
  const required = Array.isArray(node["required"]) ? node["required"] : [];
  const properties = isNode(node["properties"]) ? Object.entries(node["properties"]) : [];
  const parts = ["allOf", "anyOf", "oneOf"].flatMap((name) => (Array.isArray(node[name]) ? node[name] : []));
  return [
    ...properties.flatMap(([name, field]) =>
      at(field, "x-extension") === true
        ? required.includes(name)
          ? [`${path}.${name}`]
          : []
        : requiredExtensions(field, `${path}.${name}`, inner),
    ),
    ...parts.flatMap((part) => requiredExtensions(part, path, inner)),
    ...requiredExtensions(node["items"], `${path}[]`, inner),
  ];
};

test("API description — requires no extension field in a response of a documented operation", () => {
  const found = contractOperations
    .filter(({ node }) => node["x-extension"] !== true)
    .flatMap(({ id, node }) =>
      ["200", "201"].flatMap((status) =>
        requiredExtensions(at(node, "responses", status, "content", "application/json", "schema"), id),
      ),
    );
  expect(found).toEqual([]);
});
