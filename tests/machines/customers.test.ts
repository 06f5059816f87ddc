import { expect, test } from "vitest";
import { createApi } from "#api/client.ts";
import {
  customerCallsQuery,
  customerCardQuery,
  customerEditor,
  customerOrdersQuery,
  customerSegmentsQuery,
  customersQuery,
  duplicatesQuery,
  makeCustomerTable,
} from "#machines/directory/descriptors/customers.ts";
import { describedApi } from "../support/machines/describedApi.ts";

const blank = { birthday: "", riskUntil: "", addresses: [] };
const signal = new AbortController().signal;
const scope = { companyId: 1 };

test("customer queries — send the search text, the cursor and valid filters, and omit invalid filters", async () => {
  const asked: string[] = [];
  const fetch = async ({ url }: Request) => {
    asked.push(decodeURIComponent(url.slice("http://server".length)));
    return Response.json({ rows: [], next: null });
  };
  const api = createApi({ baseUrl: "http://server", fetch });
  const list = customersQuery(1);
  const empty = { rows: [], next: null };
  expect(await list.page(api, { search: "Кузнецова", risk: "blocked" }, "MTc", signal)).toEqual(empty);
  await list.page(api, { search: "", risk: "unknown", segment: "unknown", days: "9999" }, undefined, signal);
  await list.page(api, { segment: "sleeping", days: "90" }, undefined, signal);
  await makeCustomerTable(api, 1)("csv", signal, { segment: "new" });
  await duplicatesQuery(1).page(api, {}, "MTc", signal);
  await duplicatesQuery(1).page(api, {}, undefined, signal);
  const path = { companyId: 1, id: 31 };
  for (const query of [customerOrdersQuery(path), customerCallsQuery(path)]) {
    await query.page(api, {}, undefined, signal);
    await query.page(api, {}, "MTc", signal);
  }
  expect(asked).toEqual([
    "/api/Customer/Company/1?cursor=MTc&search=Кузнецова&risk=blocked",
    "/api/Customer/Company/1",
    "/api/Customer/Company/1?segment=sleeping&sleepingDays=90",
    "/api/Customer/Export/Company/1?format=csv&segment=new",
    "/api/Customer/Duplicate/Company/1?cursor=MTc",
    "/api/Customer/Duplicate/Company/1",
    "/api/Customer/31/Company/1/Order",
    "/api/Customer/31/Company/1/Order?cursor=MTc",
    "/api/Customer/31/Company/1/Call",
    "/api/Customer/31/Company/1/Call?cursor=MTc",
  ]);
});

test("the customer segments — are read with their customer counts, and a malformed answer is rejected", async () => {
  const { api } = describedApi();
  expect(await customerSegmentsQuery.load(api, scope, signal)).toMatchObject({ all: 300 });
  const { api: broken } = describedApi(() => Response.json({}));
  await expect(customerSegmentsQuery.load(broken, scope, signal)).rejects.toThrow("непонятно");
});

test("customer editor — saves a card with its version, birthday, addresses and risk reason", async () => {
  const { api, calls } = describedApi();
  const choices = await customerEditor.loadChoices(api, scope, signal);
  expect(customerEditor.blank(scope, choices)).toMatchObject({ alias: "", risk: "none", ...blank });
  const { draft, version } = await customerEditor.read(api, scope, 31, signal);
  expect(draft).toMatchObject({ risk: "none", riskReason: "", birthday: "29.11.1988" });
  expect(draft.addresses).toMatchObject([{ street: "ул. Садовая", apartment: "40", isDefault: true }]);
  const changed = {
    ...draft,
    alias: "",
    note: "Звонить",
    risk: "attention",
    riskReason: "Спорит",
    riskUntil: "01.02.2030",
  } as const;
  await customerEditor.save(api, scope, { id: 31, draft: changed, version, key: "customer-key-1" }, signal);
  const cleared = { ...changed, ...blank, risk: "none" } as const;
  await customerEditor.save(api, scope, { id: 31, draft: cleared, version, key: "customer-key-2" }, signal);
  const address = {
    deliveryAddress: "ул. Садовая",
    deliveryAddressBuilding: "12",
    deliveryAddressApartmentNumber: "40",
    deliveryAddressLevel: "7",
    deliveryAddressEntrance: "2",
    isDefault: true,
  };
  const both = { alias: null, note: "Звонить" };
  expect(calls.slice(-2).map((call) => [call.body, call.version, call.key])).toEqual([
    [
      {
        ...both,
        birthday: "1988-11-29",
        risk: "attention",
        riskReason: "Спорит",
        riskUntil: "2030-02-01",
        addresses: [address],
      },
      '"1"',
      "customer-key-1",
    ],
    [
      { ...both, birthday: null, risk: "none", riskReason: null, riskUntil: null, addresses: [] },
      '"1"',
      "customer-key-2",
    ],
  ]);
});

test("an incomplete customer card — is rejected as unreadable", async () => {
  const { api } = describedApi(() => Response.json({ id: 31 }));
  await expect(customerCardQuery.load(api, { companyId: 1, id: 31 }, signal)).rejects.toThrow("непонятно");
});
