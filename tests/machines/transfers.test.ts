import { describe, expect, test } from "vitest";
import {
  blankTransferLine,
  type TransferDraft,
  transferEditor,
  transferPrice,
} from "#machines/directory/descriptors/transferEditor.ts";
import {
  isTransfer,
  transferActionsOf,
  transferDocument,
  transfersQuery,
} from "#machines/directory/descriptors/transfers.ts";
import { MissingEntry } from "#machines/directory/types.ts";
import {
  type AcceptanceLineDraft,
  acceptanceOf,
  reasonNotToAccept,
  startAcceptance,
  unassignedCount,
} from "#machines/stock/acceptance.ts";
import { recordedApi } from "../support/machines/recordedApi.ts";
import { sampleTransferLine as line, sampleTransfer as transfer } from "../support/machines/transferSamples.ts";

const { signal } = new AbortController();
const scope = { companyId: 1 };

describe("editor of a transfer", () => {
  const save = async (draft: TransferDraft, id?: number) => {
    const { api, calls } = recordedApi({ id: 7 });
    await transferEditor.save(api, scope, { id, draft, version: id && 3, key: "key-00001" }, signal);
    const [{ method, url, body, headers } = { method: "", url: "", body: "{}", headers: new Headers() }] = calls;
    return { call: `${method} ${url}`, body: JSON.parse(body), version: headers.get("If-Match") };
  };

  test("a draft of a transfer is read and saved with its version", async () => {
    const { draft } = await transferEditor.read(recordedApi(transfer).api, scope, 7, signal);
    expect(draft).toMatchObject({ toCompanyId: 2, items: [{ stockItemId: 10, count: "2,5", price: "" }] });
    const { call, body, version } = await save(draft, 7);
    expect([call, version]).toEqual(["PUT /api/TransferList/7/Company/1", '"3"']);
    expect(body).toMatchObject({ id: 7, toCompanyId: 2, items: [{ stockItemId: 10, count: 2.5, price: null }] });
  });

  test("a sent transfer cannot be edited", async () => {
    const { api } = recordedApi({ ...transfer, state: "sent" });
    await expect(transferEditor.read(api, scope, 7, signal)).rejects.toThrow(MissingEntry);
  });

  test("a new transfer preselects the only other company, and blank lines are not sent", async () => {
    const blank = transferEditor.blank(scope, { companies: [{ id: 2, name: "На Мира" }], items: [] });
    expect(blank).toMatchObject({ toCompanyId: 2, lossOn: "sender", items: [{ stockItemId: 0 }] });
    const typed = { ...blankTransferLine(blank.items), stockItemId: 3, count: "1", price: "2,5" };
    const { call, body } = await save({ ...blank, comment: " Утром ", items: [...blank.items, typed] });
    expect(call).toBe("POST /api/TransferList/Company/1");
    expect(body).toMatchObject({ comment: "Утром", items: [{ stockItemId: 3, count: 1, price: 2.5 }] });
    const companies = [
      { id: 2, name: "На Мира" },
      { id: 3, name: "На Труда" },
    ];
    expect(transferEditor.blank(scope, { companies, items: [] }).toCompanyId).toBe(0);
  });

  test("the editor of a transfer reads the companies and the stock items", async () => {
    const { api, calls } = recordedApi([]);
    expect(await transferEditor.loadChoices(api, scope, signal)).toEqual({ companies: [], items: [] });
    expect(calls.map(({ url }) => url).sort()).toEqual([
      "/api/PackingList/Company/1/Item",
      "/api/TransferList/Company/1/Company",
    ]);
  });

  test("the price of a transfer line is the typed price, otherwise the item's average cost, otherwise 0", () => {
    const item = {
      id: 10,
      title: "Сыр",
      unit: "кг",
      packs: [],
      groupName: null,
      count: 4,
      lastPrice: 700,
      averageCost: 682.5,
      isMade: false,
      isTakenApart: false,
    };
    const typed = { key: 1, stockItemId: 10, count: "1", price: "" };
    expect([transferPrice(typed, item), transferPrice({ ...typed, price: "5,5" }, item)]).toEqual([682.5, 5.5]);
    expect([transferPrice(typed, { ...item, averageCost: null }), transferPrice(typed, undefined)]).toEqual([0, 0]);
  });
});

test("list of transfers — is read with the given filter", async () => {
  const { api, calls } = recordedApi([transfer]);
  const filter = { companyId: 1, start: "2026-11-01", end: "2026-11-26" };
  await transfersQuery.load(api, { ...filter, direction: "incoming", state: undefined }, signal);
  await transfersQuery.load(api, { ...filter, direction: undefined, state: "sent" }, signal);
  expect(calls.map(({ url }) => url)).toEqual([
    "/api/TransferList/Company/1/Summury?startDate=2026-11-01&endDate=2026-11-26&direction=incoming",
    "/api/TransferList/Company/1/Summury?startDate=2026-11-01&endDate=2026-11-26&state=sent",
  ]);
});

