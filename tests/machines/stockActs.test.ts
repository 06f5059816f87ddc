import { describe, expect, test } from "vitest";
import {
  blankActLine,
  itemsForAct,
  type StockActDraft,
  stockActEditor,
} from "#machines/directory/descriptors/stockActEditor.ts";
import {
  isStockAct,
  type StockAct,
  stockActDocument,
  stockActsQuery,
  sumIngredients,
} from "#machines/directory/descriptors/stockActs.ts";
import { MissingEntry } from "#machines/directory/types.ts";
import { recordedApi } from "../support/machines/recordedApi.ts";

const { signal } = new AbortController();
const zone = { timeZone: "Europe/Moscow", dayStart: "04:00" };
const scope = { companyId: 1, zone, today: "2026-11-26", kind: "writeOff" as const };

const flour = { stockItemId: 1, title: "Мука", unit: "кг", count: 1.2, amount: 60, balance: 40 };

const act: StockAct = {
  id: 7,
  companyId: 1,
  kind: "writeOff",
  date: "2026-11-20T06:30:00.000Z",
  creationDate: "2026-11-20T06:40:00.000Z",
  reason: "other",
  comment: "Упало",
  state: "draft",
  amount: null,
  itemCount: 1,
  version: 3,
  createdByAlias: null,
  approvedAt: null,
  approvedByAlias: null,
  reversedAt: null,
  reversedByAlias: null,
  items: [
    {
      id: 1,
      stockItemId: 10,
      stockItemTitle: "Тесто",
      stockItemUnit: "кг",
      count: 2.5,
      amount: 60,
      unitCost: 24,
      balance: 0,
      ingredients: [flour],
    },
  ],
};

describe("editor of a stock act", () => {
  const readDraft = async () => (await stockActEditor.read(recordedApi(act).api, scope, 7, signal)).draft;
  const save = async (draft: StockActDraft, id?: number) => {
    const { api, calls } = recordedApi({ id: 7 });
    await stockActEditor.save(api, scope, { id, draft, version: id && 3, key: "key-00001" }, signal);
    const [{ method, url, body, headers } = { method: "", url: "", body: "{}", headers: new Headers() }] = calls;
    return { call: `${method} ${url}`, body: JSON.parse(body), version: headers.get("If-Match") };
  };

  test("the form shows only the day of a stock act, and saving the same day keeps the original time", async () => {
    const draft = await readDraft();
    expect(draft).toMatchObject({ day: "2026-11-20", reason: "other", items: [{ stockItemId: 10, count: "2,5" }] });
    expect(await save(draft, 7)).toEqual({
      call: "PUT /api/StockAct/7/Company/1",
      version: '"3"',
      body: {
        id: 7,
        companyId: 1,
        kind: "writeOff",
        reason: "other",
        comment: "Упало",
        date: act.date,
        items: [{ stockItemId: 10, count: 2.5 }],
      },
    });
  });

  test("drafts of a stock act by two users are merged line by line", async () => {
    const base = await readDraft();
    const mine = { ...base, items: [{ key: 1, stockItemId: 10, count: "3" }] };
    const theirs = { ...base, comment: "Разбилось", items: [...base.items, { key: 2, stockItemId: 11, count: "1" }] };
    expect(stockActEditor.merge?.(base, mine, theirs)).toMatchObject({
      comment: "Разбилось",
      items: [
        { stockItemId: 10, count: "3" },
        { stockItemId: 11, count: "1" },
      ],
    });
  });

  test("an approved stock act cannot be edited", async () => {
    const { api } = recordedApi({ ...act, state: "approved" });
    await expect(stockActEditor.read(api, scope, 7, signal)).rejects.toThrow(MissingEntry);
  });

  test("a new production act is sent without a reason, a date or blank lines", async () => {
    const blank = stockActEditor.blank({ ...scope, kind: "production" }, []);
    expect(blank).toMatchObject({ kind: "production", reason: "", day: "2026-11-26", items: [{ stockItemId: 0 }] });
    const line = { key: 2, stockItemId: 3, count: "1" };
    const { call, body } = await save({ ...blank, reason: "defect", items: [...blank.items, line] });
    expect(call).toBe("POST /api/StockAct/Company/1");
    expect(body).toEqual({
      companyId: 1,
      kind: "production",
      reason: null,
      comment: null,
      items: [{ stockItemId: 3, count: 1 }],
    });
    expect(blankActLine([line])).toEqual({ key: 3, stockItemId: 0, count: "" });
  });

  test("a production act offers only semi-finished items", async () => {
    const item = { title: "", unit: "кг", groupName: null, count: 0, lastPrice: null, averageCost: 1, packs: [] };
    const items = [
      { ...item, id: 1, isMade: false, isTakenApart: false },
      { ...item, id: 2, isMade: true, isTakenApart: true },
    ];
    expect(itemsForAct(items, "production").map(({ id }) => id)).toEqual([2]);
    expect(itemsForAct(items, "writeOff")).toEqual(items);
    const { api, calls } = recordedApi(items);
    expect(await stockActEditor.loadChoices(api, scope, signal)).toEqual(items);
    expect(calls.map(({ url }) => url)).toEqual(["/api/PackingList/Company/1/Item"]);
  });
});

