import { describe, expect, test } from "vitest";
import { blankDraft } from "#machines/orders/editor/draft.ts";
import { toDraft } from "#machines/orders/editor/draftOrder.ts";
import { differingPreview, previewOf } from "#machines/orders/editor/orderEditor.ts";
import { FakeServer, givenEditor, settle, typeOrder } from "../support/machines/orderEditorFixtures.ts";
import { address, juice, margherita, maria, savedOrder, tenPercent } from "../support/machines/orderEditorSamples.ts";

const typed = { ...blankDraft(null), phone: "89161234567", note: "позвонить" };
const storedOf = (draft = typed, key?: string) => ({
  savedAt: 0,
  record: { draft, base: null, intent: key === undefined ? null : { key } },
});

describe("opening", () => {
  test("a new order begins blank", async () => {
    const { editor, context } = await givenEditor();
    expect(editor.getSnapshot().matches("editing")).toBe(true);
    expect(context().draft).toEqual(blankDraft(null));
  });

  test("a new order from a call is pre-filled with the call's id and number", async () => {
    const { context } = await givenEditor({ call: { id: 44, phone: "+79161234567" } });
    expect(context().draft).toMatchObject({ callId: 44, phone: "+79161234567" });
  });

  test("an edited order begins as it was saved", async () => {
    const { context } = await givenEditor({ order: savedOrder });
    expect(context().draft).toMatchObject({ street: "ул. Садовая", change: "5000", persons: "3", tags: [1] });
    expect(context().base?.version).toBe(7);
  });

  test("a closed order cannot be edited", async () => {
    const { editor } = await givenEditor({ order: { ...savedOrder, isClosed: true, isEditable: false } });
    expect(editor.getSnapshot().value).toBe("closed");
  });

  test("an order that is not editable cannot be edited", async () => {
    const { editor } = await givenEditor({ order: { ...savedOrder, isEditable: false } });
    expect(editor.getSnapshot().value).toBe("uneditable");
  });

  test("an unknown order, or one of another company, is said to be unknown", async () => {
    const { editor } = await givenEditor({ open: async () => ({ kind: "unknown" }) });
    expect(editor.getSnapshot().value).toBe("unknown");
  });

  test("what could not be read can be asked for again", async () => {
    const refusal = { message: "Сервер не отвечает.", errors: {}, traceId: undefined };
    const { editor, context } = await givenEditor({ open: async () => ({ kind: "failed", refusal }) });
    expect(editor.getSnapshot().value).toBe("failed");
    expect(context().refusal?.message).toBe("Сервер не отвечает.");
    editor.send({ type: "open.retry" });
    expect(editor.getSnapshot().value).toBe("opening");
  });

  test("what could not be read is asked for when calls are answered again", async () => {
    const refusal = { message: "Сервер не отвечает.", errors: {}, traceId: undefined };
    const { editor } = await givenEditor({ open: async () => ({ kind: "failed", refusal }) });
    editor.send({ type: "network.online" });
    expect(editor.getSnapshot().value).toBe("opening");
  });

  test("a fault of the store does not kill the editor", async () => {
    const { editor } = await givenEditor({ open: () => Promise.reject(new Error("malformed")) });
    expect(editor.getSnapshot().value).toBe("failed");
  });
});

