import { expect, test } from "vitest";
import { createApi } from "#api/client.ts";
import { orderHistoryQuery, orderPrimeCostQuery } from "#machines/queries/orderRecords.ts";
import { referencesQuery } from "#machines/queries/references.ts";
import { aStatus } from "../support/machines/orderSamples.ts";
import { recordedApi } from "../support/machines/recordedApi.ts";

const { signal } = new AbortController();
const version = { companyId: 3, orderId: 17, version: 7 };

test("query for the history of an order — reads the entries, and does not send the version of the order", async () => {
  const entries = [
    { typeElement: "Status", type: "Update", date: "2026-11-21T10:05:12Z", employeeAlias: null, newName: "Готов" },
  ];
  const { api, calls } = recordedApi(entries);
  expect(await orderHistoryQuery.load(api, version, signal)).toEqual(entries);
  expect(calls.map(({ call }) => call)).toEqual(["GET /api/OrderHistory/17/Company/3"]);
});

test("query for the cost price of an order — reads the cost price, and does not send the version of the order", async () => {
  const { api, calls } = recordedApi({ primeCost: 312.5 });
  expect(await orderPrimeCostQuery.load(api, version, signal)).toEqual({ primeCost: 312.5 });
  expect(calls.map(({ call }) => call)).toEqual(["GET /api/Order/Company/3/17/PrimeCost"]);
});

/** Returns an API client that answers by path, and the list of the requested paths. */
const givenReferences = (answers: Readonly<Record<string, unknown>>) => {
  const asked: string[] = [];
  const fetch = async ({ method, url }: Request) => {
    const path = new URL(url).pathname;
    asked.push(`${method} ${path}`);
    return path in answers ? Response.json(answers[path]) : Response.json({ message: "Нет" }, { status: 404 });
  };
  return { api: createApi({ baseUrl: "http://server", fetch }), asked };
};

const STATUSES = "/api/OrderStatus/Company/3";
const TAGS = "/api/Tag/Company/3";

test("query for references — reads the order statuses and the tags of the company, including removed ones", async () => {
  const statuses = [aStatus({ id: 1 }), aStatus({ id: 4, isRemoved: true })];
  const tags = [
    { id: 1, name: "Постоянный", color: "green", isRemoved: false },
    { id: 2, name: "Старая", color: "pink", isRemoved: true },
  ];
  const { api, asked } = givenReferences({ [STATUSES]: statuses, [TAGS]: tags });
  expect(await referencesQuery.load(api, { companyId: 3 }, signal)).toEqual({ statuses, tags });
  expect(asked.toSorted()).toEqual([`GET ${STATUSES}`, `GET ${TAGS}`]);
});

test.each([
  ["tags", { [STATUSES]: [aStatus()] }],
  ["order statuses", { [TAGS]: [] }],
])("query for references — fails if the %s cannot be read", async (_, answers) => {
  const { api } = givenReferences(answers);
  await expect(referencesQuery.load(api, { companyId: 3 }, signal)).rejects.toMatchObject({ status: 404 });
});
