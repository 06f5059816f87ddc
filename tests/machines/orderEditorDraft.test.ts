import fc from "fast-check";
import { is } from "valibot";
import { describe, expect, test } from "vitest";
import { isEqual } from "#machines/core/equality.ts";
import { blankDraft, type Draft, type OrderLineDraft, type TextFieldName } from "#machines/orders/editor/draft.ts";
import {
  addItem,
  countLine,
  modifyLine,
  takeAddress,
  takePickup,
  typeField,
} from "#machines/orders/editor/draftEdits.ts";
import { mergeDrafts } from "#machines/orders/editor/draftMerge.ts";
import { toDraft, toDraftBase, toOrderSave } from "#machines/orders/editor/draftOrder.ts";
import { assignErrors, findProblems } from "#machines/orders/editor/draftProblems.ts";
import { recordSchema, toStoredDraft } from "#machines/orders/editor/draftRecord.ts";
import { address, juice, margherita, savedOrder } from "../support/machines/orderEditorSamples.ts";

const word = fc.constantFrom("", "а", "б", "в");
const line = (key: number): fc.Arbitrary<OrderLineDraft> =>
  fc.record({
    key: fc.constant(`line-${key}`),
    id: fc.constant(key),
    itemId: fc.constant(key),
    categoryId: fc.constant(1),
    name: fc.constant(`Блюдо ${key}`),
    price: fc.constant(100),
    count: fc.integer({ min: 1, max: 3 }),
    note: word,
    isRemoved: fc.constant(false),
    modificators: fc.constant([]),
  });
const lines = fc
  .tuple(...[1, 2, 3].map((key) => fc.option(line(key))))
  .map((all) => all.filter((one): one is OrderLineDraft => one !== null));
const draft: fc.Arbitrary<Draft> = fc
  .record({ phone: word, street: word, house: word, note: word, persons: word, lines, tags: fc.uniqueArray(fc.nat(3)) })
  .map((some) => ({ ...blankDraft(null), ...some }));
const sorted = (one: Draft): Draft => ({
  ...one,
  tags: one.tags.toSorted(),
  lines: one.lines.toSorted((a, b) => a.key.localeCompare(b.key)),
});

describe("three-way merge of two changes of one order", () => {
  test("a field that only one of the two users changed gets the changed value", () => {
    fc.assert(
      fc.property(draft, draft, (base, changed) => {
        expect(sorted(mergeDrafts({ base, mine: changed, theirs: base }).draft).note).toBe(changed.note);
        expect(sorted(mergeDrafts({ base, mine: base, theirs: changed }).draft)).toEqual(sorted(changed));
        expect(mergeDrafts({ base, mine: base, theirs: changed }).overlaps).toEqual([]);
        expect(mergeDrafts({ base, mine: changed, theirs: base }).overlaps).toEqual([]);
      }),
    );
  });

  test("a field that both users changed differently keeps this user's value and is listed as a conflict", () => {
    fc.assert(
      fc.property(draft, draft, draft, (base, mine, theirs) => {
        const { draft: merged, overlaps } = mergeDrafts({ base, mine, theirs });
        const isDisputed = mine.note !== base.note && theirs.note !== base.note && mine.note !== theirs.note;
        expect(overlaps.includes("note")).toBe(isDisputed);
        expect(merged.note).toBe(mine.note === base.note ? theirs.note : mine.note);
      }),
    );
  });

  test("a merged address never combines parts of two addresses", () => {
    fc.assert(
      fc.property(draft, draft, draft, (base, mine, theirs) => {
        const { street, house } = mergeDrafts({ base, mine, theirs }).draft;
        expect([mine, theirs].some((one) => one.street === street && one.house === house)).toBe(true);
      }),
    );
  });

  test("a merge keeps every line that this user added or changed", () => {
    fc.assert(
      fc.property(draft, draft, draft, (base, mine, theirs) => {
        const kept = new Set(mergeDrafts({ base, mine, theirs }).draft.lines.map(({ key }) => key));
        for (const one of mine.lines) {
          const was = base.lines.find(({ key }) => key === one.key);
          if (!isEqual(was, one)) expect(kept).toContain(one.key);
        }
      }),
    );
  });
});