describe("while nobody answers", () => {
  test("a phone is taken down without the menu, which comes when calls are answered again", async () => {
    const { editor, context } = await givenEditor({ isOutdated: true });
    editor.send({ type: "draft.type", field: "phone", text: "89161234567" });
    expect(context().menu.items).toEqual([]);
    editor.send({ type: "network.online" });
    await settle();
    expect(context()).toMatchObject({
      isCurrent: true,
      pricedDiscounts: [tenPercent],
      draft: { phone: "89161234567" },
    });
    editor.send({ type: "draft.add", itemId: margherita.id, categoryId: null });
    expect(context().draft.lines).toHaveLength(1);
  });

  test("the menu is asked for every 5 s until it comes", async () => {
    const answers = [
      () => Promise.reject(new Error("away")),
      async () => ({ menu: { categories: [], items: [margherita] }, discounts: [] }),
    ];
    const readAssortment = async () => (answers.shift() ?? (() => Promise.reject(new Error("asked too often"))))();
    const { editor, context, wait } = await givenEditor({ isOutdated: true, readAssortment });
    await wait(5_000);
    expect(context().isCurrent).toBe(false);
    await wait(5_000);
    expect(context().isCurrent).toBe(true);
    await wait(60_000);
    expect(editor.getSnapshot().matches({ editing: { stocking: "current" } })).toBe(true);
  });
});

describe("the phone and the customer", () => {
  test("the customer is looked up when a valid phone changes, once for the forms of one number", async () => {
    const asked: string[] = [];
    const lookUp = async (phone: string) => {
      asked.push(phone);
      return maria;
    };
    const { editor } = await givenEditor({ lookUp });
    for (const text of ["8916123456", "89161234567", "+79161234567"]) {
      editor.send({ type: "draft.type", field: "phone", text });
      await settle();
    }
    expect(asked).toEqual(["+79161234567"]);
    const customer = editor.getSnapshot().children.customer?.getSnapshot();
    expect(customer?.value).toBe("known");
    expect(customer?.context.customer).toEqual(maria);
  });

  test("typing on aborts the look-up of the number before", async () => {
    const signals: AbortSignal[] = [];
    const { editor } = await givenEditor({
      lookUp: (_, signal) => {
        signals.push(signal);
        return new Promise(() => {});
      },
    });
    editor.send({ type: "draft.type", field: "phone", text: "89161234567" });
    editor.send({ type: "draft.type", field: "phone", text: "8916123456" });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(editor.getSnapshot().children.customer?.getSnapshot().value).toBe("unasked");
  });

  test("a number that nobody ordered with is a new client", async () => {
    const { editor } = await givenEditor({ call: { id: 1, phone: "89161234567" }, lookUp: async () => null });
    await settle();
    expect(editor.getSnapshot().children.customer?.getSnapshot().value).toBe("newcomer");
  });

  test("a failing look-up never disturbs", async () => {
    const { editor, context } = await givenEditor({ lookUp: () => Promise.reject(new Error("away")) });
    typeOrder({ editor } as Awaited<ReturnType<typeof givenEditor>>);
    await settle();
    expect(editor.getSnapshot().children.customer?.getSnapshot().value).toBe("absent");
    expect(editor.getSnapshot().matches("editing")).toBe(true);
    expect(context().draft.lines).toHaveLength(1);
  });

  test("a look-up that failed is done again when calls are answered again", async () => {
    const answers = [() => Promise.reject(new Error("away")), async () => maria];
    const lookUp = async () => (answers.shift() ?? (async () => null))();
    const { editor } = await givenEditor({ call: { id: 1, phone: "89161234567" }, lookUp });
    await settle();
    expect(editor.getSnapshot().children.customer?.getSnapshot().value).toBe("absent");
    editor.send({ type: "network.online" });
    await settle();
    expect(editor.getSnapshot().children.customer?.getSnapshot().value).toBe("known");
  });

  test("a former address is taken whole", async () => {
    const { editor, context } = await givenEditor();
    editor.send({ type: "draft.type", field: "entrance", text: "9" });
    editor.send({ type: "draft.address", address });
    expect(context().draft).toMatchObject({
      street: "ул. Лесная",
      house: "3",
      apartment: "15",
      floor: "4",
      entrance: "",
    });
  });

  test("a former order is repeated at the prices of today, and what is sold no more is named", async () => {
    const gone = { ...savedOrder.items[0], id: 12, itemId: 999, name: "Окрошка" } as (typeof savedOrder.items)[0];
    const readOrder = async () => ({ ...savedOrder, items: [...savedOrder.items, gone] });
    const { editor, context, emitted, wait, disk } = await givenEditor({ readOrder });
    editor.send({ type: "order.repeat", orderId: 3517 });
    await settle();
    expect(context().draft.lines).toMatchObject([{ name: "Маргарита", count: 2, price: 490, id: null }]);
    expect(context().notice).toContain("Окрошка");
    expect(emitted).toContainEqual({ type: "toast", text: "Позиции заказа №17 добавлены." });
    await wait(50);
    expect(disk.stored?.record.draft.lines).toHaveLength(1);
  });

  test("a former order's modifier that is sold no more is named with its dish", async () => {
    const [line] = savedOrder.items;
    if (!line) throw new Error("the order has a line");
    const former = { id: 1, modificatorId: 999, modificatorName: "Барбекю", price: 30, count: 1, amount: 30 };
    const readOrder = async () => ({ ...savedOrder, items: [{ ...line, modificators: [former] }] });
    const { editor, context } = await givenEditor({ readOrder });
    editor.send({ type: "order.repeat", orderId: 3517 });
    await settle();
    expect(context().draft.lines).toMatchObject([{ name: "Маргарита", modificators: [] }]);
    expect(context().notice).toBe("Больше не продаётся: Барбекю (Маргарита).");
  });

  test("a former order of which nothing is sold any more adds nothing, and is not said to", async () => {
    const gone = { ...savedOrder.items[0], itemId: 999, name: "Окрошка" } as (typeof savedOrder.items)[0];
    const { editor, context, emitted } = await givenEditor({
      readOrder: async () => ({ ...savedOrder, items: [gone] }),
    });
    editor.send({ type: "order.repeat", orderId: 3517 });
    await settle();
    expect([context().draft.lines, context().notice, emitted]).toEqual([[], "Больше не продаётся: Окрошка.", []]);
  });

  test("a former order that cannot be read changes nothing", async () => {
    const { editor, context } = await givenEditor({ readOrder: () => Promise.reject(new Error("away")) });
    editor.send({ type: "order.repeat", orderId: 3517 });
    await settle();
    expect(context().draft.lines).toEqual([]);
    expect(context().notice).not.toBe("");
  });
});

