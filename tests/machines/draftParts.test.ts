import { describe, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { blankDraft, type Draft, type OrderLineDraft } from "#machines/orders/editor/draft.ts";
import {
  addItem,
  countLine,
  findTypingProblem,
  modifyLine,
  orderLimits,
  type Prices,
  removeLine,
  repeatOrder,
  type SplitReason,
  splitLine,
  takeAddress,
  takePickup,
  typeField,
} from "#machines/orders/editor/draftEdits.ts";
import { mergeDrafts } from "#machines/orders/editor/draftMerge.ts";
import { priceDraft, toDraft, toDraftBase, toOrderSave } from "#machines/orders/editor/draftOrder.ts";
import { assignErrors, findProblems } from "#machines/orders/editor/draftProblems.ts";
import {
  emptyContext,
  explainRefusal,
  isDueInPast,
  isSameSave,
  rebaseDraft,
  resumeDraft,
  splitOpenedLine,
  takeMerged,
  toDraftRecord,
} from "#machines/orders/editor/editorContext.ts";
import { toOrderMenu } from "#machines/orders/editor/offeredMenu.ts";
import type { OrderItem } from "#machines/queries/order.ts";
import {
  address,
  assortment,
  juice,
  margherita,
  sampleCategories,
  savedLine,
  savedOrder,
  tenPercent,
} from "../support/machines/orderEditorSamples.ts";
import { anOrder } from "../support/machines/orderSamples.ts";

const cheese = { modificatorId: 70, name: "Сырный борт", price: 60, count: 2 };
const prices: Prices = { items: [margherita, juice], base: null };
const blank = blankDraft(null);

const line = (facts: Partial<OrderLineDraft> = {}): OrderLineDraft => ({
  key: "new-1",
  id: null,
  itemId: 5,
  categoryId: 2,
  name: "Маргарита",
  price: 490,
  count: 2,
  note: "",
  isRemoved: false,
  modificators: [],
  ...facts,
});

const withLines = (...lines: OrderLineDraft[]): Draft => ({ ...blank, lines });

describe("creating a draft", () => {
  test("a draft of a new order is blank except for the data of the phone call", () => {
    expect(blankDraft(null)).toEqual({
      phone: "",
      customerName: "",
      date: null,
      dateText: "",
      street: "",
      house: "",
      apartment: "",
      entrance: "",
      floor: "",
      deliveryPhone: "",
      change: "",
      persons: "",
      note: "",
      zone: "byAddress",
      isInHall: false,
      isMinimumWaived: false,
      tags: [],
      discountId: null,
      promoCode: "",
      callId: null,
      lines: [],
    });
    expect(blankDraft({ id: 7, phone: "+79161234567" })).toMatchObject({ callId: 7, phone: "+79161234567" });
  });

  test("a draft of a saved order without delivery has empty delivery fields", () => {
    expect(toDraft(anOrder({ items: [] }))).toMatchObject({
      customerName: "",
      dateText: "",
      street: "",
      house: "",
      apartment: "",
      entrance: "",
      floor: "",
      deliveryPhone: "",
      change: "",
      persons: "",
      note: "",
    });
  });

  test("a draft of a saved order has the texts and lines of the order", () => {
    const item = {
      ...savedLine,
      note: null,
      modificators: [{ ...cheese, id: 1, modificatorName: "Сырный борт", amount: 120 }],
    };
    const draft = toDraft(
      anOrder({ ...savedOrder, items: [item], deliveryChange: 1500.5, deliveryPhone: "89160000000" }),
    );
    expect(draft).toMatchObject({ street: "ул. Садовая", house: "12", change: "1500,5", persons: "3" });
    expect(draft.deliveryPhone).toBe("89160000000");
    expect(draft.lines).toEqual([line({ key: "line-11", id: 11, price: 450, modificators: [cheese] })]);
  });
});

describe("request body of a save", () => {
  test("request body — contains ids only for lines that were already saved", () => {
    const lines = [line({ note: " острее ", modificators: [cheese] }), line({ key: "line-11", id: 11 })];
    expect(toOrderSave(withLines(...lines)).items).toEqual([
      { itemId: 5, categoryId: 2, count: 2, note: "острее", modificators: [{ modificatorId: 70, count: 2 }] },
      { id: 11, itemId: 5, categoryId: 2, count: 2 },
    ]);
  });

  test("request body — sends null for a removed note, and an empty list for removed modifiers", () => {
    const was = line({ key: "line-11", id: 11, note: "острее", modificators: [cheese] });
    const base = { version: 1, draft: withLines(was) };
    expect(toOrderSave(withLines({ ...was, note: "", modificators: [] }), base).items).toEqual([
      { id: 11, itemId: 5, categoryId: 2, count: 2, note: null, modificators: [] },
    ]);
  });

  test("request body — omits the modifiers of a line if one has no id, so that the server keeps the saved modifiers", () => {
    const unknown = line({ key: "line-11", id: 11, modificators: [{ ...cheese, modificatorId: 0 }] });
    expect(toOrderSave(withLines(unknown)).items[0]).not.toHaveProperty("modificators");
  });

  test("request body — contains trimmed texts, numbers, and null for empty fields", () => {
    const draft: Draft = { ...blank, phone: "8 916 123-45-67", street: " Садовая ", change: "1500,5", persons: "3" };
    expect(toOrderSave(draft)).toMatchObject({
      phone: "+79161234567",
      deliveryAddress: "Садовая",
      deliveryAddressBuilding: null,
      deliveryPhone: null,
      deliveryChange: 1500.5,
      persons: 3,
      note: null,
    });
    expect(toOrderSave(blank)).toMatchObject({ deliveryChange: null, persons: null });
    expect(toOrderSave(blank)).not.toHaveProperty("customerName");
    expect(toOrderSave({ ...blank, customerName: " Василиса " }).customerName).toBe("Василиса");
    expect(toOrderSave({ ...blank, deliveryPhone: "89160000000" }).deliveryPhone).toBe("+79160000000");
  });

  test("request body — contains null for the removed note of the second saved line, and no note for the first line", () => {
    const first = line({ key: "line-10", id: 10 });
    const second = line({ key: "line-11", id: 11, note: "острее" });
    const base = { version: 1, draft: withLines(first, second) };
    expect(toOrderSave(withLines(first, { ...second, note: "" }), base).items).toEqual([
      { id: 10, itemId: 5, categoryId: 2, count: 2 },
      { id: 11, itemId: 5, categoryId: 2, count: 2, note: null },
    ]);
  });

  test("request body — a new line sends no note, even if the first saved line has a note", () => {
    const base = { version: 1, draft: withLines(line({ key: "line-10", id: 10, note: "острее" })) };
    expect(toOrderSave(withLines(line()), base).items).toEqual([{ itemId: 5, categoryId: 2, count: 2 }]);
  });

  test("request body — contains the waiver of the minimum amount and the promo code only if the draft has them", () => {
    expect(toOrderSave({ ...blank, isMinimumWaived: true, promoCode: "ЛЕТО" })).toMatchObject({
      isMinimumWaived: true,
      promoCode: "ЛЕТО",
    });
    expect(toOrderSave(blank)).not.toHaveProperty("isMinimumWaived");
    expect(toOrderSave(blank)).not.toHaveProperty("promoCode");
  });
});

describe("typing into the fields of a draft", () => {
  test.each([
    ["phone", "8916", "8916"],
    ["phone", "телефон", ""],
    ["deliveryPhone", "+7916", "+7916"],
    ["deliveryPhone", "дом", ""],
    ["change", "5000", "5000"],
    ["change", "пять", ""],
    ["persons", "12", "12"],
    ["persons", "1a", ""],
    ["persons", "a1", ""],
    ["note", "позвонить", "позвонить"],
  ] as const)("in the empty field %s, typing the text %j results in the text %j", (field, text, kept) => {
    expect(typeField(blank, field, text)[field]).toBe(kept);
  });

  test("a text is reported as too long only above the limit of its field", () => {
    expect(findTypingProblem(blank, "note", "я".repeat(2000))).toBeUndefined();
    expect(findTypingProblem(blank, "note", "я".repeat(2001))).toEqual({ code: "tooLong", limit: 2000 });
  });

  test("a rejected text is reported only if it is longer by two or more characters than the text in the field", () => {
    expect(findTypingProblem(blank, "persons", "a")).toBeUndefined();
    expect(findTypingProblem(blank, "persons", "ab")).toEqual({ code: "notANumber" });
    expect(findTypingProblem({ ...blank, persons: "12" }, "persons", "12a")).toBeUndefined();
    expect(findTypingProblem({ ...blank, persons: "12" }, "persons", "12ab")).toEqual({ code: "notANumber" });
    expect(findTypingProblem(blank, "persons", "12")).toBeUndefined();
  });

  test("choosing an earlier address replaces all address fields", () => {
    const draft = { ...blank, street: "старая", house: "1", apartment: "1", entrance: "1", floor: "1" };
    expect(takeAddress(draft, address)).toMatchObject({ street: "ул. Лесная", house: "3", entrance: "", floor: "4" });
    const bare: Schemas["CustomerAddress"] = {
      deliveryAddress: "ул. Лесная",
      deliveryAddressBuilding: null,
      deliveryAddressApartmentNumber: null,
      deliveryAddressLevel: null,
      deliveryAddressEntrance: null,
    };
    expect(takeAddress(draft, bare)).toMatchObject({ house: "", apartment: "", entrance: "", floor: "" });
  });
});

describe("editing the lines of a draft", () => {
  test("adding the same dish twice to a draft increases the count of the dish's line", () => {
    const draft = addItem(addItem(blank, 5, null, prices), 5, null, prices);
    expect(draft.lines.map(({ key, count }) => [key, count])).toEqual([["new-1", 2]]);
  });

  test("a different dish, category, note or set of modifiers creates a separate line", () => {
    const both: Prices = { items: [{ ...margherita, categoriesId: [2, 3] }, juice], base: null };
    const first = addItem(blank, 5, 2, both);
    expect(addItem(first, 9, null, both).lines.map(({ key }) => key)).toEqual(["new-1", "new-2"]);
    expect(addItem(first, 5, 3, both).lines.map(({ categoryId }) => categoryId)).toEqual([2, 3]);
    expect(
      addItem(modifyLine(first, { key: "new-1", note: "острее", modificators: [] }, both), 5, 2, both).lines,
    ).toHaveLength(2);
    expect(
      addItem(modifyLine(first, { key: "new-1", note: "", modificators: [cheese] }, both), 5, 2, both).lines,
    ).toHaveLength(2);
  });

  test("a dish without a category is not added", () => {
    const uncategorised = { ...margherita, categoriesId: [], defaultCategoryId: null };
    expect(addItem(blank, 5, null, { items: [uncategorised], base: null })).toBe(blank);
  });

  test("another dish of the same category gets a line of its own", () => {
    const other: Prices = { items: [margherita, { ...juice, categoriesId: [2], defaultCategoryId: 2 }], base: null };
    const draft = addItem(addItem(blank, 5, null, other), 9, null, other);
    expect(draft.lines.map(({ itemId, count }) => [itemId, count])).toEqual([
      [5, 1],
      [9, 1],
    ]);
  });

  test("the key of a new line is one more than the highest key of the other new lines", () => {
    const draft = withLines(
      line({ key: "new-7", itemId: 9, categoryId: 3 }),
      line({ key: "line-50", id: 50, note: "x" }),
    );
    expect(addItem(draft, 5, null, prices).lines.map(({ key }) => key)).toEqual(["new-7", "line-50", "new-8"]);
    const odd = withLines(line({ key: "renew-30", note: "x" }), line({ key: "new-40x", note: "y" }));
    expect(addItem(odd, 5, null, prices).lines.map(({ key }) => key)).toEqual(["renew-30", "new-40x", "new-1"]);
    const twelfth = withLines(line({ key: "new-12", note: "x" }));
    expect(addItem(twelfth, 5, null, prices).lines.map(({ key }) => key)).toEqual(["new-12", "new-13"]);
  });

  test("no line is added beyond the maximum number of lines", () => {
    const full = withLines(
      ...Array.from({ length: orderLimits.lines }, (_, at) => line({ key: `new-${at + 1}`, note: "x" })),
    );
    expect(addItem(full, 5, null, prices)).toBe(full);
    const almost = withLines(...full.lines.slice(1));
    expect(addItem(almost, 5, null, prices).lines).toHaveLength(orderLimits.lines);
  });

  test("changing a line of a draft leaves the other lines unchanged", () => {
    const draft = withLines(line(), line({ key: "new-2", itemId: 9, categoryId: 3, price: 136.33, count: 1 }));
    expect(countLine(draft, "new-2", 4, prices).lines.map(({ count }) => count)).toEqual([2, 4]);
    expect(removeLine(draft, "new-1").lines.map(({ key }) => key)).toEqual(["new-2"]);
  });

  test("changing the count of a line changes the counts only of modifiers that had one unit per portion", () => {
    const extra = { ...cheese, modificatorId: 71, count: 1 };
    const draft = countLine(withLines(line({ modificators: [cheese, extra] })), "new-1", 5, prices);
    expect(draft.lines[0]?.modificators.map(({ count }) => count)).toEqual([5, 1]);
  });

  test("a changed line gets the prices of the menu, and dishes and modifiers outside of the menu keep their prices", () => {
    const former = { ...cheese, price: 10 };
    const unknown = { ...cheese, modificatorId: 99, price: 33, count: 1 };
    const draft = modifyLine(withLines(line({ price: 1 })), line({ modificators: [former, unknown] }), prices);
    expect(draft.lines[0]).toMatchObject({ price: 490, modificators: [{ price: 60 }, { price: 33 }] });
    const gone = modifyLine(withLines(line({ itemId: 404, price: 77 })), line({ modificators: [former] }), prices);
    expect(gone.lines[0]).toMatchObject({ price: 77, modificators: [{ price: 10 }] });
  });

  test("modifiers keep their prices if the dish has no modifiers in the menu", () => {
    const { modificators: _, ...plain } = margherita;
    const draft = modifyLine(withLines(line()), line({ modificators: [{ ...cheese, price: 10 }] }), {
      items: [plain],
      base: null,
    });
    expect(draft.lines[0]).toMatchObject({ price: 490, modificators: [{ price: 10 }] });
  });

  const ordered = line({ key: "line-11", id: 11, price: 450, modificators: [{ ...cheese, price: 40 }] });
  const base = { version: 7, draft: withLines(line({ key: "line-10", id: 10, price: 1 }), ordered) };
  const saved: Prices = { ...prices, base };

  test("restoring the saved count of a line restores the saved prices of the line", () => {
    const changed = countLine(withLines(ordered), "line-11", 3, saved);
    expect(changed.lines[0]?.price).toBe(490);
    const restored = countLine(changed, "line-11", 2, saved);
    expect(restored.lines[0]).toMatchObject({ price: 450, modificators: [{ price: 40 }] });
  });

  test.each([
    ["another count of a modifier", [{ ...cheese, count: 1 }]],
    ["another modifier", [{ ...cheese, modificatorId: 71 }]],
    ["an additional modifier", [cheese, { ...cheese, modificatorId: 71 }]],
    ["no modifier", []],
  ])("a saved line gets the current price after a change of its modifiers: %s", (_, modificators) => {
    expect(modifyLine(withLines(ordered), { ...ordered, modificators }, saved).lines[0]?.price).toBe(490);
  });

  test("a new line does not get the price of a saved line with the same key", () => {
    const draft = countLine(withLines(line({ count: 1 })), "new-1", 2, {
      ...prices,
      base: { version: 7, draft: withLines(line({ price: 5 })) },
    });
    expect(draft.lines[0]?.price).toBe(490);
  });
});

describe("choosing modifiers and a note for one portion of a line", () => {
  const crust = (count: number) => ({ ...cheese, count });
  const three = line({ count: 3, note: "порезать на 8" });
  const other = line({ key: "new-2", itemId: 9, categoryId: 3, name: "Морс", price: 136.33, count: 1 });
  const split = (line: OrderLineDraft, former = three, ...others: OrderLineDraft[]) =>
    splitLine(withLines(line, ...others), former, prices);
  const linesOf = (draft: ReturnType<typeof splitLine>) => {
    if (typeof draft === "string") throw new Error(`The line is not split: ${draft}`);
    return draft.lines;
  };
  const partsOf = (draft: ReturnType<typeof splitLine>) =>
    linesOf(draft).map(({ count, note, modificators }) => [count, note, modificators.map((one) => one.count)]);

  test("the chosen portion becomes the next line with the new modifiers, and both lines keep the note", () => {
    const lines = linesOf(split({ ...three, modificators: [crust(3)] }, three, other));
    expect(lines).toEqual([
      { ...three, count: 2 },
      { ...three, key: "new-3", count: 1, modificators: [crust(1)] },
      other,
    ]);
  });

  test("a new note is added only to the chosen portion", () => {
    const lines = partsOf(split({ ...three, note: "без лука" }));
    expect(lines).toEqual([
      [2, "порезать на 8", []],
      [1, "без лука", []],
    ]);
  });

  test.each([
    ["the same choice for each portion", 0, 3, 0, 1],
    ["two units for each portion", 0, 6, 0, 2],
    ["one unit in total", 0, 1, 0, 1],
    ["one unit more than the other portions", 3, 4, 2, 2],
    ["one unit less than the other portions", 3, 2, 2, 0],
    ["no unit", 3, 0, 2, 0],
    ["fewer units than the other portions keep", 6, 1, 4, 0],
    ["an unchanged unit that only one of the portions has", 1, 1, 1, 0],
    ["unchanged units, one of them for each portion", 4, 4, 3, 1],
  ])(
    "units of a modifier are divided between the chosen portion and the other portions: %s",
    (_, before, after, kept, taken) => {
      const units = (count: number) => (count > 0 ? [crust(count)] : []);
      const former = { ...three, modificators: units(before) };
      const lines = partsOf(split({ ...former, note: "другая", modificators: units(after) }, former));
      const counts = (count: number) => (count > 0 ? [count] : []);
      expect(lines).toEqual([
        [2, "порезать на 8", counts(kept)],
        [1, "другая", counts(taken)],
      ]);
    },
  );

  test("a portion without modifiers and note is merged into an existing line without modifiers and note", () => {
    const former = line({ modificators: [crust(2)] });
    const plain = line({ key: "new-4", count: 5 });
    const lines = linesOf(split(line(), former, plain));
    expect(lines).toEqual([
      { ...former, count: 1, modificators: [crust(1)] },
      { ...plain, count: 6 },
    ]);
  });

  test("an order with a split line costs as much as an order with two separate lines", () => {
    const dearer = { ...blank, discountId: tenPercent.id, lines: [{ ...three, modificators: [crust(3)] }] };
    const draft = splitLine(dearer, three, prices);
    const separate = [line({ count: 2 }), line({ count: 1, modificators: [crust(1)] })];
    const priceOf = (lines: OrderLineDraft[]) => priceDraft({ ...dearer, lines }, [tenPercent], null).amount;
    expect(priceOf(linesOf(draft))).toBe(priceOf(separate));
    expect(priceOf(separate)).toBe(1377);
  });

  test.each<[string, SplitReason, OrderLineDraft, OrderLineDraft]>([
    ["a line with one portion", "single", line({ count: 1, note: "острее" }), line({ count: 1 })],
    ["a line that does not exist", "single", line({ note: "острее" }), line({ key: "new-9" })],
    ["a line with unchanged modifiers and note", "unchanged", three, three],
    [
      "the same modifiers in another sequence",
      "unchanged",
      line({ modificators: [crust(2), { ...cheese, modificatorId: 71 }] }),
      line({ modificators: [{ ...cheese, modificatorId: 71 }, crust(2)] }),
    ],
    ["a dish that is not in the menu", "notSold", line({ itemId: 404, note: "острее" }), line({ itemId: 404 })],
    [
      "a modifier that is not in the menu",
      "notSold",
      line({ note: "острее", modificators: [{ ...cheese, modificatorId: 99 }] }),
      line({ modificators: [{ ...cheese, modificatorId: 99 }] }),
    ],
  ])("the split is refused for %s", (_, reason, changed, former) => {
    expect(split(changed, former)).toBe(reason);
  });

  test("a modifier that is not in the menu can be left out of a portion", () => {
    const former = line({ modificators: [{ ...cheese, modificatorId: 99 }] });
    expect(partsOf(split(line(), former))).toEqual([
      [1, "", [1]],
      [1, "", []],
    ]);
  });

  test("in a full order, a line can be split only if an existing line has room for the portion", () => {
    const fullOf = (count: number) =>
      Array.from({ length: orderLimits.lines - 1 }, (_, at) => line({ key: `new-${at + 2}`, note: "x", count }));
    const former = line({ modificators: [crust(2)] });
    expect(split(line({ note: "острее" }), former, ...fullOf(1))).toBe("crowded");
    const [, ...others] = fullOf(1);
    expect(linesOf(split(line(), former, line({ key: "new-2", count: 1 }), ...others))[1]?.count).toBe(2);
    expect(split(line(), former, line({ key: "new-2", count: orderLimits.portions }), ...others)).toBe("crowded");
  });

  test("split of a saved line — the other portions keep the line's id, and keep the saved price only if their count equals the saved count", () => {
    const ordered = line({ key: "line-11", id: 11, price: 450 });
    const saved: Prices = { ...prices, base: { version: 7, draft: withLines(ordered) } };
    const splitSaved = (former: OrderLineDraft) =>
      linesOf(splitLine(withLines({ ...former, note: "острее" }), former, saved)).map(({ key, id, count, price }) => ({
        key,
        id,
        count,
        price,
      }));
    const portion = { key: "new-1", id: null, count: 1, price: 490 };
    expect(splitSaved(ordered)).toEqual([{ key: "line-11", id: 11, count: 1, price: 490 }, portion]);
    const raised = { ...ordered, count: 3, price: 490 };
    expect(splitSaved(raised)).toEqual([{ key: "line-11", id: 11, count: 2, price: 450 }, portion]);
  });
});

describe("repeating an earlier order", () => {
  const former = (facts: Partial<OrderItem> = {}) => anOrder({ items: [{ ...savedLine, ...facts }] });

  test("repeating an order — leaves out modifiers that are no longer sold, and returns their names", () => {
    const modificators = [
      { id: 1, modificatorId: 70, modificatorName: "Борт", price: 10, count: 2, amount: 20 },
      { id: 2, modificatorId: 99, modificatorName: "Трюфель", price: 10, count: 2, amount: 20 },
    ];
    const { draft, missing, isCrowded } = repeatOrder(blank, former({ modificators }), prices);
    expect(draft.lines[0]).toMatchObject({ price: 490, note: "порезать на 8", modificators: [cheese] });
    expect([missing, isCrowded]).toEqual([["Трюфель (Маргарита)"], false]);
  });

  test("repeating an order — leaves out all modifiers of a dish that has none in the menu", () => {
    const { modificators: _, ...plain } = margherita;
    const modificators = [{ id: 1, modificatorId: 70, modificatorName: "Борт", price: 10, count: 2, amount: 20 }];
    const { draft, missing } = repeatOrder(blank, former({ modificators }), { items: [plain], base: null });
    expect([draft.lines[0]?.modificators, missing]).toEqual([[], ["Борт (Маргарита)"]]);
  });

  test("repeating an order — names the missing modifier of a dish that keeps several other modifiers", () => {
    const sold = [70, 71].map((id) => ({ id, name: `М${id}`, price: 10 }));
    const modificators = [70, 71, 99].map((modificatorId) => ({
      id: modificatorId,
      modificatorId,
      modificatorName: `М${modificatorId}`,
      price: 10,
      count: 2,
      amount: 20,
    }));
    const { draft, missing } = repeatOrder(blank, former({ modificators }), {
      items: [{ ...margherita, modificators: sold }],
      base: null,
    });
    expect(draft.lines[0]?.modificators.map(({ modificatorId }) => modificatorId)).toEqual([70, 71]);
    expect(missing).toEqual(["М99 (Маргарита)"]);
  });

  test("repeating an order — returns `isCrowded` if a line would exceed the maximum number of portions", () => {
    const many = former({ note: null, count: orderLimits.portions });
    expect(repeatOrder(blank, many, prices).isCrowded).toBe(false);
    const { draft, isCrowded } = repeatOrder(withLines(line({ count: 1 })), many, prices);
    expect([draft.lines.map(({ count }) => count), isCrowded]).toEqual([[orderLimits.portions], true]);
  });

  test("repeating an order — leaves out a dish that is no longer sold, and returns its name", () => {
    const { draft, missing } = repeatOrder(blank, former({ itemId: 404 }), prices);
    expect([draft.lines, missing]).toEqual([[], ["Маргарита"]]);
  });

  test("repeating a dine-in order — makes the draft dine-in if no address is typed and pickup is not chosen", () => {
    const inHall = { ...former(), isInHall: true };
    const wayAfter = (draft: Draft, order: ReturnType<typeof former> = inHall) => {
      const { zone, isInHall, street } = repeatOrder(draft, order, prices).draft;
      return { zone, isInHall, street };
    };
    expect(wayAfter(blank)).toEqual({ zone: null, isInHall: true, street: "" });
    expect(wayAfter(blank, former())).toEqual({ zone: "byAddress", isInHall: false, street: "" });
    const pickup = takePickup(blank, false);
    expect(wayAfter(pickup)).toEqual({ zone: null, isInHall: false, street: "" });
    const street = typeField(blank, "street", "ул. Тихая");
    expect(wayAfter(street)).toEqual({ zone: "byAddress", isInHall: false, street: "ул. Тихая" });
    expect(wayAfter({ ...blank, house: "7" })).toEqual({ zone: "byAddress", isInHall: false, street: "" });
    expect(wayAfter({ ...blank, street: " ", house: " " })).toEqual({ zone: null, isInHall: true, street: "" });
    expect(repeatOrder(blank, { ...former({ itemId: 404 }), isInHall: true }, prices).draft).toBe(blank);
  });
});

describe("problems of a draft", () => {
  test.each([
    ["", "phoneMissing"],
    ["8916", "phoneInvalid"],
  ])("the phone number %j gives the problem %s", (phone, code) => {
    expect(findProblems({ ...withLines(line()), phone })).toEqual({ phone: { code } });
  });

  test("missing lines, an invalid delivery phone and an unreadable date are problems of a draft", () => {
    const draft = { ...withLines(line()), phone: "89161234567" };
    expect(findProblems(draft)).toEqual({});
    expect(findProblems({ ...draft, deliveryPhone: "8916" })).toEqual({ deliveryPhone: { code: "phoneInvalid" } });
    expect(findProblems({ ...draft, deliveryPhone: "89161234567" })).toEqual({});
    expect(findProblems({ ...draft, dateText: "завтра" })).toEqual({ dateText: { code: "dateInvalid" } });
    expect(findProblems({ ...draft, lines: [] })).toEqual({ lines: { code: "noLines" } });
  });

  test("assignErrors — assigns the first message for each known field to the field, and lists the other messages separately", () => {
    expect(
      assignErrors({
        "items[0].count": "Много.",
        "items.1": "Ещё.",
        "/phone": "Не номер.",
        "": "Без поля.",
        other: "Иное.",
      }),
    ).toEqual({
      problems: { lines: { code: "refused", text: "Много." }, phone: { code: "refused", text: "Не номер." } },
      rest: ["Без поля.", "Иное."],
    });
  });
});

describe("merging a draft with another user's changes", () => {
  const base = withLines(line({ key: "line-11", id: 11 }));

  test("a merge removes a line that the other user removed, unless this user has changed the line", () => {
    expect(mergeDrafts({ base, mine: base, theirs: blank }).draft.lines).toEqual([]);
    const mine = withLines(line({ key: "line-11", id: 11, count: 5 }));
    expect(mergeDrafts({ base, mine, theirs: blank }).draft.lines).toEqual([
      line({ key: "line-11", id: null, count: 5 }),
    ]);
  });

  test("a line added by this user stays new after the merge", () => {
    const mine = withLines(...base.lines, line({ key: "new-1", itemId: 9 }));
    expect(mergeDrafts({ base, mine, theirs: base }).draft.lines.map(({ id }) => id)).toEqual([11, null]);
  });
});

describe("changes of the order editor's context", () => {
  const context = {
    target: { companyId: 1, orderId: 3517, call: null },
    draftName: "own",
    menu: assortment.menu,
    isCurrent: true,
    discounts: [],
    pricedDiscounts: [],
    delivery: null,
    order: savedOrder,
    base: toDraftBase(savedOrder),
    draft: toDraft(savedOrder),
    stored: null,
    intent: null,
    problems: {},
    failure: null,
    theirs: null,
    overlaps: [],
    notice: null,
    openedLine: null,
    savedAt: undefined,
    saved: null,
    isKept: true,
    destination: null,
  };

  test("emptyContext — has the cached menu and discounts, or an empty menu and no discounts", () => {
    const target = { companyId: 1, orderId: null, call: { id: 7, phone: "+79161234567" } };
    const bare = {
      ...context,
      target,
      menu: { categories: [], items: [] },
      isCurrent: false,
      order: null,
      base: null,
      draft: { ...blank, callId: 7, phone: "+79161234567" },
    };
    expect(emptyContext(target, "own", undefined)).toEqual(bare);
    const { menu, discounts } = assortment;
    const cached = { ...bare, menu, discounts, pricedDiscounts: discounts };
    expect(emptyContext(target, "own", assortment)).toEqual(cached);
  });

  test("isDueInPast — is true only for a due time more than one minute before the save", () => {
    const dueAt = (date: string | null) =>
      isDueInPast({ ...context, draft: { ...context.draft, date } }, "2026-11-21T12:00:00.000Z");
    expect(dueAt("2026-11-21T11:58:59.999Z")).toBe(true);
    expect(dueAt("2026-11-21T11:59:00.000Z")).toBe(false);
    expect(dueAt(null)).toBe(false);
  });

  test("toDraftRecord — contains the key of the unfinished save, and the time of the save if it is known", () => {
    const { target, draft, base, draftName } = context;
    const request = { target, draft, base, draftName };
    const recordOf = (at?: string) =>
      toDraftRecord({ ...context, intent: { key: "12345678", request: { ...request, ...(at && { at }) } } });
    expect(recordOf()).toStrictEqual({ draft, base, intent: { key: "12345678" } });
    const at = "2026-11-21T12:00:00.000Z";
    expect(recordOf(at)).toStrictEqual({ draft, base, intent: { key: "12345678", at } });
    expect(toDraftRecord(context)).toStrictEqual({ draft, base, intent: null });
  });

  test("splitOpenedLine — splits no line if no line is open", () => {
    expect(splitOpenedLine(context)).toBe("single");
  });

  test("explainRefusal — appends the messages of unknown fields to the message of the refusal", () => {
    const errors = { phone: "Номер занят.", other: "Иное.", operatorPhoneCallId: "Нет звонка." };
    const failure = { kind: "refused", message: "Нельзя.", errors, traceId: "t1" } as const;
    expect(explainRefusal(failure)).toEqual({
      problems: { phone: { code: "refused", text: "Номер занят." } },
      failure: { ...failure, message: "Нельзя. Иное. Нет звонка." },
    });
  });

  test("takeMerged, rebaseDraft and resumeDraft — return no change if there is no conflict and no stored draft", () => {
    const merged = { draft: blank, overlaps: [] };
    expect([takeMerged(context, merged), rebaseDraft(context, "mine"), resumeDraft(context)]).toEqual([{}, {}, {}]);
  });

  test("isSameSave — is true only if the draft equals the draft of the unfinished save", () => {
    const { target, draft, base, draftName } = context;
    const intent = { key: "12345678", request: { target, draft, base, draftName } };
    expect(isSameSave({ ...context, intent })).toBe(true);
    expect(isSameSave({ ...context, intent, draft: { ...draft, note: "иначе" } })).toBe(false);
    expect(isSameSave(context)).toBe(false);
  });

  test("rebaseDraft — makes the other user's order the base of the chosen draft", () => {
    const theirs = anOrder({ ...savedOrder, version: 9, note: "их" });
    const stale = { ...context, theirs, overlaps: ["note"], draft: { ...context.draft, note: "моё" } };
    expect(rebaseDraft(stale, "mine")).toMatchObject({ draft: { note: "моё" }, base: { version: 9 }, overlaps: [] });
    expect(rebaseDraft(stale, "theirs")).toMatchObject({ draft: { note: "их" }, base: { version: 9 }, theirs: null });
  });
});

test("toOrderMenu — returns an active menu unchanged, and an empty menu if the root category is inactive", () => {
  const menu = { categories: sampleCategories, items: [margherita, juice] };
  expect(toOrderMenu(menu)).toEqual(menu);
  const [pizza, drinks] = sampleCategories;
  if (!pizza || !drinks) throw new Error("The samples have two categories");
  const closed = toOrderMenu({
    ...menu,
    categories: [
      { ...pizza, isActive: false },
      { ...drinks, parentId: 2 },
    ],
  });
  expect(closed).toEqual({ categories: [], items: [] });
});
