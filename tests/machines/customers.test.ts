import { expect, test } from "vitest";
import { createApi } from "#api/client.ts";
import { customerCardQuery, customerEditor, customersQuery } from "#machines/directory/descriptors/customers.ts";
import { describedApi } from "../support/machines/describedApi.ts";

const signal = new AbortController().signal;
const scope = { companyId: 1 };

test("the list of customers — is searched by text and risk, page by page", async () => {
  const asked: string[] = [];
  const fetch = async ({ url }: Request) => {
    asked.push(decodeURIComponent(url.slice("http://server".length)));
    return Response.json({ rows: [], next: null });
  };
  const api = createApi({ baseUrl: "http://server", fetch });
  const list = customersQuery(1);
  expect(await list.page(api, { search: "Кузнецова", risk: "blocked" }, "MTc", signal)).toEqual({
    rows: [],
    next: null,
  });
  await list.page(api, { search: "", risk: "unknown" }, undefined, signal);
  expect(asked).toEqual([
    "/api/Customer/Company/1?cursor=MTc&search=Кузнецова&risk=blocked",
    "/api/Customer/Company/1",
  ]);
});

test("the card of a customer — is saved with its version and a reason for a risk", async () => {
  const { api, calls } = describedApi();
  const choices = await customerEditor.loadChoices(api, scope, signal);
  expect(customerEditor.blank(scope, choices)).toEqual({ alias: "", note: "", risk: "none", riskReason: "" });
  const { draft, version } = await customerEditor.read(api, scope, 31, signal);
  expect(draft).toMatchObject({ risk: "none", riskReason: "" });
  const changed = { alias: "", note: "Звонить", risk: "attention", riskReason: "Спорит" } as const;
  await customerEditor.save(api, scope, { id: 31, draft: changed, version, key: "customer-key-1" }, signal);
  await customerEditor.save(
    api,
    scope,
    { id: 31, draft: { ...changed, risk: "none" }, version, key: "customer-key-2" },
    signal,
  );
  expect(calls.slice(-2).map((call) => [call.body, call.version, call.key])).toEqual([
    [{ alias: null, note: "Звонить", risk: "attention", riskReason: "Спорит" }, '"1"', "customer-key-1"],
    [{ alias: null, note: "Звонить", risk: "none", riskReason: null }, '"1"', "customer-key-2"],
  ]);
});

test("a card without its orders — is reported as unreadable", async () => {
  const { api } = describedApi(() => Response.json({ id: 31 }));
  await expect(customerCardQuery.load(api, { companyId: 1, id: 31 }, signal)).rejects.toThrow("непонятно");
});