describe("the due time", () => {
  test("a text that nobody has read holds the order back and is kept with the draft; a date takes its place", async () => {
    const { editor, context } = await givenEditor({ order: savedOrder });
    editor.send({ type: "draft.type", field: "dateText", text: "23:5" });
    expect(context().draft).toMatchObject({ dateText: "23:5", date: "2026-11-21T10:50:00.000Z" });
    editor.send({ type: "order.save" });
    expect(editor.getSnapshot().matches("editing")).toBe(true);
    expect(context().problems).toEqual({ dateText: "Неверная дата." });
    editor.send({ type: "draft.date", date: "2026-11-21T20:50:00.000Z" });
    expect(context().draft).toMatchObject({ dateText: "", date: "2026-11-21T20:50:00.000Z" });
    expect(context().problems.dateText).toBeUndefined();
  });
});

describe("the address", () => {
  test("streets are asked for when the typing pauses", async () => {
    const asked: string[] = [];
    const search = async (street: string) => {
      asked.push(street);
      return [{ street: "ул. Садовая", house: "12" }];
    };
    const { editor, wait } = await givenEditor({ search });
    for (const text of ["с", "са", "сад"]) editor.send({ type: "draft.type", field: "street", text });
    await wait(150);
    expect(asked).toEqual(["сад"]);
    const { suggestions } = editor.getSnapshot().children.address?.getSnapshot().context ?? {};
    expect(suggestions).toEqual({ streets: ["ул. Садовая"], houses: ["12"] });
  });

  test("when the search does not answer, typing goes on undisturbed", async () => {
    const { editor, wait, context } = await givenEditor({ search: () => Promise.reject(new Error("away")) });
    editor.send({ type: "draft.type", field: "street", text: "садовая" });
    await wait(150);
    editor.send({ type: "draft.type", field: "street", text: "садовая у" });
    expect(context().draft.street).toBe("садовая у");
    expect(editor.getSnapshot().children.address?.getSnapshot().context.suggestions.streets).toEqual([]);
  });
});