describe("editing a draft", () => {
  const prices = { items: [margherita, juice], base: null };

  test("a draft with any typed or pasted text can be stored and read again", () => {
    const fields: TextFieldName[] = ["phone", "street", "house", "change", "persons", "note", "deliveryPhone"];
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...fields), fc.string({ maxLength: 4000 }))), (typed) => {
        const draft = typed.reduce((one, [field, text]) => typeField(one, field, text), blankDraft(null));
        expect(is(recordSchema, { draft, base: null, intent: null })).toBe(true);
      }),
    );
  });

  test("NUL and lone surrogates are removed from a text, even at its maximum length", () => {
    const note = (text: string) => typeField(blankDraft(null), "note", text).note;
    expect(note("а\u0000б\ud83cв")).toBe("абв");
    expect(note(`${"я".repeat(1999)}🍕`)).toBe("я".repeat(1999));
    expect(note("пицца 🍕")).toBe("пицца 🍕");
  });

  test("the count of a line is limited to 1,000, and a negative count removes the line", () => {
    const one = addItem(blankDraft(null), margherita.id, null, prices);
    expect(countLine(one, "new-1", 5000.7, prices).lines[0]?.count).toBe(1000);
    expect(countLine(one, "new-1", -3, prices).lines).toEqual([]);
  });

  test("a dish is ordered in the chosen category if that category contains the dish, otherwise in its default category", () => {
    const item = { ...margherita, categoriesId: [2, 3], defaultCategoryId: 2 };
    const add = (picked: number | null) =>
      addItem(blankDraft(null), item.id, picked, { items: [item], base: null }).lines[0]?.categoryId;
    expect([add(3), add(7), add(null)]).toEqual([3, 2, 2]);
  });

  test("a modifier with a count of 0 is removed from its line", () => {
    const one = addItem(blankDraft(null), margherita.id, null, prices);
    const none = [{ modificatorId: 70, name: "Сырный борт", price: 60, count: 0 }];
    expect(modifyLine(one, { key: "new-1", note: "", modificators: none }, prices).lines[0]?.modificators).toEqual([]);
  });

  test("the modifiers of a changed line get current prices", () => {
    const [item] = savedOrder.items;
    if (!item) throw new Error("No line");
    const crust = { id: 1, modificatorId: 70, modificatorName: "Сырный борт", price: 40, count: 2, amount: 80 };
    const base = toDraftBase({ ...savedOrder, items: [{ ...item, modificators: [crust] }] });
    const world = { items: [margherita], base };
    const changed = countLine(base.draft, "line-11", 3, world);
    expect(changed.lines[0]?.modificators).toMatchObject([{ price: 60, count: 3 }]);
    expect(countLine(changed, "line-11", 2, world).lines[0]).toEqual(base.draft.lines[0]);
  });
});