test("stock acts — are read with the given filter, and a malformed act is rejected", async () => {
  const { api, calls } = recordedApi([act]);
  const filter = { companyId: 1, start: "2026-11-01", end: "2026-11-26" };
  await stockActsQuery.load(api, { ...filter, kind: "production", state: "draft" }, signal);
  await stockActsQuery.load(api, { ...filter, kind: undefined, state: undefined }, signal);
  expect(calls.map(({ url }) => url)).toEqual([
    "/api/StockAct/Company/1/Summury?startDate=2026-11-01&endDate=2026-11-26&kind=production&state=draft",
    "/api/StockAct/Company/1/Summury?startDate=2026-11-01&endDate=2026-11-26",
  ]);
  expect([isStockAct(act), isStockAct({ ...act, items: [{ count: 1 }] }), isStockAct(null)]).toEqual([
    true,
    false,
    false,
  ]);
});

test("ingredients of several lines — are summed by item", () => {
  const [line] = act.items;
  if (!line) throw new Error("no line");
  const oil = { ...flour, stockItemId: 2, title: "Масло", count: 0.1, amount: 12 };
  const other = { ...line, ingredients: [oil, { ...flour, count: 0.1, amount: 5.01 }] };
  expect(sumIngredients({ items: [line, other] })).toEqual([{ ...flour, count: 1.3, amount: 65.01 }, oil]);
});

test.each([
  ["approve", "POST /api/StockAct/7/Company/1/Approve", act],
  ["reverse", "POST /api/StockAct/7/Company/1/Reverse", act],
  ["remove", "DELETE /api/StockAct/7/Company/1", undefined],
] as const)("the action %s of a stock act — uses its own API operation", async (action, call, answer) => {
  const { api, calls } = recordedApi(answer);
  const request = {
    companyId: 1,
    id: 7,
    action,
    version: 3,
    details: { isOnShelf: true },
    isForced: true,
    key: "k-00001",
  };
  expect(await stockActDocument.act(api, request)).toEqual({ entry: answer });
  const [sent] = calls;
  expect([`${sent?.method} ${sent?.url}`, sent?.headers.get("If-Match")]).toEqual([call, '"3"']);
  const body = { companyId: 1, isBelowZeroAllowed: true };
  if (action !== "remove")
    expect(JSON.parse(sent?.body ?? "")).toEqual(action === "approve" ? { ...body, isOnShelf: true } : body);
});

test("stock act — is read by its id", async () => {
  const { api, calls } = recordedApi(act);
  expect(await stockActDocument.load(api, { companyId: 1, id: 7 }, signal)).toEqual(act);
  expect(calls.map(({ url }) => url)).toEqual(["/api/StockAct/7/Company/1"]);
});