describe("the lines", () => {
  test("the same dish again raises its count, and the total follows at once", async () => {
    const { editor, context } = await givenEditor();
    editor.send({ type: "draft.add", itemId: margherita.id, categoryId: null });
    editor.send({ type: "draft.add", itemId: margherita.id, categoryId: null });
    editor.send({ type: "draft.add", itemId: juice.id, categoryId: null });
    expect(context().draft.lines.map(({ count }) => count)).toEqual([2, 1]);
    expect(previewOf(context()).amount).toBe(1116.33);
  });

  test("a count of 0 removes the line", async () => {
    const { editor, context } = await givenEditor();
    editor.send({ type: "draft.add", itemId: juice.id, categoryId: null });
    editor.send({ type: "draft.count", key: "new-1", count: 0 });
    expect(context().draft.lines).toEqual([]);
  });

  test("a line keeps the price it was ordered at until the line itself is changed", async () => {
    const { editor, context } = await givenEditor({ order: savedOrder });
    const price = () => context().draft.lines[0]?.price;
    editor.send({ type: "draft.note", key: "line-11", note: "острее" });
    expect(price()).toBe(450);
    editor.send({ type: "draft.count", key: "line-11", count: 3 });
    expect(price()).toBe(490);
    editor.send({ type: "draft.count", key: "line-11", count: 2 });
    expect(price()).toBe(450);
  });

  test("a removed dish in an old order is kept with its price", async () => {
    const [line] = savedOrder.items;
    if (!line) throw new Error("No line");
    const order = { ...savedOrder, items: [{ ...line, itemId: 999, isRemoved: true }] };
    const { editor, context } = await givenEditor({ order });
    editor.send({ type: "draft.count", key: "line-11", count: 1 });
    expect(context().draft.lines).toMatchObject([{ isRemoved: true, count: 1, price: 450 }]);
  });

  test("a modifier that every unit has stays with every unit", async () => {
    const { editor, context } = await givenEditor();
    editor.send({ type: "draft.add", itemId: margherita.id, categoryId: null });
    const crust = { modificatorId: 70, name: "Сырный борт", price: 60, count: 1 };
    editor.send({ type: "draft.modify", key: "new-1", modificators: [crust] });
    editor.send({ type: "draft.count", key: "new-1", count: 3 });
    expect(context().draft.lines[0]?.modificators[0]?.count).toBe(3);
    expect(previewOf(context()).amount).toBe(1650);
  });

  test("a line with a note stays apart from a plain one of the same dish", async () => {
    const { editor, context } = await givenEditor();
    editor.send({ type: "draft.add", itemId: margherita.id, categoryId: null });
    editor.send({ type: "draft.note", key: "new-1", note: "без лука" });
    editor.send({ type: "draft.add", itemId: margherita.id, categoryId: null });
    expect(context().draft.lines.map(({ note }) => note)).toEqual(["без лука", ""]);
  });
});

