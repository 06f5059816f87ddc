import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAX_SEARCH_LENGTH } from "#domain/search.ts";
import { at, type ContractOperation, contractOperations, description } from "../support/oracles/serverAnswers.ts";
import { multipartForm } from "../support/server/form.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const KEY = "0b8f5a52-0000-4000-8000-00000000beef";

const send = async (
  { method, path, node }: ContractOperation,
  how: {
    as?: string;
    companyId?: number | string;
    id?: string;
    payload?: string;
    type?: string;
    key?: string | null;
    query?: string;
  },
) => {
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === "companyId") return String(how.companyId ?? 1);
    // Most tests send their requests as the user `owner`, whose id is 2. Only an administrator can read the accounts of
    // other users.
    if (name === "userId") return "2";
    return name === "fileId" || name === "sessionId" || name === "dutyId"
      ? KEY
      : name === "phone"
        ? "89160000000"
        : name === "invoiceToken"
          ? "0123456789abcdef"
          : (how.id ?? "1");
  });
  const hasBody = node["requestBody"] !== undefined;
  const answer = await world.app.inject({
    method: method.toUpperCase() as "GET",
    url: `${url}${how.query ?? (path === "/geo/search" ? "?q=сад" : "")}`,
    ...(hasBody && { payload: how.payload ?? "{}" }),
    headers: {
      ...(hasBody && { "content-type": how.type ?? "application/json" }),
      ...(how.key !== null && node["x-idempotency-key"] !== undefined && { "idempotency-key": how.key ?? KEY }),
      ...(how.as && { authorization: `Bearer ${await world.tokenOf(how.as)}` }),
    },
  });
  return {
    status: answer.statusCode,
    type: answer.headers["content-type"],
    body: answer.body,
    json: JSON.parse(answer.body || "null"),
  };
};

const isPublic = ({ node }: ContractOperation): boolean => node["x-permission"] === "public";
const inCompany = ({ path }: ContractOperation): boolean => path.includes("{companyId}");
const withBody = ({ node }: ContractOperation): boolean => node["requestBody"] !== undefined;
const titlesOf = (operations: readonly ContractOperation[]) =>
  operations.map((operation) => [operation.id, operation] as const);

describe("every API operation", () => {
  test.each(titlesOf(contractOperations.filter((one) => !isPublic(one))))(
    "%s — returns 401 without a token",
    async (_, operation) => {
      const { status, type, json } = await send(operation, {});
      expect([status, type]).toEqual([401, "application/problem+json"]);
      expect(json.traceId).toMatch(/^[0-9a-f]{32}$/);
    },
  );

  test.each(titlesOf(contractOperations.filter(inCompany)))(
    "%s — returns 404 for another company's id and for an unknown company",
    async (_, operation) => {
      expect((await send(operation, { as: "owner", companyId: 3 })).status).toBe(404);
      expect((await send(operation, { as: "owner", companyId: 999 })).status).toBe(404);
    },
  );

  test.each(titlesOf(contractOperations.filter(inCompany)))(
    "%s — returns 400 if the company id is not a positive 32-bit integer in plain digits",
    async (_, operation) => {
      for (const companyId of ["abc", "1e0", "0", "-1", "99999999999"])
        expect((await send(operation, { as: "owner", companyId })).status).toBe(400);
    },
  );
});

/** Returns true for an operation that uploads a file. The refusals of uploads are tested in uploads.test.ts. */
const isUpload = ({ node }: ContractOperation): boolean =>
  JSON.stringify(node["requestBody"]).includes("multipart/form-data");

const emptyBody = (operation: ContractOperation) => {
  const form = multipartForm({});
  return withBody(operation) && isUpload(operation) ? { payload: form.text.toString(), type: form.type } : {};
};

const everyBody = titlesOf(contractOperations.filter((operation) => withBody(operation) && !isUpload(operation)));
const isAdmins = ({ node }: ContractOperation): boolean => node["x-permission"] === "admin";
/**
 * Returns true for an operation on a company group. Such operations are called as `admin`, the only demo user who
 * belongs to all companies of the demo group.
 */
const isOfGroup = ({ path }: ContractOperation): boolean => path.includes("{companyGroupId}");
const callerOf = (operation: ContractOperation) =>
  isPublic(operation) ? {} : { as: isAdmins(operation) || isOfGroup(operation) ? "admin" : "owner" };

/** Returns true if the path contains an id that `send` takes from `how.id`. */
const namesEntry = ({ path }: ContractOperation): boolean =>
  /\{(id|\w+Id)\}/.test(path.replace(/\{(companyId|userId|fileId|sessionId|dutyId)\}/g, ""));

describe("every API operation on a record", () => {
  test.each(titlesOf(contractOperations.filter(namesEntry)))(
    "%s — returns 400 for an id that is not a positive 32-bit integer in plain digits",
    async (_, operation) => {
      const how = { ...callerOf(operation), ...emptyBody(operation) };
      for (const id of ["1e0", "1.0", "+1", "%201", "0x1", "-1", "0", "2147483648", "abc"])
        expect([id, (await send(operation, { ...how, id })).status]).toEqual([id, 400]);
    },
  );
});

test.each(titlesOf(contractOperations.filter((one) => !withBody(one))))(
  "%s — returns 400 for an unknown query parameter",
  async (_, operation) => {
    expect((await send(operation, { ...callerOf(operation), query: "?orderStatusId[]=3" })).status).toBe(400);
  },
);

test("unknown query parameter — is named in the `errors` of the problem response", async () => {
  const query = { "orderStatusId[]": "3" };
  const { problem } = await world.ask("listOrders", { as: "owner", path: { companyId: 1 }, query });
  expect(problem.errors).toEqual({ "orderStatusId[]": "Неизвестное поле." });
});