describe("request body of a save", () => {
  test("the request body of an unchanged draft equals the saved order", () => {
    expect(toOrderSave(toDraft(savedOrder))).toEqual({
      items: [{ id: 11, itemId: 5, categoryId: 2, count: 2, note: "порезать на 8" }],
      phone: "+79161234567",
      date: "2026-11-21T10:50:00.000Z",
      deliveryAddress: "ул. Садовая",
      deliveryAddressBuilding: "12",
      deliveryAddressApartmentNumber: "40",
      deliveryAddressEntrance: "2",
      deliveryAddressLevel: "7",
      deliveryPhone: null,
      deliveryChange: 5000,
      persons: 3,
      note: null,
      deliveryZoneId: null,
      tags: [1],
      discountId: null,
      operatorPhoneCallId: null,
    });
  });

  test("storing and reading a draft does not change its request body", () => {
    fc.assert(
      fc.property(draft, (one) => {
        expect(JSON.stringify(toOrderSave(structuredClone(one)))).toBe(JSON.stringify(toOrderSave(one)));
      }),
    );
  });

  test("a changed street or house makes the server find the zone, and other changes keep the chosen zone", () => {
    const chosen = { ...blankDraft(null), zone: 3 };
    expect(toOrderSave(typeField(chosen, "apartment", "5"))).toMatchObject({ deliveryZoneId: 3 });
    for (const draft of [
      typeField(chosen, "street", "ул"),
      typeField(chosen, "house", "1"),
      takeAddress(chosen, address),
    ])
      expect(toOrderSave(draft)).toMatchObject({ isZoneByAddress: true });
    expect(toOrderSave(chosen)).not.toHaveProperty("isZoneByAddress");
  });

  test("choosing dine-in clears the address, zone, delivery phone and change, and typing an address makes the order a delivery", () => {
    const contact = { deliveryPhone: "89161234567", change: "1000" };
    const delivery = { ...takeAddress(blankDraft(null), address), ...contact, isMinimumWaived: true };
    expect(takePickup(delivery, false)).toEqual({ ...blankDraft(null), ...contact, zone: null });
    const inHall = takePickup(delivery, true);
    expect(inHall).toEqual({ ...blankDraft(null), zone: null, isInHall: true });
    expect(takePickup(inHall, false)).toEqual({ ...inHall, isInHall: false });
    expect(typeField(inHall, "note", "У окна")).toMatchObject({ zone: null, isInHall: true });
    for (const draft of [
      typeField(inHall, "street", "ул"),
      typeField(inHall, "house", "1"),
      takeAddress(inHall, address),
    ])
      expect(draft).toMatchObject({ zone: "byAddress", isInHall: false });
  });

  test("the request body contains `isInHall` only if the draft or the saved order is a dine-in order", () => {
    const pickup = { ...blankDraft(null), zone: null };
    const inHall = takePickup(pickup, true);
    const baseOf = (draft: Draft) => ({ version: 1, draft });
    for (const base of [null, baseOf(pickup)]) {
      expect(toOrderSave(pickup, base)).not.toHaveProperty("isInHall");
      expect(toOrderSave(inHall, base).isInHall).toBe(true);
    }
    expect(toOrderSave(pickup, baseOf(inHall)).isInHall).toBe(false);
    expect(toOrderSave(inHall, baseOf(inHall)).isInHall).toBe(true);
  });

  test("a draft is a dine-in order exactly if its saved order is a dine-in order", () => {
    expect(toDraft(savedOrder).isInHall).toBe(false);
    expect(toDraft({ ...savedOrder, isInHall: false }).isInHall).toBe(false);
    expect(toDraft({ ...savedOrder, isInHall: true }).isInHall).toBe(true);
  });

  test("a merge keeps the tags that either user added, and drops the tags that either user removed", () => {
    const base = { ...blankDraft(null), tags: [1, 2, 3] };
    const merged = mergeDrafts({
      base,
      mine: { ...base, tags: [1, 3, 4, 6] },
      theirs: { ...base, tags: [2, 3, 5, 6] },
    });
    expect(merged.draft.tags).toEqual([3, 5, 6, 4]);
  });

  test("a line that both users changed differently keeps this user's count and is listed as a conflict", () => {
    const base = toDraft(savedOrder);
    const [line] = base.lines;
    if (!line) throw new Error("the sample has no lines");
    const withCount = (count: number): Draft => ({ ...base, lines: [{ ...line, count }] });
    const theirs = withCount(7);
    expect(mergeDrafts({ base, mine: withCount(5), theirs })).toEqual({ draft: withCount(5), overlaps: [line.key] });
    expect(mergeDrafts({ base, mine: withCount(7), theirs })).toEqual({ draft: theirs, overlaps: [] });
  });

  test("a line that the other user removed is added again without its id if this user has changed the line", () => {
    const base = toDraft(savedOrder);
    const [line] = base.lines;
    if (!line) throw new Error("the sample has no lines");
    const theirs = { ...base, lines: [] };
    expect(mergeDrafts({ base, mine: { ...base, lines: [{ ...line, count: 5 }] }, theirs })).toEqual({
      draft: { ...base, lines: [{ ...line, count: 5, id: null }] },
      overlaps: [line.key],
    });
    expect(mergeDrafts({ base, mine: base, theirs })).toEqual({ draft: theirs, overlaps: [] });
  });

  test("a merge takes the address and the dine-in flag from the same user", () => {
    const base = { ...blankDraft(null), zone: null };
    const inHall = takePickup(base, true);
    const delivery = takeAddress(base, address);
    expect(mergeDrafts({ base, mine: base, theirs: inHall })).toMatchObject({ draft: inHall, overlaps: [] });
    expect(mergeDrafts({ base, mine: inHall, theirs: base })).toMatchObject({ draft: inHall, overlaps: [] });
    expect(mergeDrafts({ base, mine: inHall, theirs: delivery })).toMatchObject({
      draft: inHall,
      overlaps: ["address"],
    });
    expect(mergeDrafts({ base, mine: delivery, theirs: inHall })).toMatchObject({
      draft: delivery,
      overlaps: ["address"],
    });
  });

  test("a stored draft without `isInHall` is read as not dine-in, and an invalid `isInHall` is rejected", () => {
    const stored = { version: 1, savedAt: 5, record: { draft: blankDraft(null), base: null, intent: null } };
    const { isInHall: _, ...older } = blankDraft(null);
    expect(toStoredDraft({ ...stored, record: { ...stored.record, draft: older } })).toEqual(stored);
    const inHall = { ...blankDraft(null), isInHall: true };
    expect(toStoredDraft({ ...stored, record: { ...stored.record, draft: inHall } })?.record.draft.isInHall).toBe(true);
    const invalid = { ...blankDraft(null), isInHall: "yes" };
    expect(toStoredDraft({ ...stored, record: { ...stored.record, draft: invalid } })).toBeUndefined();
  });

  test("a draft of a saved order keeps the zone of the order", () => {
    expect(toOrderSave(toDraft({ ...savedOrder, deliveryZoneId: 3 }))).toMatchObject({ deliveryZoneId: 3 });
  });

  test("an amount typed as '1,' is sent as 1, and an empty amount is sent as null", () => {
    expect(toOrderSave(typeField(blankDraft(null), "change", "1,")).deliveryChange).toBe(1);
    expect(toOrderSave(blankDraft(null)).deliveryChange).toBeNull();
  });
});

describe("problems of a draft", () => {
  test("a delivery phone may be empty, but an incomplete delivery phone is a problem", () => {
    const draft = { ...blankDraft(null), phone: "89161234567", lines: toDraft(savedOrder).lines };
    expect(findProblems(draft)).toEqual({});
    expect(Object.keys(findProblems({ ...draft, deliveryPhone: "8916" }))).toEqual(["deliveryPhone"]);
  });

  test("the server's messages for unknown fields are returned separately from the field messages", () => {
    const { problems, rest } = assignErrors({
      "items.0.count": "Слишком много.",
      deliveryAddressBuilding: "Нет такого дома.",
      operatorPhoneCallId: "Нет такого звонка.",
    });
    expect(problems).toEqual({
      lines: { code: "refused", text: "Слишком много." },
      house: { code: "refused", text: "Нет такого дома." },
    });
    expect(rest).toEqual(["Нет такого звонка."]);
  });
});