describe("what a field does not take whole", () => {
  test("is said at the field, until something is typed that it takes", async () => {
    const { editor, context } = await givenEditor();
    const type = (field: "note" | "phone" | "persons", text: string) => {
      editor.send({ type: "draft.type", field, text });
      return context().problems[field];
    };
    expect(type("note", "я".repeat(2001))).toBe("Не больше 2000 знаков: остальное не вошло.");
    expect(context().draft.note).toHaveLength(2000);
    expect(type("note", "я".repeat(1999))).toBeUndefined();
    expect(type("phone", "8 916 123-45-67 и 8 916 123-45-68")).toBe("Вставленное не похоже на один номер.");
    expect(context().draft.phone).toBe("");
    expect(type("phone", "8 916 123-45-67")).toBeUndefined();
    expect(type("persons", "1234")).toBe("Не больше 3 знаков: остальное не вошло.");
  });

  test("a single key that a phone does not take needs no word", async () => {
    const { editor, context } = await givenEditor();
    editor.send({ type: "draft.type", field: "phone", text: "89161234567" });
    editor.send({ type: "draft.type", field: "phone", text: "891612345678" });
    expect(context().problems.phone).toBeUndefined();
    expect(context().draft.phone).toBe("89161234567");
  });

  test("more portions or lines than an order may have are not taken without a word", async () => {
    const { editor, context } = await givenEditor();
    editor.send({ type: "draft.add", itemId: margherita.id, categoryId: null });
    const [line] = context().draft.lines;
    editor.send({ type: "draft.count", key: line?.key ?? "", count: 1000 });
    expect(context().notice).toBe("");
    editor.send({ type: "draft.add", itemId: margherita.id, categoryId: null });
    expect(context().notice).toContain("не больше 1000 порций");
    editor.send({ type: "notice.close" });
    editor.send({ type: "draft.count", key: line?.key ?? "", count: 1001 });
    expect(context()).toMatchObject({ draft: { lines: [{ count: 1000 }] } });
    expect(context().notice).toContain("не больше 1000 порций");
  });

  test("a former order that finds no room is not said to be repeated whole", async () => {
    const [line] = savedOrder.items;
    if (!line) throw new Error("the order has a line");
    const readOrder = async () => ({ ...savedOrder, items: [{ ...line, note: null, modificators: [], count: 999 }] });
    const { editor, context } = await givenEditor({ readOrder });
    editor.send({ type: "order.repeat", orderId: 3517 });
    await settle();
    expect(context().notice).toBe("");
    editor.send({ type: "order.repeat", orderId: 3517 });
    await settle();
    expect(context().draft.lines).toMatchObject([{ count: 1000 }]);
    expect(context().notice).toContain("не больше 1000 порций");
  });
});

describe("discounts", () => {
  test("a chosen discount counts at once", async () => {
    const { editor, context } = await givenEditor();
    editor.send({ type: "draft.add", itemId: margherita.id, categoryId: null });
    editor.send({ type: "draft.discount", discountId: 1 });
    expect(previewOf(context()).amount).toBe(441);
  });

  test("the total is recalculated 200 ms after the discount list changes", async () => {
    const { editor, context, wait } = await givenEditor({ readDiscounts: async () => [{ ...tenPercent, value: 20 }] });
    editor.send({ type: "draft.add", itemId: margherita.id, categoryId: null });
    editor.send({ type: "draft.discount", discountId: 1 });
    editor.send({ type: "discounts.refresh" });
    await settle();
    await wait(199);
    expect(previewOf(context()).amount).toBe(441);
    await wait(1);
    expect(previewOf(context()).amount).toBe(392);
  });

  test("a list that cannot be read leaves the one before", async () => {
    const { editor, context, wait } = await givenEditor({ readDiscounts: () => Promise.reject(new Error("away")) });
    editor.send({ type: "discounts.refresh" });
    await settle();
    await wait(200);
    expect(context().pricedDiscounts).toEqual([tenPercent]);
  });
});