test("isTransfer — accepts a record only if it has both company ids, and a quantity in each line", () => {
  const answers = [transfer, { ...transfer, items: [{}] }, { ...transfer, toCompanyId: "2" }, null];
  expect(answers.map(isTransfer)).toEqual([true, false, false, false]);
});

test("transferActionsOf — lets the sender send, recall and remove, and the recipient accept and refuse", () => {
  expect(transferActionsOf(1, transfer)).toEqual(["send", "recall", "remove"]);
  expect(transferActionsOf(2, transfer)).toEqual(["accept", "refuse"]);
});

const items = [{ id: 31, acceptedCount: 2, lostCount: 0.5, refusedCount: 0, reason: "Разбили" }];

test.each([
  ["send", {}, "POST /api/TransferList/7/Company/1/Send", { companyId: 1, isBelowZeroAllowed: true }],
  ["recall", {}, "POST /api/TransferList/7/Company/1/Recall", undefined],
  ["accept", { items }, "POST /api/TransferList/7/Company/1/Approve", { companyId: 1, items }],
  [
    "refuse",
    { reason: "Не заказывали" },
    "POST /api/TransferList/7/Company/1/Refuse",
    { companyId: 1, reason: "Не заказывали" },
  ],
  ["remove", {}, "DELETE /api/TransferList/7/Company/1", undefined],
] as const)("the action %s of a transfer — uses its own API operation", async (action, details, call, body) => {
  const answer = action === "remove" ? undefined : transfer;
  const { api, calls } = recordedApi(answer);
  const request = { companyId: 1, id: 7, action, details, version: 3, isForced: true, key: "key-00001" };
  expect(await transferDocument.act(api, request)).toEqual({ entry: answer });
  const [sent] = calls;
  expect([`${sent?.method} ${sent?.url}`, sent?.headers.get("If-Match")]).toEqual([call, '"3"']);
  expect(sent?.body ? JSON.parse(sent.body) : undefined).toEqual(body);
});

test("transfer — is read by its id as a stock document", async () => {
  const { api, calls } = recordedApi(transfer);
  expect(await transferDocument.load(api, { companyId: 2, id: 7 }, signal)).toEqual(transfer);
  expect(calls[0]?.url).toBe("/api/TransferList/7/Company/2");
});

describe("acceptance of a transfer", () => {
  const typed = (patch: Partial<AcceptanceLineDraft>): AcceptanceLineDraft => ({
    id: 31,
    stockItemId: 40,
    accepted: "2,5",
    lost: "",
    refused: "",
    reason: "",
    ...patch,
  });

  test("an acceptance begins with the full quantity of each line and its suggested stock item", () => {
    expect(startAcceptance([line, { ...line, suggestedStockItemId: 40 }])).toEqual([
      typed({ stockItemId: 0 }),
      typed({}),
    ]);
  });

  test.each([
    ["2.5 kg are accepted", undefined, {}],
    ["only 2 kg are accepted", "tooLittle", { accepted: "2" }],
    ["3 kg are accepted", "tooMuch", { accepted: "3" }],
    ["0.5 kg are lost without a reason", "noReason", { accepted: "2", lost: "0,5" }],
    ["0.5 kg are refused with a blank reason", "noReason", { accepted: "2", refused: "0,5", reason: " " }],
    ["0.5 kg are refused with a reason", undefined, { accepted: "2", refused: "0,5", reason: "Мятая упаковка" }],
    ["no stock item is chosen", "noItem", { stockItemId: 0 }],
    [
      "no stock item is chosen and 2.5 kg are refused",
      undefined,
      { stockItemId: 0, accepted: "0", refused: "2,5", reason: "Не заказывали" },
    ],
    [
      "2.2 kg are accepted, 0.1 kg lost and 0.2 kg refused",
      undefined,
      { accepted: "2,2", lost: "0,1", refused: "0,2", reason: "Разное" },
    ],
  ] as const)("reasonNotToAccept — for a line of 2.5 kg, if %s, returns %s", (_, reason, patch) => {
    expect(reasonNotToAccept(line, typed(patch))).toBe(reason);
  });

  test("the unassigned quantity of a line has no rounding error", () => {
    expect(unassignedCount(line, typed({ accepted: "2,2", lost: "0,1" }))).toBe(0.2);
  });

  test("the acceptance of a transfer is sent with numbers and without empty fields", () => {
    const drafts = [
      typed({ accepted: "2", lost: "0,5", reason: " Разбили " }),
      typed({ id: 32, stockItemId: 0, accepted: "1" }),
    ];
    expect(acceptanceOf(drafts)).toEqual({
      items: [
        { id: 31, acceptedStockItemId: 40, acceptedCount: 2, lostCount: 0.5, refusedCount: 0, reason: "Разбили" },
        { id: 32, acceptedCount: 1, lostCount: 0, refusedCount: 0 },
      ],
    });
  });
});