test("id in the query — must equal the id of the same name in the path", async () => {
  const ask = (id: string) => world.ask("getTag", { as: "owner", path: { companyId: 1, id: 2 }, query: { id } });
  expect((await ask("2")).status).toBe(200);
  const { status, problem } = await ask("3");
  expect(status).toBe(400);
  expect(problem.errors).toEqual({ id: "Не совпадает с адресом запроса." });
});

test("number in a query — must be an integer in plain digits", async () => {
  const ask = (stockItemId: string) =>
    world.ask("listStockOperations", { as: "owner", path: { companyId: 1 }, query: { stockItemId } });
  expect((await ask("1")).status).toBe(200);
  for (const odd of ["1e0", "1.0", "+1", " 1", "0x1"])
    expect([odd, (await ask(odd)).problem.errors]).toEqual([odd, { stockItemId: "Должно быть целым числом." }]);
  const tags = { as: "owner", path: { companyId: 1 }, query: { orderTagId: ["1", "1e0"] } };
  expect((await world.ask("listOrderSummary", tags)).status).toBe(400);
});

describe("every API operation with a body", () => {
  test.each(everyBody)(
    "%s — returns 400 with an error for one field if the body has an unknown field",
    async (_, operation) => {
      const { status, json } = await send(operation, { ...callerOf(operation), payload: '{"неизвестное": 1}' });
      expect(status).toBe(400);
      expect(Object.keys(json.errors ?? {}).length).toBe(1);
    },
  );

  test.each(everyBody)(
    "%s — returns 400 for a body that is no JSON object, is nested too deeply, or has a forbidden key or character",
    async (_, operation) => {
      const deep = `{"a":${"[".repeat(25)}${"]".repeat(25)}}`;
      const bodies = [
        "[]",
        "null",
        "1",
        '"x"',
        "{",
        "",
        "{'a':1}",
        deep,
        '{"__proto__": {"a": 1}}',
        '{"a": "\\u0000"}',
        '{"a": "\\ud800"}',
      ];
      const isOptional = JSON.stringify(operation.node["requestBody"]).includes('"required":false');
      for (const payload of bodies.filter((body) => !(isOptional && body === "")))
        expect([payload, (await send(operation, { ...callerOf(operation), payload })).status]).toEqual([payload, 400]);
    },
  );

  test.each(everyBody)(
    "%s — returns 413 for a body of 1.1 MB, and 415 for a media type other than JSON",
    async (_, operation) => {
      const huge = JSON.stringify({ a: "x".repeat(1_100_000) });
      expect((await send(operation, { ...callerOf(operation), payload: huge })).status).toBe(413);
      for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/xml", "application/jsonp"])
        expect((await send(operation, { ...callerOf(operation), payload: "{}", type })).status).toBe(415);
    },
  );
});

test("every operation that requires an idempotency key — returns 400 without a key", async () => {
  for (const operation of contractOperations.filter(({ node }) => node["x-idempotency-key"] === "required")) {
    // Changing a group requires the permission in each company of the group. Only the demo user `admin` has this
    // permission.
    const as = operation.path.includes("{companyGroupId}") ? "admin" : "owner";
    const { status, json } = await send(operation, { as, key: null, ...emptyBody(operation) });
    expect([operation.id, status]).toEqual([operation.id, 400]);
    expect(json.errors).toHaveProperty("Idempotency-Key");
  }
});

test("search parameters — have the same maximum length in all lists", () => {
  const searches = contractOperations.flatMap(({ node }) =>
    [node["parameters"]].flat().filter((parameter) => at(parameter, "name") === "search"),
  );
  expect(searches.length).toBeGreaterThan(3);
  expect(new Set(searches.map((one) => at(one, "schema", "maxLength")))).toEqual(new Set([MAX_SEARCH_LENGTH]));
});

/** Returns all schemas in a schema, including the schemas to which it refers. */
const schemasIn = (node: unknown, found = new Set<unknown>()): Set<unknown> => {
  if (typeof node !== "object" || node === null || found.has(node)) return found;
  found.add(node);
  for (const [name, inner] of Object.entries(node))
    schemasIn(name === "$ref" ? at(description, ...String(inner).slice(2).split("/")) : inner, found);
  return found;
};

test("integers in requests — have limits, because a larger integer does not fit into a column", () => {
  const isUnlimited = (schema: unknown): boolean =>
    [at(schema, "type")].flat().includes("integer") &&
    (at(schema, "minimum") === undefined || at(schema, "maximum") === undefined);
  const unlimited = contractOperations.filter(({ node }) =>
    [...schemasIn([node["parameters"], node["requestBody"]])].some(isUnlimited),
  );
  expect(unlimited.map(({ id }) => id)).toEqual([]);
});

test("unknown path or unsupported method — returns a problem as JSON instead of a page", async () => {
  for (const [method, url] of [
    ["GET", "/api/nothing"],
    ["DELETE", "/api/Company"],
    ["PUT", "/token"],
    ["GET", "/api/%ff"],
  ] as const) {
    const answer = await world.app.inject({ method, url });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.headers["content-type"]).toBe("application/problem+json");
    const { type, title, status, detail, message, traceId } = answer.json();
    expect([type, status, detail]).toEqual(["about:blank", answer.statusCode, message]);
    expect([title, message, traceId]).toEqual([
      expect.stringMatching(/\w/),
      expect.stringMatching(/[а-яё]/i),
      expect.stringMatching(/^[0-9a-f]{32}$/),
    ]);
  }
});