describe("the draft survives", () => {
  test("a key is on the disk at most 100 ms after it was pressed, however fast one types on", async () => {
    const { editor, disk, wait } = await givenEditor();
    for (const text of ["п", "по", "поз", "позв", "позво"]) {
      editor.send({ type: "draft.type", field: "note", text });
      await wait(20);
    }
    expect(disk.stored?.record.draft.note).toMatch(/^поз/);
    await wait(100);
    expect(disk.stored?.record.draft.note).toBe("позво");
  });

  test("it is flushed when the page is hidden", async () => {
    const { editor, disk } = await givenEditor();
    editor.send({ type: "draft.type", field: "note", text: "x" });
    editor.send({ type: "page.hide" });
    await settle();
    expect(disk.stored?.record.draft.note).toBe("x");
  });

  test("it is offered again on return, and taken up", async () => {
    const { editor, context } = await givenEditor({ stored: storedOf() });
    expect(editor.getSnapshot().value).toBe("offering");
    editor.send({ type: "stored.restore" });
    expect(context().draft).toEqual(typed);
  });

  test("it is deleted when the operator drops it", async () => {
    const { editor, context, disk } = await givenEditor({ stored: storedOf() });
    editor.send({ type: "stored.drop" });
    await settle();
    expect(editor.getSnapshot().matches("editing")).toBe(true);
    expect(context().draft).toEqual(blankDraft(null));
    expect(disk.stored).toBeNull();
  });

  test("one that holds nothing new is not offered", async () => {
    const { editor } = await givenEditor({ stored: storedOf(blankDraft(null)) });
    expect(editor.getSnapshot().matches("editing")).toBe(true);
  });

  test("a disk that refuses is said, and the order can be saved all the same", async () => {
    const world = await givenEditor({ keep: () => Promise.reject(new Error("full")) });
    typeOrder(world);
    await world.wait(50);
    expect(world.context().isKept).toBe(false);
    world.editor.send({ type: "order.save" });
    await settle();
    expect(world.editor.getSnapshot().value).toBe("saved");
  });
});

describe("leaving", () => {
  test("without changes nothing is asked", async () => {
    const { editor, emitted } = await givenEditor();
    editor.send({ type: "leave.ask", to: "/Company/1" });
    expect(emitted).toEqual([{ type: "screen.leave", to: "/Company/1" }]);
  });

  test("with unsaved changes it asks, and staying loses nothing", async () => {
    const { editor, emitted, context } = await givenEditor();
    editor.send({ type: "draft.type", field: "note", text: "x" });
    editor.send({ type: "leave.ask", to: "/Company/1" });
    expect(editor.getSnapshot().matches({ editing: { leaving: "asking" } })).toBe(true);
    editor.send({ type: "leave.stay" });
    expect(emitted).toEqual([]);
    expect(context().draft.note).toBe("x");
    expect(context().destination).toBeNull();
  });

  test("while the order is being sent is put off, in words", async () => {
    const server = Object.assign(new FakeServer(), { save: () => new Promise<never>(() => {}) });
    const world = await givenEditor({ server });
    const { editor, emitted } = world;
    typeOrder(world);
    editor.send({ type: "order.save" });
    await settle();
    editor.send({ type: "leave.ask", to: "/Company/1" });
    expect(editor.getSnapshot().matches({ sending: "submitting" })).toBe(true);
    expect(emitted).toEqual([{ type: "toast", text: "Заказ сохраняется, подождите ответа." }]);
  });

  test("the draft can be left for later", async () => {
    const { editor, emitted, disk } = await givenEditor();
    editor.send({ type: "draft.type", field: "note", text: "x" });
    editor.send({ type: "leave.ask", to: null });
    editor.send({ type: "leave.keep" });
    await settle();
    expect(disk.stored?.record.draft.note).toBe("x");
    expect(emitted).toEqual([{ type: "screen.leave", to: null }]);
  });

  test("the draft can be dropped", async () => {
    const { editor, emitted, disk, wait } = await givenEditor();
    editor.send({ type: "draft.type", field: "note", text: "x" });
    await wait(50);
    editor.send({ type: "leave.ask", to: null });
    editor.send({ type: "leave.drop" });
    await settle();
    expect(disk.stored).toBeNull();
    expect(emitted).toEqual([{ type: "screen.leave", to: null }]);
  });
});

describe("saving", () => {
  test("an empty order and a wrong phone are explained at their fields; Save is never silently dead", async () => {
    const { editor, context, server } = await givenEditor();
    editor.send({ type: "draft.type", field: "phone", text: "8916" });
    editor.send({ type: "order.save" });
    expect(Object.keys(context().problems).sort()).toEqual(["lines", "phone"]);
    expect(server.attempts).toEqual([]);
    editor.send({ type: "draft.type", field: "phone", text: "89161234567" });
    expect(context().problems.phone).toBeUndefined();
    expect(context().problems.lines).toBeDefined();
  });

  test("the key is on the disk with the draft before the first attempt", async () => {
    const world = await givenEditor();
    const onDisk: (string | undefined)[] = [];
    const { save } = world.server;
    Object.assign(world.server, {
      save: (attempt: Parameters<typeof save>[0]) => {
        onDisk.push(world.disk.stored?.record.intent?.key);
        return save(attempt);
      },
    });
    typeOrder(world);
    world.editor.send({ type: "order.save" });
    await settle();
    expect(onDisk).toEqual([world.server.attempts[0]?.key]);
  });

  test("a double click sends once", async () => {
    const world = await givenEditor();
    typeOrder(world);
    world.editor.send({ type: "order.save" });
    world.editor.send({ type: "order.save" });
    await settle();
    expect(world.server.attempts).toHaveLength(1);
  });

  test("the saved order is shown with its number, id and total, and the draft is deleted", async () => {
    const world = await givenEditor();
    typeOrder(world);
    await world.wait(50);
    world.editor.send({ type: "order.save" });
    await settle();
    expect(world.editor.getSnapshot().value).toBe("saved");
    expect(world.context().saved).toMatchObject({ internalId: 17, id: 5000, amount: 490 });
    expect(world.disk.stored).toBeNull();
    expect(differingPreview(world.context())).toBeUndefined();
  });

  test("a saved total that differs from the preview is said", async () => {
    const world = await givenEditor();
    world.server.amountOff = 10;
    typeOrder(world);
    world.editor.send({ type: "order.save" });
    await settle();
    expect(differingPreview(world.context())).toBe(490);
  });

  test("a refused save returns to editing with the sentences at their fields, and the next one has a new key", async () => {
    const world = await givenEditor();
    world.server.moods = ["refuses"];
    typeOrder(world);
    world.editor.send({ type: "order.save" });
    await settle();
    expect(world.editor.getSnapshot().matches("editing")).toBe(true);
    expect(world.context().problems.phone).toBe("Номер занят.");
    expect(world.context().refusal).toMatchObject({ message: "Нельзя.", traceId: "t1" });
    await world.wait(50);
    expect(world.disk.stored?.record.intent).toBeNull();
    world.editor.send({ type: "order.save" });
    await settle();
    const [first, second] = world.server.attempts;
    expect(first?.key).not.toBe(second?.key);
    expect(world.server.size).toBe(1);
  });

  test("when nobody answers it verifies with the same key, and a booked order is found, not taken twice", async () => {
    const world = await givenEditor();
    world.server.moods = ["lost", "silent", "answers"];
    typeOrder(world);
    world.editor.send({ type: "order.save" });
    await settle();
    expect(world.editor.getSnapshot().hasTag("doubtful")).toBe(true);
    expect(world.editor.getSnapshot().hasTag("editable")).toBe(false);
    await world.wait(5000);
    world.editor.send({ type: "order.ask" });
    await settle();
    expect(world.editor.getSnapshot().value).toBe("saved");
    expect(new Set(world.server.attempts.map(({ key }) => key)).size).toBe(1);
    expect(world.server.attempts).toHaveLength(3);
    expect(world.server.size).toBe(1);
  });

  test("after a reload the save under way is asked for first, with the same key", async () => {
    const before = await givenEditor();
    before.server.moods = ["lost"];
    typeOrder(before);
    before.editor.send({ type: "order.save" });
    await settle();
    before.editor.stop();
    const after = await givenEditor({ server: before.server, disk: before.disk });
    await settle();
    expect(after.editor.getSnapshot().value).toBe("saved");
    expect(new Set(after.server.attempts.map(({ key }) => key)).size).toBe(1);
    expect(after.server.size).toBe(1);
  });

  test("leaving in doubt keeps the intent for the next opening", async () => {
    const world = await givenEditor();
    world.server.moods = ["silent"];
    typeOrder(world);
    world.editor.send({ type: "order.save" });
    await settle();
    world.editor.send({ type: "leave.ask", to: null });
    expect(world.emitted).toEqual([{ type: "screen.leave", to: null }]);
    expect(world.disk.stored?.record.intent?.key).toBe(world.server.attempts[0]?.key);
  });

  test("an edited order is sent with the version it began from", async () => {
    const world = await givenEditor({ order: savedOrder });
    world.editor.send({ type: "draft.type", field: "note", text: "у подъезда" });
    world.editor.send({ type: "order.save" });
    await settle();
    expect(world.server.attempts).toMatchObject([{ version: 7, place: { orderId: 3517 } }]);
  });

  test("an edited order without changes is not sent", async () => {
    const world = await givenEditor({ order: savedOrder });
    world.editor.send({ type: "order.save" });
    await settle();
    expect(world.server.attempts).toEqual([]);
    expect(world.emitted).toEqual([
      { type: "toast", text: "Изменений нет." },
      { type: "screen.leave", to: null },
    ]);
  });
});

describe("two operators on one order", () => {
  const theirs = { ...savedOrder, version: 8, note: "домофон не работает", persons: 4 };
  const givenConflict = async (order = theirs) => {
    const world = await givenEditor({ order: savedOrder });
    world.server.current = order;
    world.server.moods = ["stale"];
    world.editor.send({ type: "draft.type", field: "persons", text: "5" });
    world.editor.send({ type: "draft.type", field: "house", text: "14" });
    world.editor.send({ type: "order.save" });
    await settle();
    return world;
  };

  test("a stale save shows what the other one saved", async () => {
    const { editor, context } = await givenConflict();
    expect(editor.getSnapshot().value).toBe("conflicting");
    expect(context().theirs).toEqual(theirs);
  });

  test("merging keeps both changes, ours where both touched the same", async () => {
    const { editor, context, server } = await givenConflict();
    editor.send({ type: "conflict.merge" });
    expect(context().draft).toMatchObject({ house: "14", note: "домофон не работает", persons: "5" });
    expect(context().overlaps).toEqual(["persons"]);
    editor.send({ type: "order.save" });
    await settle();
    expect(server.attempts.at(-1)?.version).toBe(8);
    expect(new Set(server.attempts.map(({ key }) => key)).size).toBe(2);
    expect(editor.getSnapshot().value).toBe("saved");
  });

  test("our version can be put on top of theirs", async () => {
    const { editor, context } = await givenConflict();
    editor.send({ type: "conflict.mine" });
    expect(context().draft).toMatchObject({ house: "14", note: "", persons: "5" });
    expect(context().base?.version).toBe(8);
  });

  test("their version can be taken over", async () => {
    const { editor, context } = await givenConflict();
    editor.send({ type: "conflict.theirs" });
    expect(context().draft).toEqual(toDraft(theirs));
  });

  test("the decision can be put off; the next save asks again", async () => {
    const { editor, server, context } = await givenConflict();
    editor.send({ type: "conflict.later" });
    expect(context().draft).toMatchObject({ house: "14", persons: "5" });
    server.moods = ["stale"];
    editor.send({ type: "order.save" });
    await settle();
    expect(editor.getSnapshot().value).toBe("conflicting");
  });

  test("when theirs is closed nothing can be merged, and the draft goes", async () => {
    const { editor, disk } = await givenConflict({ ...theirs, isClosed: true, isEditable: false });
    editor.send({ type: "conflict.merge" });
    expect(editor.getSnapshot().value).toBe("conflicting");
    editor.send({ type: "conflict.theirs" });
    await settle();
    expect(editor.getSnapshot().value).toBe("closed");
    expect(disk.stored).toBeNull();
  });
});
