import { describe, expect, test } from "vitest";
import type { EventFrom } from "xstate";
import { ApiProblem, NoAnswer } from "#api/client.ts";
import { blankDraft, type Draft, type StoredDraft } from "#machines/orders/editor/draft.ts";
import { toDraft, toOrderSave } from "#machines/orders/editor/draftOrder.ts";
import { differingPreview, previewOf } from "#machines/orders/editor/editorContext.ts";
import type { EditorFacts } from "#machines/orders/editor/editorReasons.ts";
import { orderEditorMachine, reasonNotToSave } from "#machines/orders/editor/orderEditor.machine.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";
import {
  allFacts,
  Disk,
  type EditorOptions,
  FakeServer,
  flushWrites,
  givenEditor,
  saveOrder,
  typeOrder,
} from "../support/machines/orderEditorFixtures.ts";
import {
  address,
  aFailure,
  assortment,
  calzone,
  juice,
  margherita,
  maria,
  savedLine,
  savedOrder,
  tenPercent,
} from "../support/machines/orderEditorSamples.ts";

const typed = { ...blankDraft(null), phone: "89161234567", note: "позвонить" };

const storedOf = (draft: Draft = typed, key?: string): StoredDraft => ({
  savedAt: 0,
  record: { draft, base: null, intent: key === undefined ? null : { key } },
});

const pending = () => new Promise<never>(() => {});

/** Returns a function that gives the answers in turn and throws after the last one. */
const inTurn = <Answer>(...answers: (() => Promise<Answer>)[]) => {
  const left = [...answers];
  return async (): Promise<Answer> => {
    const next = left.shift();
    if (!next) throw new Error("There is no further answer");
    return next();
  };
};

describe("opening the order editor", () => {
  const givenUnread = async (error: Error) => {
    let reads = 0;
    const readOrder = async () => {
      reads += 1;
      throw error;
    };
    return { ...(await givenEditor({ order: savedOrder, readOrder })), reads: () => reads };
  };

  test("a new order begins with a blank draft", async () => {
    const { editor, context } = await givenEditor();
    expect(editor.getSnapshot().matches("editing")).toBe(true);
    expect(context().draft).toEqual(blankDraft(null));
  });

  test("a new order from a call begins with the id and the phone number of the call", async () => {
    const { context } = await givenEditor({ call: { id: 44, phone: "+79161234567" } });
    expect(context().draft).toMatchObject({ callId: 44, phone: "+79161234567" });
  });

  test("the draft of a stored order begins with the stored fields and lines", async () => {
    const { context } = await givenEditor({ order: savedOrder });
    expect(context().draft).toMatchObject({ street: "ул. Садовая", change: "5000", persons: "3", tags: [1] });
    expect(context().base?.version).toBe(7);
  });

  test("a closed order cannot be edited", async () => {
    const { editor } = await givenEditor({ order: { ...savedOrder, isClosed: true, isEditable: false } });
    expect(editor.getSnapshot().value).toBe("closed");
  });

  test("an order with a status that is not editable cannot be edited", async () => {
    const { editor } = await givenEditor({ order: { ...savedOrder, isEditable: false } });
    expect(editor.getSnapshot().value).toBe("uneditable");
  });

  test("an order that does not exist leads to the state 'unknown'", async () => {
    const { editor } = await givenEditor({
      order: savedOrder,
      readOrder: () => Promise.reject(new ApiProblem(404, "Не найдено.")),
    });
    expect(editor.getSnapshot().value).toBe("unknown");
  });

  test("a new order in a company that does not exist leads to the state 'unknown'", async () => {
    const { editor } = await givenEditor({ readAssortment: () => Promise.reject(new ApiProblem(404, "Не найдено.")) });
    expect(editor.getSnapshot().value).toBe("unknown");
  });

  test("a failed read of the order is retried on request", async () => {
    const readOrder = inTurn(
      () => Promise.reject(new ApiProblem(403, "Нельзя.")),
      async () => savedOrder,
    );
    const { editor, context } = await givenEditor({ order: savedOrder, readOrder });
    expect(editor.getSnapshot().value).toBe("failed");
    expect(context().failure?.message).toBe("Нельзя.");
    editor.send({ type: "open.retry" });
    expect(editor.getSnapshot().matches("opening")).toBe(true);
    await flushWrites();
    expect(editor.getSnapshot().matches("editing")).toBe(true);
    expect(context().failure).toBeNull();
  });

  test("a refused read of the menu is retried on request", async () => {
    const readAssortment = inTurn(
      () => Promise.reject(new ApiProblem(403, "Нельзя.")),
      async () => assortment,
    );
    const { editor } = await givenEditor({ readAssortment });
    expect(editor.getSnapshot().value).toBe("failed");
    editor.send({ type: "open.retry" });
    await flushWrites();
    expect(editor.getSnapshot().matches("editing")).toBe(true);
  });

  test("an unanswered read of the menu of a saved order is retried every 5 s", async () => {
    let reads = 0;
    const readAssortment = async () => {
      reads += 1;
      throw new NoAnswer();
    };
    const { wait } = await givenEditor({ order: savedOrder, readAssortment });
    for (const expected of [2, 3, 4]) {
      await wait(5_000);
      expect(reads).toBe(expected);
    }
  });

  test("an unanswered read of the order is retried every 5 s", async () => {
    const { reads, wait } = await givenUnread(new NoAnswer());
    const first = reads();
    await wait(4_999);
    expect(reads()).toBe(first);
    await wait(1);
    const second = reads();
    expect(second).toBeGreaterThan(first);
    await wait(5_000);
    expect(reads()).toBeGreaterThan(second);
  });

  test("a refused read of the order is not retried automatically", async () => {
    const { reads, wait } = await givenUnread(new ApiProblem(403, "Нельзя."));
    const first = reads();
    await wait(60_000);
    expect(reads()).toBe(first);
  });

  test("an unanswered read of the menu is retried when the server is reachable", async () => {
    const readAssortment = inTurn(
      () => Promise.reject(new NoAnswer()),
      async () => assortment,
    );
    const { editor, report } = await givenEditor({ order: savedOrder, readAssortment });
    expect(editor.getSnapshot()).toMatchObject({ value: "failed", context: { failure: { kind: "unanswered" } } });
    report({ type: "network.online" });
    await flushWrites();
    expect(editor.getSnapshot().matches("editing")).toBe(true);
  });

  test("an error during the read of the order does not stop the editor", async () => {
    const { editor } = await givenEditor({ order: savedOrder, readOrder: () => Promise.reject(new Error("bug")) });
    expect(editor.getSnapshot()).toMatchObject({ value: "failed", status: "active" });
  });
});

describe("editing while the server is unreachable", () => {
  test("a new order accepts a phone number before the menu has been read", async () => {
    const readAssortment = inTurn(
      () => Promise.reject(new NoAnswer()),
      async () => assortment,
    );
    const { editor, context, report } = await givenEditor({ readAssortment });
    editor.send({ type: "draft.type", field: "phone", text: "89161234567" });
    expect(context()).toMatchObject({ isCurrent: false, menu: { items: [] } });
    report({ type: "network.online" });
    await flushWrites();
    expect(context()).toMatchObject({
      isCurrent: true,
      pricedDiscounts: [tenPercent],
      draft: { phone: "89161234567" },
    });
    editor.send({ type: "draft.add", itemId: margherita.id, categoryId: null });
    expect(context().draft.lines).toHaveLength(1);
  });

  test("an unanswered read of the menu is retried with a back-off", async () => {
    let reads = 0;
    const answers = [NoAnswer, NoAnswer];
    const readAssortment = async () => {
      reads += 1;
      const Failure = answers.shift();
      if (Failure) throw new Failure();
      return assortment;
    };
    const { context, wait } = await givenEditor({ readAssortment });
    await wait(5_000);
    expect([reads, context().isCurrent]).toEqual([2, false]);
    await wait(9_999);
    expect(reads).toBe(2);
    await wait(1);
    expect([reads, context().isCurrent]).toEqual([3, true]);
    await wait(60_000);
    expect(reads).toBe(3);
  });

  test("a new order begins with the cached menu", async () => {
    const { editor, context } = await givenEditor({ cached: assortment, readAssortment: pending });
    expect(editor.getSnapshot().matches("editing")).toBe(true);
    expect(context()).toMatchObject({ isCurrent: false, pricedDiscounts: [tenPercent] });
    editor.send({ type: "draft.add", itemId: margherita.id, categoryId: null });
    expect(context().draft.lines).toHaveLength(1);
  });

  test("a saved order cannot be edited if only the cached menu is available", async () => {
    const { editor, wait } = await givenEditor({
      order: savedOrder,
      cached: assortment,
      readAssortment: () => Promise.reject(new NoAnswer()),
    });
    await wait(100);
    expect(editor.getSnapshot().value).toBe("failed");
  });
});

describe("phone field and customer look-up", () => {
  test("the same phone number in a different format is not looked up again", async () => {
    const requested: string[] = [];
    const lookUp = async (phone: string) => {
      requested.push(phone);
      return maria;
    };
    const { editor } = await givenEditor({ lookUp });
    for (const text of ["8916123456", "89161234567", "+79161234567"]) {
      editor.send({ type: "draft.type", field: "phone", text });
      await flushWrites();
    }
    expect(requested).toEqual(["+79161234567"]);
    const customer = editor.getSnapshot().children.customer?.getSnapshot();
    expect(customer?.value).toBe("known");
    expect(customer?.context.customer).toEqual(maria);
  });

  test("removing a digit of a complete phone number aborts the look-up of the number", async () => {
    const signals: AbortSignal[] = [];
    const { editor } = await givenEditor({
      lookUp: (_, signal) => {
        signals.push(signal);
        return pending();
      },
    });
    editor.send({ type: "draft.type", field: "phone", text: "89161234567" });
    editor.send({ type: "draft.type", field: "phone", text: "8916123456" });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(editor.getSnapshot().children.customer?.getSnapshot().value).toBe("unasked");
  });

  test("a phone number without orders belongs to a new customer", async () => {
    const { editor } = await givenEditor({ call: { id: 1, phone: "89161234567" }, lookUp: async () => null });
    expect(editor.getSnapshot().children.customer?.getSnapshot().value).toBe("newcomer");
  });

  test("a failed customer look-up leaves the order editable", async () => {
    const { editor, context } = await givenEditor({ lookUp: () => Promise.reject(new NoAnswer()) });
    typeOrder({ editor });
    await flushWrites();
    expect(editor.getSnapshot().children.customer?.getSnapshot().value).toBe("absent");
    expect(editor.getSnapshot().matches("editing")).toBe(true);
    expect(context().draft.lines).toHaveLength(1);
  });

  test("a failed customer look-up is retried when the server is reachable", async () => {
    const lookUp = inTurn(
      () => Promise.reject(new NoAnswer()),
      async () => maria,
    );
    const { editor, report } = await givenEditor({ call: { id: 1, phone: "89161234567" }, lookUp });
    expect(editor.getSnapshot().children.customer?.getSnapshot().value).toBe("absent");
    report({ type: "network.online" });
    await flushWrites();
    expect(editor.getSnapshot().children.customer?.getSnapshot().value).toBe("known");
  });

  test("choosing an earlier address replaces the whole address", async () => {
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
});

describe("repeating an earlier order", () => {
  const removedDish = { ...savedLine, id: 12, itemId: 999, name: "Окрошка" };
  const givenRepeated = async (items = savedOrder.items) => {
    const given = await givenEditor({ readFormer: async () => ({ ...savedOrder, items }) });
    const repeat = async () => {
      given.editor.send({ type: "order.repeat", orderId: 3517 });
      await flushWrites();
    };
    await repeat();
    return { ...given, repeat };
  };

  test("the lines of a repeated order get current prices, and dishes that are no longer sold are listed", async () => {
    const { context, emitted, disk } = await givenRepeated([savedLine, removedDish]);
    expect(context().draft.lines).toMatchObject([{ name: "Маргарита", count: 2, price: 490, id: null }]);
    expect(context().notice).toEqual({ code: "repeated", missing: ["Окрошка"], isCrowded: false });
    expect(emitted).toContainEqual({ type: "order.repeated", internalId: 17 });
    expect(disk.stored?.record.draft.lines).toHaveLength(1);
  });

  test("a modifier that is no longer sold is omitted, and the notice names the modifier and the dish", async () => {
    const former = { id: 1, modificatorId: 999, modificatorName: "Барбекю", price: 30, count: 1, amount: 30 };
    const { context } = await givenRepeated([{ ...savedLine, modificators: [former] }]);
    expect(context().draft.lines).toMatchObject([{ name: "Маргарита", modificators: [] }]);
    expect(context().notice).toEqual({ code: "repeated", missing: ["Барбекю (Маргарита)"], isCrowded: false });
  });

  test("an earlier order adds no line if none of its dishes is still sold", async () => {
    const { context, emitted } = await givenRepeated([removedDish]);
    expect(context().draft.lines).toEqual([]);
    expect(context().notice).toEqual({ code: "repeated", missing: ["Окрошка"], isCrowded: false });
    expect(emitted).toEqual([]);
  });

  test("a failed read of an earlier order shows a notice and does not change the draft", async () => {
    const { editor, context } = await givenEditor({ readFormer: () => Promise.reject(new NoAnswer()) });
    editor.send({ type: "order.repeat", orderId: 3517 });
    await flushWrites();
    expect(context().draft.lines).toEqual([]);
    expect(context().notice).toEqual({ code: "repeatFailed" });
    expect(editor.getSnapshot().matches({ editing: { drafting: "idle" } })).toBe(true);
  });

  test("an earlier order that exceeds the limits of a draft is reported as partly repeated", async () => {
    const { context, repeat } = await givenRepeated([{ ...savedLine, note: null, count: 999 }]);
    expect(context().notice).toBeNull();
    await repeat();
    expect(context().draft.lines).toMatchObject([{ count: 1000 }]);
    expect(context().notice).toEqual({ code: "repeated", missing: [], isCrowded: true });
  });

  test("the draft cannot be saved while the earlier order is being read", async () => {
    const given = await givenEditor({ readFormer: pending });
    typeOrder(given);
    given.editor.send({ type: "order.repeat", orderId: 3517 });
    expect(given.editor.getSnapshot().can({ type: "order.save" })).toBe(false);
    expect(reasonNotToSave(given.editor.getSnapshot())).toEqual({ code: "repeating" });
    await saveOrder(given);
    expect(given.server.attempts).toEqual([]);
  });
});

describe("due time of the order", () => {
  test("an invalid due time prevents saving until a valid due time is entered", async () => {
    const given = await givenEditor({ order: savedOrder });
    const { editor, context } = given;
    editor.send({ type: "draft.type", field: "dateText", text: "23:5" });
    expect(context().draft).toMatchObject({ dateText: "23:5", date: "2026-11-21T10:50:00.000Z" });
    await saveOrder(given);
    expect(editor.getSnapshot().matches("editing")).toBe(true);
    expect(context().problems).toEqual({ dateText: { code: "dateInvalid" } });
    editor.send({ type: "draft.date", date: "2026-11-21T20:50:00.000Z" });
    expect(context().draft).toMatchObject({ dateText: "", date: "2026-11-21T20:50:00.000Z" });
    expect(context().problems.dateText).toBeUndefined();
  });

  test("an invalid due time shows a reason immediately", async () => {
    const { editor, context } = await givenEditor();
    editor.send({ type: "date.misread" });
    expect(context().problems).toEqual({ dateText: { code: "dateInvalid" } });
  });
});

describe("address of the order", () => {
  test("streets are searched when the user pauses typing", async () => {
    const requested: string[] = [];
    const search = async (street: string) => {
      requested.push(street);
      return [{ street: "ул. Садовая", house: "12" }];
    };
    const { editor, wait } = await givenEditor({ search });
    for (const text of ["с", "са", "сад"]) editor.send({ type: "draft.type", field: "street", text });
    await wait(150);
    expect(requested).toEqual(["сад"]);
    const { suggestions } = editor.getSnapshot().children.address?.getSnapshot().context ?? {};
    expect(suggestions).toEqual({ streets: ["ул. Садовая"], houses: ["12"] });
  });

  test("the street of a saved order is searched when the editor opens, and the street of an earlier address when this address is chosen", async () => {
    const requested: string[] = [];
    const search = async (street: string) => {
      requested.push(street);
      return [];
    };
    const { editor, wait } = await givenEditor({ order: savedOrder, search });
    await wait(150);
    editor.send({ type: "draft.address", address });
    await wait(150);
    expect(requested).toEqual(["ул. Садовая", "ул. Лесная"]);
  });

  test("the typed street is not searched after the order becomes a pickup order", async () => {
    const requested: string[] = [];
    const search = async (street: string) => {
      requested.push(street);
      return [];
    };
    const { editor, wait } = await givenEditor({ search });
    editor.send({ type: "draft.type", field: "street", text: "садовая" });
    editor.send({ type: "draft.pickup", isInHall: false });
    await wait(150);
    expect(requested).toEqual([]);
  });

  test("a failed search of streets does not interrupt the typing", async () => {
    const { editor, wait, context } = await givenEditor({ search: () => Promise.reject(new NoAnswer()) });
    editor.send({ type: "draft.type", field: "street", text: "садовая" });
    await wait(150);
    editor.send({ type: "draft.type", field: "street", text: "садовая у" });
    expect(context().draft.street).toBe("садовая у");
    expect(editor.getSnapshot().children.address?.getSnapshot().context.suggestions.streets).toEqual([]);
  });
});

describe("lines of the order", () => {
  test("adding the same dish again increases the count of the dish's line and the total of the order", async () => {
    const { editor, context } = await givenEditor();
    editor.send({ type: "draft.add", itemId: margherita.id, categoryId: null });
    editor.send({ type: "draft.add", itemId: margherita.id, categoryId: null });
    editor.send({ type: "draft.add", itemId: juice.id, categoryId: null });
    expect(context().draft.lines.map(({ count }) => count)).toEqual([2, 1]);
    expect(previewOf(context()).amount).toBe(1116.33);
  });

  test("setting the count of a line to 0 removes the line", async () => {
    const { editor, context } = await givenEditor();
    editor.send({ type: "draft.add", itemId: juice.id, categoryId: null });
    editor.send({ type: "draft.count", key: "new-1", count: 0 });
    expect(context().draft.lines).toEqual([]);
  });

  test("increasing the count of the second line shows no notice", async () => {
    const { editor, context } = await givenEditor();
    editor.send({ type: "draft.add", itemId: margherita.id, categoryId: null });
    editor.send({ type: "draft.add", itemId: juice.id, categoryId: null });
    editor.send({ type: "draft.count", key: "new-2", count: 5 });
    expect(context()).toMatchObject({ draft: { lines: [{ count: 1 }, { count: 5 }] }, notice: null });
  });

  test("removing a line keeps the other lines, and is stored with the draft", async () => {
    const { editor, context, disk } = await givenEditor();
    editor.send({ type: "draft.add", itemId: margherita.id, categoryId: null });
    editor.send({ type: "draft.add", itemId: juice.id, categoryId: null });
    editor.send({ type: "draft.remove", key: "new-1" });
    expect(context().draft.lines.map(({ name }) => name)).toEqual([juice.name]);
    await flushWrites();
    expect(disk.stored?.record.draft.lines).toHaveLength(1);
  });

  test("a line with the saved count has the saved price, and a line with another count has the current price", async () => {
    const { editor, context } = await givenEditor({ order: savedOrder });
    const price = () => context().draft.lines[0]?.price;
    editor.send({ type: "draft.line", key: "line-11", note: "острее", modificators: [] });
    expect(price()).toBe(450);
    editor.send({ type: "draft.count", key: "line-11", count: 3 });
    expect(price()).toBe(490);
    editor.send({ type: "draft.count", key: "line-11", count: 2 });
    expect(price()).toBe(450);
  });

  test("a dish that is no longer sold keeps its price in a saved order", async () => {
    const order = { ...savedOrder, items: [{ ...savedLine, itemId: 999, isRemoved: true }] };
    const { editor, context } = await givenEditor({ order });
    editor.send({ type: "draft.count", key: "line-11", count: 1 });
    expect(context().draft.lines).toMatchObject([{ isRemoved: true, count: 1, price: 450 }]);
  });

  test("a modifier with one unit per portion keeps this ratio when the count of the line changes", async () => {
    const { editor, context } = await givenEditor();
    editor.send({ type: "draft.add", itemId: margherita.id, categoryId: null });
    const crust = { modificatorId: 70, name: "Сырный борт", price: 60, count: 1 };
    editor.send({ type: "draft.line", key: "new-1", note: "", modificators: [crust] });
    editor.send({ type: "draft.count", key: "new-1", count: 3 });
    expect(context().draft.lines[0]?.modificators[0]?.count).toBe(3);
    expect(previewOf(context()).amount).toBe(1650);
  });

  test("the note and the modifiers of a line are changed together", async () => {
    const { editor, context } = await givenEditor();
    editor.send({ type: "draft.add", itemId: margherita.id, categoryId: null });
    const crust = { modificatorId: 70, name: "Сырный борт", price: 60, count: 1 };
    editor.send({ type: "draft.line", key: "new-1", note: "без лука", modificators: [crust] });
    expect(context().draft.lines).toMatchObject([{ note: "без лука", modificators: [crust] }]);
  });

  test("a line with a note stays separate from a line of the same dish without a note", async () => {
    const { editor, context } = await givenEditor();
    editor.send({ type: "draft.add", itemId: margherita.id, categoryId: null });
    editor.send({ type: "draft.line", key: "new-1", note: "без лука", modificators: [] });
    editor.send({ type: "draft.add", itemId: margherita.id, categoryId: null });
    expect(context().draft.lines.map(({ note }) => note)).toEqual(["без лука", ""]);
  });
});

describe("text that a field shortens or rejects", () => {
  test("the reason why a field shortened or rejected a text is shown until the field accepts a text unchanged", async () => {
    const { editor, context } = await givenEditor();
    const type = (field: "note" | "phone" | "persons", text: string) => {
      editor.send({ type: "draft.type", field, text });
      return context().problems[field];
    };
    expect(type("note", "я".repeat(2001))).toEqual({ code: "tooLong", limit: 2000 });
    expect(context().draft.note).toHaveLength(2000);
    expect(type("note", "я".repeat(1999))).toBeUndefined();
    expect(type("phone", "8 916 123-45-67 и 8 916 123-45-68")).toEqual({ code: "notAPhone" });
    expect(context().draft.phone).toBe("");
    expect(type("phone", "8 916 123-45-67")).toBeUndefined();
    expect(type("persons", "1234")).toEqual({ code: "tooLong", limit: 3 });
  });

  test("a digit typed after a complete phone number is ignored, and no reason is shown", async () => {
    const { editor, context } = await givenEditor();
    editor.send({ type: "draft.type", field: "phone", text: "89161234567" });
    editor.send({ type: "draft.type", field: "phone", text: "891612345678" });
    expect(context().problems.phone).toBeUndefined();
    expect(context().draft.phone).toBe("89161234567");
  });

  test("a number of portions above the limit is reduced to the limit, with a notice", async () => {
    const { editor, context } = await givenEditor();
    editor.send({ type: "draft.add", itemId: margherita.id, categoryId: null });
    editor.send({ type: "draft.count", key: "new-1", count: 1000 });
    expect(context().notice).toBeNull();
    editor.send({ type: "draft.add", itemId: margherita.id, categoryId: null });
    expect(context().notice).toEqual({ code: "crowded" });
    editor.send({ type: "notice.dismiss" });
    expect(context().notice).toBeNull();
    editor.send({ type: "draft.count", key: "new-1", count: 1001 });
    expect(context()).toMatchObject({ draft: { lines: [{ count: 1000 }] }, notice: { code: "crowded" } });
  });
});

describe("discounts of the order", () => {
  test("a chosen discount changes the total immediately", async () => {
    const { editor, context } = await givenEditor();
    editor.send({ type: "draft.add", itemId: margherita.id, categoryId: null });
    editor.send({ type: "draft.discount", discountId: 1 });
    expect(previewOf(context()).amount).toBe(441);
  });

  test("a promo code is kept with its discount, and is removed when a discount without a code is chosen", async () => {
    const { editor, context } = await givenEditor();
    editor.send({ type: "draft.discount", discountId: 1, promoCode: "ЛЕТО" });
    expect(context().draft).toMatchObject({ discountId: 1, promoCode: "ЛЕТО" });
    expect(toOrderSave(context().draft)).toMatchObject({ discountId: 1, promoCode: "ЛЕТО" });
    editor.send({ type: "draft.discount", discountId: 1 });
    expect(context().draft).toMatchObject({ discountId: 1, promoCode: "" });
    expect(toOrderSave(context().draft)).not.toHaveProperty("promoCode");
  });

  test("the total is recalculated 200 ms after a change of the discount list", async () => {
    const { editor, context, wait } = await givenEditor({ readDiscounts: async () => [{ ...tenPercent, value: 20 }] });
    editor.send({ type: "draft.add", itemId: margherita.id, categoryId: null });
    editor.send({ type: "draft.discount", discountId: 1 });
    editor.send({ type: "discounts.refresh" });
    await flushWrites();
    await wait(199);
    expect(previewOf(context()).amount).toBe(441);
    await wait(1);
    expect(previewOf(context()).amount).toBe(392);
  });

  test("a failed read of the discounts keeps the previous discounts", async () => {
    const { editor, context, wait } = await givenEditor({ readDiscounts: () => Promise.reject(new NoAnswer()) });
    editor.send({ type: "discounts.refresh" });
    await flushWrites();
    await wait(200);
    expect(context().pricedDiscounts).toEqual([tenPercent]);
  });
});

describe("delivery zone of the order", () => {
  test("the price of the delivery is part of the total and is not discounted", async () => {
    const { editor, context } = await givenEditor();
    editor.send({ type: "draft.add", itemId: margherita.id, categoryId: null });
    editor.send({ type: "draft.discount", discountId: 1 });
    editor.send({ type: "delivery.change", delivery: { price: 150, freeFrom: null } });
    expect(previewOf(context())).toMatchObject({ amount: 591, deliveryPrice: 150 });
    editor.send({ type: "delivery.change", delivery: { price: 150, freeFrom: 441 } });
    expect(previewOf(context())).toMatchObject({ amount: 441, deliveryPrice: 0 });
  });

  test("choosing another zone ends the waiver of the minimum order amount", async () => {
    const { editor, context } = await givenEditor();
    editor.send({ type: "draft.zone", zone: 3 });
    editor.send({ type: "draft.waive", isWaived: true });
    expect(context().draft).toMatchObject({ zone: 3, isMinimumWaived: true });
    editor.send({ type: "draft.zone", zone: null });
    expect(context().draft).toMatchObject({ zone: null, isMinimumWaived: false });
  });
});

describe("dine-in order", () => {
  test("choosing dine-in or pickup instead of delivery — clears the address, the zone and the waiver of the minimum amount", async () => {
    const { editor, context } = await givenEditor();
    editor.send({ type: "draft.type", field: "street", text: "ул. Садовая" });
    editor.send({ type: "draft.type", field: "house", text: "12" });
    editor.send({ type: "draft.waive", isWaived: true });
    editor.send({ type: "draft.type", field: "change", text: "тысяча рублей" });
    expect(context().problems.change).toEqual({ code: "notAnAmount" });
    editor.send({ type: "draft.pickup", isInHall: true });
    expect(editor.getSnapshot().matches("editing")).toBe(true);
    expect(context().problems).toEqual({});
    expect(context().draft).toMatchObject({
      street: "",
      house: "",
      zone: null,
      isInHall: true,
      isMinimumWaived: false,
    });
    editor.send({ type: "draft.pickup", isInHall: false });
    expect(context().draft).toMatchObject({ street: "", zone: null, isInHall: false });
  });

  const refusals = {
    deliveryAddress: "Укажите улицу.",
    deliveryAddressBuilding: "Укажите дом.",
    deliveryAddressApartmentNumber: "Укажите квартиру.",
    deliveryAddressEntrance: "Укажите подъезд.",
    deliveryAddressLevel: "Укажите этаж.",
    deliveryZoneId: "Сюда не доставляем.",
    phone: "Номер занят.",
  };

  test.each([
    ["choosing dine-in", { type: "draft.pickup", isInHall: true }],
    ["choosing an earlier address", { type: "draft.address", address }],
  ] as const)(
    "%s — removes the problems of the address and the zone, but keeps the problem of the phone",
    (_, event) => {
      const { actor, context } = givenFakeEditor();
      typeOrder({ editor: actor });
      actor.send({ type: "order.save" });
      actor.send({ type: "mutation.refused", failure: aFailure("refused", "Нельзя.", refusals) });
      expect(Object.keys(context().problems).sort()).toEqual([
        "apartment",
        "entrance",
        "floor",
        "house",
        "phone",
        "street",
        "zone",
      ]);
      actor.send(event);
      const left = Object.entries(context().problems).filter(([, problem]) => problem);
      expect(left).toEqual([["phone", { code: "refused", text: "Номер занят." }]]);
    },
  );

  test.each<[string, EventFrom<typeof orderEditorMachine>, string[]]>([
    ["choosing a due time", { type: "draft.date", date: null }, ["date"]],
    ["choosing tags", { type: "draft.tags", tags: [] }, ["tags"]],
    ["choosing a discount", { type: "draft.discount", discountId: null }, ["discountId"]],
    ["choosing a zone", { type: "draft.zone", zone: null }, ["zone"]],
    ["waiving the minimum amount", { type: "draft.waive", isWaived: true }, ["zone"]],
    ["choosing pickup", { type: "draft.pickup", isInHall: false }, ["change", "deliveryPhone", "zone"]],
    ["adding a dish", { type: "draft.add", itemId: 5, categoryId: null }, ["lines"]],
    ["changing the count of a line", { type: "draft.count", key: "new-1", count: 2 }, ["lines"]],
    ["removing a line", { type: "draft.remove", key: "new-1" }, ["lines"]],
    ["changing a line", { type: "draft.line", key: "new-1", note: "", modificators: [] }, ["lines"]],
    ["repeating an earlier order", { type: "repeat.read", order: savedOrder }, ["lines"]],
  ])("%s — removes the server's message at the changed field, and keeps the other messages", (_, event, gone) => {
    const { actor, context } = givenFakeEditor();
    const fields = [
      "date",
      "tags",
      "discountId",
      "deliveryZoneId",
      "deliveryPhone",
      "deliveryChange",
      "items",
      "phone",
    ];
    typeOrder({ editor: actor });
    actor.send({ type: "order.save" });
    const errors = Object.fromEntries(fields.map((field) => [field, "Нельзя."]));
    actor.send({ type: "mutation.refused", failure: aFailure("refused", "Нельзя.", errors) });
    const shown = () => Object.entries(context().problems).flatMap(([field, problem]) => (problem ? [field] : []));
    const before = shown();
    expect(before).toHaveLength(fields.length);
    actor.send(event);
    expect(before.filter((field) => !shown().includes(field)).sort()).toEqual(gone);
  });

  test("choosing a zone, choosing an earlier address or typing a street — turns a dine-in order into a delivery", async () => {
    const { editor, context } = await givenEditor();
    const events = [
      { type: "draft.zone", zone: "byAddress" },
      { type: "draft.address", address },
      { type: "draft.type", field: "street", text: "ул. Садовая" },
    ] as const;
    for (const event of events) {
      editor.send({ type: "draft.pickup", isInHall: true });
      expect(context().draft.isInHall).toBe(true);
      editor.send(event);
      expect(context().draft).toMatchObject({ zone: "byAddress", isInHall: false });
    }
  });

  test("dine-in option — is stored with the draft", async () => {
    const { editor, disk } = await givenEditor();
    editor.send({ type: "draft.pickup", isInHall: true });
    await flushWrites();
    expect(disk.stored?.record.draft.isInHall).toBe(true);
  });
});

describe("stored draft", () => {
  test("stored draft of an order — contains the last typed character, even after fast typing", async () => {
    const { editor, disk } = await givenEditor();
    for (const text of ["п", "по", "поз", "позв", "позво"]) editor.send({ type: "draft.type", field: "note", text });
    await flushWrites();
    expect(disk.stored?.record.draft.note).toBe("позво");
  });

  test("stored draft of an order — is written without delay after the first character", async () => {
    const { editor, disk } = await givenEditor();
    editor.send({ type: "draft.type", field: "note", text: "п" });
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    expect(disk.stored?.record.draft.note).toBe("п");
  });

  test("stored draft of an order — is offered when the editor is opened again", async () => {
    const { editor, context } = await givenEditor({ stored: storedOf() });
    expect(editor.getSnapshot().value).toBe("offering");
    editor.send({ type: "stored.restore" });
    expect(context().draft).toEqual(typed);
  });

  test("stored draft of an order — is deleted when the user drops the draft", async () => {
    const { editor, context, disk } = await givenEditor({ stored: storedOf() });
    editor.send({ type: "stored.drop" });
    expect(editor.getSnapshot().value).toBe("dropping");
    await flushWrites();
    expect(editor.getSnapshot().matches("editing")).toBe(true);
    expect(context()).toMatchObject({ draft: blankDraft(null), stored: null });
    expect(disk.stored).toBeNull();
  });

  test("stored draft of an order — is not offered if it contains no changes", async () => {
    const { editor } = await givenEditor({ stored: storedOf(blankDraft(null)) });
    expect(editor.getSnapshot().matches("editing")).toBe(true);
  });

  test("stored draft of an order — a failure to store the draft is reported, and does not prevent the save", async () => {
    const disk = new Disk();
    disk.isBroken = true;
    const given = await givenEditor({ disk });
    typeOrder(given);
    await flushWrites();
    expect(given.context().isKept).toBe(false);
    await saveOrder(given);
    expect(given.editor.getSnapshot().value).toBe("saved");
  });
});

describe("leaving the editor", () => {
  test("leaving the editor without changes needs no confirmation", async () => {
    const { editor, emitted } = await givenEditor();
    editor.send({ type: "leave.ask", to: "/Company/1" });
    expect(emitted).toEqual([{ type: "screen.leave", to: "/Company/1" }]);
  });

  test("leaving the editor with unsaved changes asks the user, and staying keeps the draft", async () => {
    const { editor, emitted, context } = await givenEditor();
    editor.send({ type: "draft.type", field: "note", text: "x" });
    editor.send({ type: "leave.ask", to: "/Company/1" });
    expect(editor.getSnapshot().matches({ editing: { leaving: "asking" } })).toBe(true);
    editor.send({ type: "leave.stay" });
    expect(emitted).toEqual([]);
    expect(context().draft.note).toBe("x");
    expect(context().destination).toBeNull();
  });

  test("leaving the editor during a save is refused with a message", async () => {
    const given = await givenEditor({ send: pending });
    typeOrder(given);
    await saveOrder(given);
    given.editor.send({ type: "leave.ask", to: "/Company/1" });
    expect(given.editor.getSnapshot().matches({ saving: "sending" })).toBe(true);
    expect(given.emitted).toEqual([{ type: "order.saving" }]);
  });

  test("the user can leave the editor and keep the draft for a later visit", async () => {
    const { editor, emitted, disk } = await givenEditor();
    editor.send({ type: "draft.type", field: "note", text: "x" });
    editor.send({ type: "leave.ask", to: "/Company/1" });
    editor.send({ type: "leave.keep" });
    expect(emitted).toEqual([]);
    await flushWrites();
    expect(disk.stored?.record.draft.note).toBe("x");
    expect(emitted).toEqual([{ type: "screen.leave", to: "/Company/1" }]);
  });

  test("the user can leave the editor and drop the draft", async () => {
    const { editor, emitted, disk } = await givenEditor();
    editor.send({ type: "draft.type", field: "note", text: "x" });
    await flushWrites();
    editor.send({ type: "leave.ask", to: null });
    editor.send({ type: "leave.drop" });
    await flushWrites();
    expect(disk.stored).toBeNull();
    expect(emitted).toEqual([{ type: "screen.leave", to: null }]);
  });
});

describe("saving the order", () => {
  test("an order with an invalid phone and no lines is not sent, and shows a problem of the phone and a problem of the lines", async () => {
    const given = await givenEditor();
    const { editor, context, server } = given;
    editor.send({ type: "draft.type", field: "phone", text: "8916" });
    expect(reasonNotToSave(editor.getSnapshot())).toBeUndefined();
    await saveOrder(given);
    expect(context().problems).toEqual({ phone: { code: "phoneInvalid" }, lines: { code: "noLines" } });
    expect(server.attempts).toEqual([]);
    editor.send({ type: "draft.type", field: "phone", text: "89161234567" });
    expect(context().problems.phone).toBeUndefined();
    expect(context().problems.lines).toBeDefined();
  });

  test("saving a new order without any input shows the problems of the order and does not leave the editor", async () => {
    const given = await givenEditor();
    await saveOrder(given);
    expect(given.editor.getSnapshot().matches("editing")).toBe(true);
    expect(given.context().problems).toEqual({ phone: { code: "phoneMissing" }, lines: { code: "noLines" } });
    expect(given.emitted).toEqual([]);
  });

  test("the idempotency key is stored with the draft before the first attempt", async () => {
    const server = new FakeServer();
    const disk = new Disk();
    const onDisk: (string | undefined)[] = [];
    const given = await givenEditor({
      server,
      disk,
      send: (intent) => {
        onDisk.push(disk.stored?.record.intent?.key);
        return server.save(intent);
      },
    });
    typeOrder(given);
    await saveOrder(given);
    expect(onDisk).toEqual([server.attempts[0]?.key]);
    expect(onDisk[0]).toMatch(/^key-/);
  });

  test("a delayed write of the draft does not overwrite the stored idempotency key", async () => {
    const given = await givenEditor();
    given.server.conditions = ["answerLost", "requestLost"];
    typeOrder(given);
    given.editor.send({ type: "draft.type", field: "note", text: "x" });
    await saveOrder(given);
    expect(given.disk.stored?.record.intent?.key).toBe(given.server.attempts[0]?.key);
  });

  test("a delayed write of the draft does not restore a deleted draft", async () => {
    const given = await givenEditor();
    typeOrder(given);
    given.editor.send({ type: "draft.type", field: "note", text: "x" });
    await saveOrder(given);
    await flushWrites();
    expect(given.editor.getSnapshot().value).toBe("saved");
    expect(given.disk.stored).toBeNull();
  });

  describe("an order that is due in the past", () => {
    const at = "2026-11-21T12:00:00.000Z";
    const givenDue = async (date: string, options: Parameters<typeof givenEditor>[0] = {}) => {
      const given = await givenEditor(options);
      if (!options.order) typeOrder(given);
      given.editor.send({ type: "draft.date", date });
      given.editor.send({ type: "order.save", at });
      return given;
    };

    test("an order that is due in the past — is saved after the user confirms the date", async () => {
      const given = await givenDue("2026-11-21T11:58:00.000Z");
      expect(given.editor.getSnapshot().matches({ editing: { drafting: "confirming" } })).toBe(true);
      expect(given.server.attempts).toHaveLength(0);
      given.editor.send({ type: "date.confirm" });
      await flushWrites();
      expect(given.editor.getSnapshot().value).toBe("saved");
      expect(given.server.attempts[0]?.request.draft.date).toBe("2026-11-21T11:58:00.000Z");
    });

    test("an order that is due in the past — is not sent if the user chooses to correct the date", async () => {
      const given = await givenDue("2026-11-20T12:00:00.000Z");
      given.editor.send({ type: "date.correct" });
      await flushWrites();
      expect(given.editor.getSnapshot().matches({ editing: { drafting: "idle" } })).toBe(true);
      expect(given.server.attempts).toHaveLength(0);
    });

    test("an order that is due in the past — is not sent if the draft becomes invalid during the confirmation", async () => {
      const given = await givenDue("2026-11-20T12:00:00.000Z");
      given.editor.send({ type: "draft.type", field: "phone", text: "" });
      given.editor.send({ type: "date.confirm" });
      expect(given.editor.getSnapshot().matches({ editing: { drafting: "idle" } })).toBe(true);
      expect(given.context().problems.phone).toEqual({ code: "phoneMissing" });
    });

    test("an order that is due in the past — needs no confirmation if its due time passed less than a minute ago, or if its date was already saved", async () => {
      const recent = await givenDue("2026-11-21T11:59:30.000Z");
      expect(recent.editor.getSnapshot().matches("saving")).toBe(true);
      const late = { ...savedOrder, date: "2026-11-20T12:00:00.000Z" };
      const edited = await givenEditor({ order: late });
      edited.editor.send({ type: "draft.type", field: "note", text: "x" });
      edited.editor.send({ type: "order.save", at });
      expect(edited.editor.getSnapshot().matches("saving")).toBe(true);
    });
  });

  test("a save is sent with the time of the click on the save button, even if the user then has to confirm a due time in the past", async () => {
    const given = await givenEditor();
    typeOrder(given);
    given.editor.send({ type: "order.save", at: "2026-11-21T12:00:00.000Z" });
    await flushWrites();
    const late = await givenEditor();
    typeOrder(late);
    late.editor.send({ type: "draft.date", date: "2026-11-20T12:00:00.000Z" });
    late.editor.send({ type: "order.save", at: "2026-11-21T13:00:00.000Z" });
    late.editor.send({ type: "date.confirm" });
    await flushWrites();
    const times = [given, late].map(({ server }) => server.attempts[0]?.request.at);
    expect(times).toEqual(["2026-11-21T12:00:00.000Z", "2026-11-21T13:00:00.000Z"]);
  });

  test("a double click on the save button sends one save", async () => {
    const given = await givenEditor();
    typeOrder(given);
    given.editor.send({ type: "order.save" });
    given.editor.send({ type: "order.save" });
    expect(reasonNotToSave(given.editor.getSnapshot())).toEqual({ code: "sending" });
    await flushWrites();
    expect(given.server.attempts).toHaveLength(1);
  });

  test("after a save, the saved order is shown and the draft is deleted", async () => {
    const given = await givenEditor();
    typeOrder(given);
    await flushWrites();
    await saveOrder(given);
    expect(given.editor.getSnapshot().value).toBe("saved");
    expect(given.context().saved).toMatchObject({ internalId: 17, id: 5000, amount: 490 });
    expect(given.disk.stored).toBeNull();
    expect(differingPreview(given.context())).toBeUndefined();
  });

  test("a difference between the saved and the previewed total is reported", async () => {
    const given = await givenEditor();
    given.server.amountOff = 10;
    typeOrder(given);
    await saveOrder(given);
    expect(differingPreview(given.context())).toBe(490);
  });

  test("a refused save shows the server's messages at the invalid fields, and the next save has a new idempotency key", async () => {
    const given = await givenEditor();
    const { editor, context, disk, server } = given;
    server.conditions = ["refused"];
    typeOrder(given);
    await saveOrder(given);
    expect(editor.getSnapshot().matches("editing")).toBe(true);
    expect(context().problems.phone).toEqual({ code: "refused", text: "Номер занят." });
    expect(context().failure).toMatchObject({ message: "Нельзя.", traceId: "t1" });
    expect(disk.stored?.record.intent).toBeNull();
    expect(disk.removals).toBe(0);
    await saveOrder(given);
    const [first, second] = server.attempts;
    expect(first?.key).not.toBe(second?.key);
    expect(server.size).toBe(1);
  });

  test("a save with a lost response is verified, so that the order is created once", async () => {
    const given = await givenEditor();
    const { editor, server } = given;
    server.conditions = ["answerLost", "requestLost", "requestLost", "open"];
    typeOrder(given);
    await saveOrder(given);
    expect(editor.getSnapshot().matches({ saving: "doubting" })).toBe(true);
    expect(editor.getSnapshot().hasTag("editable")).toBe(false);
    await given.wait(3000);
    expect(server.attempts).toHaveLength(3);
    editor.send({ type: "order.verify" });
    await flushWrites();
    expect(editor.getSnapshot().value).toBe("saved");
    expect(new Set(server.attempts.map(({ key }) => key)).size).toBe(1);
    expect(server.attempts).toHaveLength(4);
    expect(server.size).toBe(1);
  });

  test("a save without an answer for 10 s can be verified by the user, and creates one order", async () => {
    const given = await givenEditor();
    const { editor, server } = given;
    server.conditions = ["answerHeld", "open"];
    typeOrder(given);
    await saveOrder(given);
    editor.send({ type: "order.verify" });
    await flushWrites();
    expect(server.attempts).toHaveLength(1);
    await given.wait(10_000);
    expect(editor.getSnapshot().children.save?.getSnapshot().hasTag("slow")).toBe(true);
    expect(editor.getSnapshot().matches({ saving: "sending" })).toBe(true);
    editor.send({ type: "order.verify" });
    await flushWrites();
    expect(editor.getSnapshot().value).toBe("saved");
    expect(new Set(server.attempts.map(({ key }) => key)).size).toBe(1);
    expect(server.attempts).toHaveLength(2);
    expect(server.size).toBe(1);
  });

  test("a save with a lost response is verified when the server is reachable", async () => {
    const given = await givenEditor();
    given.server.conditions = ["answerLost", "requestLost"];
    typeOrder(given);
    await saveOrder(given);
    given.report({ type: "network.online" });
    await flushWrites();
    expect(given.editor.getSnapshot().value).toBe("saved");
    expect(given.server.size).toBe(1);
  });

  test("an unfinished save is verified under its idempotency key after a reload", async () => {
    const before = await givenEditor();
    before.server.conditions = ["answerLost", "requestLost"];
    typeOrder(before);
    await saveOrder(before);
    before.editor.stop();
    const after = await givenEditor({ server: before.server, disk: before.disk });
    await flushWrites();
    expect(after.editor.getSnapshot().value).toBe("saved");
    expect(new Set(after.server.attempts.map(({ key }) => key)).size).toBe(1);
    expect(after.server.size).toBe(1);
  });

  test("leaving the editor after a save with an unknown outcome keeps the idempotency key", async () => {
    const given = await givenEditor();
    given.server.conditions = ["requestLost", "requestLost"];
    typeOrder(given);
    await saveOrder(given);
    given.editor.send({ type: "leave.ask", to: "/Company/1" });
    expect(given.emitted).toEqual([{ type: "screen.leave", to: "/Company/1" }]);
    expect(given.disk.stored?.record.intent?.key).toBe(given.server.attempts[0]?.key);
  });

  test("an edited order is sent with the version on which the draft is based", async () => {
    const given = await givenEditor({ order: savedOrder });
    given.editor.send({ type: "draft.type", field: "note", text: "у подъезда" });
    await saveOrder(given);
    expect(given.server.attempts).toMatchObject([{ request: { base: { version: 7 }, target: { orderId: 3517 } } }]);
  });

  test("a save of a stored order sends no request if the user has changed nothing", async () => {
    const given = await givenEditor({ order: savedOrder });
    await saveOrder(given);
    expect(given.server.attempts).toEqual([]);
    expect(given.emitted).toEqual([{ type: "order.unchanged" }, { type: "screen.leave", to: null }]);
  });
});

describe("returning to the draft after a save with an unknown outcome", () => {
  const givenReturn = async (first: "answerLost" | "requestLost") => {
    const given = await givenEditor();
    given.server.conditions = [first, "requestLost"];
    typeOrder(given);
    await saveOrder(given);
    given.editor.send({ type: "order.edit" });
    await flushWrites();
    return given;
  };
  const keysOf = ({ attempts }: FakeServer) => new Set(attempts.map(({ key }) => key)).size;

  test("editing the draft does not delete the stored idempotency key", async () => {
    const { editor, disk, server } = await givenReturn("requestLost");
    expect(editor.getSnapshot().hasTag("editable")).toBe(true);
    editor.send({ type: "draft.type", field: "note", text: "x" });
    await flushWrites();
    expect(disk.stored?.record).toMatchObject({ draft: { note: "x" }, intent: { key: server.attempts[0]?.key } });
  });

  test("saving the unchanged draft again reuses the idempotency key and creates one order", async () => {
    const given = await givenReturn("answerLost");
    await saveOrder(given);
    expect(given.editor.getSnapshot().value).toBe("saved");
    expect([keysOf(given.server), given.server.size]).toEqual([1, 1]);
  });

  test("a new order is created once even if the responses to its first two saves were lost", async () => {
    const given = await givenEditor();
    given.server.conditions = ["answerLost", "answerLost"];
    typeOrder(given);
    await saveOrder(given);
    given.editor.send({ type: "order.edit" });
    await flushWrites();
    await saveOrder(given);
    await given.wait(30_000);
    expect(given.editor.getSnapshot().value).toBe("saved");
    expect(given.server.attempts.length).toBeGreaterThan(1);
    expect([keysOf(given.server), given.server.size]).toEqual([1, 1]);
  });

  test("if the first save does not reach the server, the changed draft is saved under the same idempotency key", async () => {
    const given = await givenReturn("requestLost");
    given.editor.send({ type: "draft.type", field: "note", text: "x" });
    await saveOrder(given);
    expect(given.editor.getSnapshot().value).toBe("saved");
    expect(given.server.attempts.at(-1)?.request.draft.note).toBe("x");
    expect([keysOf(given.server), given.server.size]).toEqual([1, 1]);
  });

  test("a changed draft is refused if the server has recorded the first save under the same idempotency key", async () => {
    const given = await givenReturn("answerLost");
    const { editor, context, disk, server } = given;
    editor.send({ type: "draft.type", field: "note", text: "x" });
    await saveOrder(given);
    expect(editor.getSnapshot().matches("editing")).toBe(true);
    expect(context().failure?.kind).toBe("keyReused");
    expect(disk.stored?.record).toMatchObject({ draft: { note: "x" }, intent: { key: server.attempts[0]?.key } });
    await saveOrder(given);
    expect(context().failure?.kind).toBe("keyReused");
    expect([keysOf(server), server.size]).toEqual([1, 1]);
  });

  test("after a lost response, a changed order is refused under the old idempotency key, and then saved under a new key", async () => {
    const given = await givenEditor({ order: savedOrder });
    const { editor, context, disk, server } = given;
    server.conditions = ["answerLost", "requestLost"];
    editor.send({ type: "draft.type", field: "note", text: "x" });
    await saveOrder(given);
    editor.send({ type: "order.edit" });
    editor.send({ type: "draft.type", field: "note", text: "xy" });
    await saveOrder(given);
    expect(context().failure?.kind).toBe("keyReused");
    expect(disk.stored?.record.intent).toBeNull();
    server.conditions = ["stale"];
    await saveOrder(given);
    expect(editor.getSnapshot().value).toBe("conflicting");
    expect(keysOf(server)).toBe(2);
  });
});

describe("missing permission to save", () => {
  const facts = (...names: string[]): EditorFacts => ({
    permissions: Object.fromEntries(names.map((name) => [name, 1])),
    userId: 9,
  });

  test.each<[string, Parameters<typeof givenEditor>[0], string | undefined]>([
    ["a new order cannot be saved without order.create", { facts: facts("order.edit") }, "order.create"],
    ["a new order can be saved with order.create", { facts: facts("order.create") }, undefined],
    [
      "a saved order cannot be saved again without order.edit",
      { order: savedOrder, facts: facts("order.create") },
      "order.edit",
    ],
    [
      "the order of another user cannot be saved without order.editForeign",
      { order: savedOrder, facts: facts("order.edit") },
      "order.editForeign",
    ],
    [
      "the order of another user can be saved with order.edit and order.editForeign",
      { order: savedOrder, facts: facts("order.edit", "order.editForeign") },
      undefined,
    ],
    [
      "the user's own order can be saved with order.edit",
      { order: { ...savedOrder, operatorId: 9 }, facts: facts("order.edit") },
      undefined,
    ],
    [
      "an order without an operator can be saved with order.edit",
      { order: { ...savedOrder, operatorId: null }, facts: facts("order.edit") },
      undefined,
    ],
  ])("%s", async (_, options, permission) => {
    const given = await givenEditor(options);
    given.editor.send({ type: "draft.type", field: "note", text: "x" });
    typeOrder(given);
    expect(reasonNotToSave(given.editor.getSnapshot())).toEqual(permission && { code: "permission", permission });
    expect(given.editor.getSnapshot().can({ type: "order.save" })).toBe(permission === undefined);
    await saveOrder(given);
    expect(given.server.attempts).toHaveLength(permission === undefined ? 1 : 0);
  });

  test("without the permission to save, an order that is due in the past asks for no confirmation", async () => {
    const given = await givenEditor({ facts: facts() });
    typeOrder(given);
    given.editor.send({ type: "draft.date", date: "2026-11-20T12:00:00.000Z" });
    given.editor.send({ type: "order.save", at: "2026-11-21T12:00:00.000Z" });
    expect(given.editor.getSnapshot().matches({ editing: { drafting: "idle" } })).toBe(true);
  });

  test("a change of the permissions allows a save that was not allowed before", async () => {
    const given = await givenEditor({ facts: facts() });
    typeOrder(given);
    given.editor.send({ type: "facts.change", facts: allFacts });
    await saveOrder(given);
    expect(given.editor.getSnapshot().value).toBe("saved");
  });
});

describe("required modifiers", () => {
  const withCalzone = async () => ({
    ...assortment,
    menu: { ...assortment.menu, items: [...assortment.menu.items, calzone] },
  });
  const small = { modificatorId: 71, name: "30 см", price: 0, count: 1 };
  const rim = { modificatorId: 70, name: "Сырный борт", price: 60, count: 1 };
  const missing = { code: "choiceMissing", dish: "Кальцоне", groups: ["Размер"] };
  const givenCalzone = async (options: EditorOptions = {}) => {
    const given = await givenEditor({ readAssortment: withCalzone, ...options });
    const { editor, context } = given;
    const addCalzone = () => editor.send({ type: "draft.add", itemId: 12, categoryId: null });
    const choose = (...modificators: (typeof small)[]) =>
      editor.send({ type: "draft.line", key: context().openedLine?.key ?? "", note: "", modificators });
    return { ...given, addCalzone, choose, mayApply: () => editor.getSnapshot().can({ type: "line.apply" }) };
  };

  test("a new line that lacks a required modifier is opened, and can be applied only with the modifier", async () => {
    const { editor, context, addCalzone, choose, mayApply } = await givenCalzone();
    addCalzone();
    expect(context().openedLine?.key).toBe("new-1");
    expect(mayApply()).toBe(false);
    editor.send({ type: "line.apply" });
    expect(context().openedLine?.key).toBe("new-1");
    choose(rim);
    expect(mayApply()).toBe(false);
    choose(rim, small);
    expect(mayApply()).toBe(true);
    editor.send({ type: "line.apply" });
    expect(context()).toMatchObject({ openedLine: null, draft: { lines: [{ modificators: [rim, small] }] } });
  });

  test("adding a dish again opens a second line if the first line has a modifier", async () => {
    const { editor, context, addCalzone, choose } = await givenCalzone();
    addCalzone();
    choose(small);
    editor.send({ type: "line.apply" });
    addCalzone();
    expect(context().openedLine?.key).toBe("new-2");
  });

  test("adding a dish without required modifiers opens no line", async () => {
    const { editor, context } = await givenCalzone();
    editor.send({ type: "draft.add", itemId: 5, categoryId: null });
    expect(context().openedLine).toBeNull();
  });

  test("the dialog of an order line can be applied or closed, but not applied for a line that does not exist", async () => {
    const { editor, context } = await givenCalzone();
    editor.send({ type: "draft.add", itemId: 5, categoryId: null });
    editor.send({ type: "line.open", key: "new-1" });
    expect(context().openedLine?.key).toBe("new-1");
    editor.send({ type: "line.apply" });
    expect(context().openedLine).toBeNull();
    editor.send({ type: "line.open", key: "new-1" });
    editor.send({ type: "line.close" });
    expect(context().openedLine).toBeNull();
    editor.send({ type: "line.open", key: "new-9" });
    expect(editor.getSnapshot().can({ type: "line.apply" })).toBe(false);
  });

  test("adding another dish does not open a line that lacks a required modifier again", async () => {
    const { editor, context, addCalzone } = await givenCalzone();
    addCalzone();
    editor.send({ type: "line.close" });
    editor.send({ type: "draft.add", itemId: margherita.id, categoryId: null });
    expect(context().openedLine).toBeNull();
  });

  test("an order with a line that lacks a required modifier is not saved until the modifier is chosen", async () => {
    const given = await givenCalzone();
    const { editor, context, server, addCalzone, choose } = given;
    editor.send({ type: "draft.type", field: "phone", text: "89161234567" });
    addCalzone();
    editor.send({ type: "line.close" });
    await saveOrder(given);
    expect(context().problems).toEqual({ lines: missing });
    expect(server.attempts).toEqual([]);
    editor.send({ type: "draft.date", date: "2026-11-20T12:00:00.000Z" });
    editor.send({ type: "order.save", at: "2026-11-21T12:00:00.000Z" });
    expect(editor.getSnapshot().matches({ editing: { drafting: "idle" } })).toBe(true);
    editor.send({ type: "draft.date", date: null });
    editor.send({ type: "line.open", key: "new-1" });
    choose(small);
    expect(context().problems.lines).toBeUndefined();
    await saveOrder(given);
    expect(editor.getSnapshot().value).toBe("saved");
  });

  test("an order with a repeated line that lacks a required modifier is not saved", async () => {
    const former = { ...savedOrder, items: [{ ...savedLine, itemId: 12, name: "Кальцоне" }] };
    const given = await givenCalzone({ readFormer: async () => former });
    given.editor.send({ type: "draft.type", field: "phone", text: "89161234567" });
    given.editor.send({ type: "order.repeat", orderId: 3517 });
    await flushWrites();
    expect(given.context().openedLine).toBeNull();
    await saveOrder(given);
    expect(given.context().problems.lines).toEqual(missing);
  });

  test("a saved line without a required modifier does not prevent a save, but the removal of a required modifier does", async () => {
    const lines = [
      { ...savedLine, itemId: 12, name: "Кальцоне" },
      {
        ...savedLine,
        id: 12,
        itemId: 12,
        name: "Кальцоне",
        modificators: [{ id: 1, modificatorId: 71, modificatorName: "30 см", price: 0, count: 2, amount: 0 }],
      },
    ];
    const given = await givenCalzone({ order: { ...savedOrder, items: lines } });
    const { editor, context } = given;
    editor.send({ type: "line.open", key: "line-12" });
    editor.send({ type: "draft.line", key: "line-12", note: "", modificators: [] });
    await saveOrder(given);
    expect(context().problems.lines).toEqual(missing);
    editor.send({ type: "draft.line", key: "line-12", note: "", modificators: [{ ...small, count: 2 }] });
    await saveOrder(given);
    expect(editor.getSnapshot().value).toBe("saved");
  });
});

describe("choosing modifiers and a note for one portion of a line", () => {
  const crust = (count: number) => ({ modificatorId: 70, name: "Сырный борт", price: 60, count });
  const small = (count: number) => ({ modificatorId: 71, name: "30 см", price: 0, count });
  const large = (count: number) => ({ modificatorId: 72, name: "40 см", price: 150, count });
  const withCalzone = async () => ({
    ...assortment,
    menu: { ...assortment.menu, items: [...assortment.menu.items, calzone] },
  });
  const givenLine = async (itemId: number, count: number, options: EditorOptions = {}) => {
    const given = await givenEditor({ readAssortment: withCalzone, ...options });
    const { editor, context } = given;
    editor.send({ type: "draft.type", field: "phone", text: "89161234567" });
    editor.send({ type: "draft.add", itemId, categoryId: null });
    editor.send({ type: "draft.count", key: "new-1", count });
    editor.send({ type: "line.close" });
    editor.send({ type: "line.open", key: "new-1" });
    const choose = (note: string, ...modificators: ReturnType<typeof crust>[]) =>
      editor.send({ type: "draft.line", key: context().openedLine?.key ?? "", note, modificators });
    const linesOf = ({ lines }: Draft) =>
      lines.map((line) => [line.count, line.note, line.modificators.map(({ name, count }) => `${name} ${count}`)]);
    return {
      ...given,
      choose,
      lines: () => linesOf(context().draft),
      storedLines: () => given.disk.stored && linesOf(given.disk.stored.record.draft),
      maySplit: () => editor.getSnapshot().can({ type: "line.split" }),
    };
  };

  test("choosing modifiers for one portion splits the line, closes the dialog, changes the total and is stored with the draft", async () => {
    const { editor, context, choose, lines, storedLines } = await givenLine(margherita.id, 3);
    choose("без лука", crust(3));
    expect(previewOf(context()).amount).toBe(1650);
    editor.send({ type: "line.split" });
    const split = [
      [2, "", []],
      [1, "без лука", ["Сырный борт 1"]],
    ];
    expect(lines()).toEqual(split);
    expect(context().openedLine).toBeNull();
    expect(previewOf(context()).amount).toBe(1530);
    await flushWrites();
    expect(storedLines()).toEqual(split);
  });

  test("further portions of the line can get other modifiers and notes", async () => {
    const { editor, choose, lines } = await givenLine(margherita.id, 3);
    choose("", crust(3));
    editor.send({ type: "line.split" });
    editor.send({ type: "line.open", key: "new-1" });
    choose("без лука");
    editor.send({ type: "line.split" });
    expect(lines()).toEqual([
      [1, "", []],
      [1, "без лука", []],
      [1, "", ["Сырный борт 1"]],
    ]);
  });

  test("a line with one portion or with unchanged modifiers and note is not split", async () => {
    const { editor, choose, lines, maySplit } = await givenLine(margherita.id, 2);
    expect(maySplit()).toBe(false);
    choose("без лука");
    expect(maySplit()).toBe(true);
    choose("");
    expect(maySplit()).toBe(false);
    editor.send({ type: "line.split" });
    expect(lines()).toEqual([[2, "", []]]);
    editor.send({ type: "draft.count", key: "new-1", count: 1 });
    choose("без лука");
    expect(maySplit()).toBe(false);
  });

  test("splitting a line removes the validation error that the last save reported for the lines", async () => {
    const { editor, context, choose } = await givenLine(margherita.id, 2);
    editor.send({ type: "draft.add", itemId: calzone.id, categoryId: null });
    editor.send({ type: "line.close" });
    editor.send({ type: "line.open", key: "new-1" });
    choose("без лука");
    editor.send({ type: "order.save" });
    expect(context().problems.lines).toBeDefined();
    editor.send({ type: "line.split" });
    expect(context().problems.lines).toBeUndefined();
  });

  test("a line cannot be split after its dialog is closed", async () => {
    const { editor, choose, maySplit } = await givenLine(margherita.id, 2);
    choose("без лука");
    editor.send({ type: "line.close" });
    expect(maySplit()).toBe(false);
  });

  test("after a portion is split off, the dialog stays open for the other portions if these portions lack a required modifier", async () => {
    const { editor, context, choose, lines, maySplit } = await givenLine(calzone.id, 2);
    choose("", crust(2));
    expect(maySplit()).toBe(false);
    choose("", large(2));
    editor.send({ type: "line.split" });
    expect(context().openedLine).toMatchObject({ key: "new-1", count: 1, modificators: [] });
    choose("", small(1));
    editor.send({ type: "line.apply" });
    expect(context().openedLine).toBeNull();
    expect(lines()).toEqual([
      [1, "", ["30 см 1"]],
      [1, "", ["40 см 1"]],
    ]);
  });

  test("if the split-off portion lacks a required modifier, the dialog opens for this portion", async () => {
    const { editor, context, choose } = await givenLine(calzone.id, 2);
    choose("", small(1), large(1));
    editor.send({ type: "line.apply" });
    editor.send({ type: "line.open", key: "new-1" });
    choose("без лука", small(1), large(1));
    editor.send({ type: "line.split" });
    expect(context().openedLine).toMatchObject({ key: "new-2", note: "без лука", modificators: [] });
  });

  test("choosing the required modifier for one portion clears the message that the modifier is missing", async () => {
    const given = await givenLine(calzone.id, 2);
    await saveOrder(given);
    expect(given.context().problems.lines).toMatchObject({ code: "choiceMissing" });
    given.choose("", small(2));
    given.editor.send({ type: "line.split" });
    expect(given.context().problems.lines).toBeUndefined();
  });

  test("after a split of a saved line, the other portions are saved under the line's id, and the split-off portion is saved as a new line", async () => {
    const given = await givenEditor({ order: savedOrder });
    const { editor, context } = given;
    editor.send({ type: "line.open", key: "line-11" });
    editor.send({ type: "draft.line", key: "line-11", note: "порезать на 8", modificators: [crust(2)] });
    editor.send({ type: "line.split" });
    await saveOrder(given);
    const [intent] = given.server.attempts;
    expect(intent && toOrderSave(intent.request.draft, intent.request.base).items).toEqual([
      { id: 11, itemId: 5, categoryId: 2, count: 1, note: "порезать на 8" },
      {
        itemId: 5,
        categoryId: 2,
        count: 1,
        note: "порезать на 8",
        modificators: [{ modificatorId: 70, count: 1 }],
      },
    ]);
    expect(context().saved).not.toBeNull();
  });
});

describe("conflict of two users who edit one order", () => {
  const theirs = { ...savedOrder, version: 8, note: "домофон не работает", persons: 4 };
  const givenConflict = async (order = theirs, options: EditorOptions = {}) => {
    const given = await givenEditor({ ...options, order: savedOrder });
    given.server.current = order;
    given.server.conditions = ["stale"];
    given.editor.send({ type: "draft.type", field: "persons", text: "5" });
    given.editor.send({ type: "draft.type", field: "house", text: "14" });
    await saveOrder(given);
    return given;
  };

  test("saving an outdated version shows the other user's order", async () => {
    const { editor, context } = await givenConflict();
    expect(editor.getSnapshot().value).toBe("conflicting");
    expect(context().theirs).toEqual(theirs);
  });

  test("in a conflict, the draft stays stored until the user decides", async () => {
    const before = await givenConflict();
    expect(before.disk.removals).toBe(0);
    expect(before.disk.stored?.record).toMatchObject({ draft: { house: "14" }, base: { version: 7 }, intent: null });
    before.editor.stop();
    const { editor, context } = await givenEditor({ order: theirs, disk: before.disk });
    expect(editor.getSnapshot().value).toBe("offering");
    editor.send({ type: "stored.restore" });
    expect(context()).toMatchObject({ draft: { house: "14", persons: "5" }, base: { version: 7 } });
  });

  test("merging keeps both users' changes, and lists the fields in which both users made different changes", async () => {
    const given = await givenConflict();
    const { editor, context, server } = given;
    editor.send({ type: "conflict.merge" });
    expect(editor.getSnapshot().value).toBe("merging");
    await flushWrites();
    expect(context().draft).toMatchObject({ house: "14", note: "домофон не работает", persons: "5" });
    expect(context().overlaps).toEqual(["persons"]);
    editor.send({ type: "failure.dismiss" });
    expect(context()).toMatchObject({ overlaps: [], draft: { house: "14", persons: "5" } });
    await flushWrites();
    expect(given.disk.stored?.record.draft).toMatchObject({ house: "14", note: "домофон не работает" });
    await saveOrder(given);
    expect(server.attempts.at(-1)?.request.base?.version).toBe(8);
    expect(new Set(server.attempts.map(({ key }) => key)).size).toBe(2);
    expect(editor.getSnapshot().value).toBe("saved");
  });

  test("keeping the own changes in a conflict stores the draft with the version of the other user's order", async () => {
    const { editor, disk } = await givenConflict();
    editor.send({ type: "conflict.mine" });
    await flushWrites();
    expect(disk.stored?.record).toMatchObject({ draft: { house: "14" }, base: { version: 8 } });
  });

  test("a failed merge leaves the decision to the user", async () => {
    const merge = () => Promise.reject(new Error("The code failed to load"));
    const { editor, context } = await givenConflict(theirs, { merge });
    editor.send({ type: "conflict.merge" });
    await flushWrites();
    expect(editor.getSnapshot().value).toBe("conflicting");
    expect(context()).toMatchObject({ failure: { kind: "fault" }, theirs, draft: { house: "14" } });
    editor.send({ type: "conflict.mine" });
    expect(context().draft).toMatchObject({ house: "14", persons: "5" });
  });

  test("conflict — keeping the user's own changes saves the changes on top of the other user's version, under a new idempotency key", async () => {
    const given = await givenConflict();
    const { editor, context, server } = given;
    const mine = context().draft;
    editor.send({ type: "conflict.mine" });
    expect(context()).toMatchObject({ draft: mine, base: { version: 8 }, theirs: null, overlaps: [] });
    await saveOrder(given);
    const [refused, saved, ...more] = server.attempts;
    expect([refused?.request.base?.version, saved?.request.base?.version, more]).toEqual([7, 8, []]);
    expect(saved?.request.draft).toEqual(mine);
    expect(saved?.key).not.toBe(refused?.key);
    expect(editor.getSnapshot().value).toBe("saved");
  });

  test("discarding the user's own changes in a conflict takes the other user's order, and deletes the changes from the stored draft", async () => {
    const { editor, context, server, disk } = await givenConflict();
    editor.send({ type: "conflict.theirs" });
    expect(context()).toMatchObject({ draft: toDraft(theirs), base: { version: 8 }, order: theirs, theirs: null });
    await flushWrites();
    expect(server.attempts).toHaveLength(1);
    expect(disk.stored?.record).toMatchObject({ draft: toDraft(theirs), base: { version: 8 }, intent: null });
    editor.send({ type: "leave.ask", to: "/Company/1" });
    expect(editor.getSnapshot().value).toBe("left");
    const order = { ...theirs, version: 9, note: "позвонить заранее" };
    const later = await givenEditor({ order, ...(disk.stored && { stored: disk.stored }) });
    expect(later.editor.getSnapshot().matches("editing")).toBe(true);
    expect(later.context()).toMatchObject({ draft: toDraft(order), base: { version: 9 }, stored: null });
  });

  test("postponing a conflict keeps the base version, so that the next save shows the conflict again", async () => {
    const given = await givenConflict();
    given.editor.send({ type: "conflict.later" });
    expect(given.context()).toMatchObject({ draft: { house: "14", persons: "5" }, base: { version: 7 } });
    given.server.conditions = ["stale"];
    await saveOrder(given);
    expect(given.server.attempts.map(({ request }) => request.base?.version)).toEqual([7, 7]);
    expect(given.editor.getSnapshot().value).toBe("conflicting");
    expect(given.context().theirs).toEqual(theirs);
  });

  test.each([
    ["closed", { isClosed: true, isEditable: true }],
    ["closed and made uneditable", { isClosed: true, isEditable: false }],
    ["made uneditable", { isClosed: false, isEditable: false }],
  ])("an order cannot be merged if the other user has %s the order", async (_, facts) => {
    const { editor, context, disk } = await givenConflict({ ...theirs, ...facts });
    for (const type of ["conflict.merge", "conflict.mine"] as const)
      expect(editor.getSnapshot().can({ type })).toBe(false);
    editor.send({ type: "conflict.merge" });
    expect(editor.getSnapshot().value).toBe("conflicting");
    editor.send({ type: "conflict.theirs" });
    await flushWrites();
    expect(editor.getSnapshot().value).toBe("closed");
    expect(context()).toMatchObject({ draft: toDraft({ ...theirs, ...facts }), theirs: null });
    expect(disk.stored).toBeNull();
  });
});

/** Starts the editor of a new order with fake actors. */
const givenFakeEditor = () => {
  const given = givenMachine(orderEditorMachine, {
    companyId: 1,
    orderId: null,
    call: null,
    draftName: "own",
    facts: allFacts,
  });
  given.actor.send({
    type: "query.loaded",
    from: "assortment",
    loaded: { query: { companyId: 1 }, data: assortment, at: 0 },
    cause: "first",
  });
  given.actor.send({ type: "drafts.found", name: "own", stored: null });
  return { ...given, state: () => given.actor.getSnapshot(), context: () => given.actor.getSnapshot().context };
};

test("order editor — choosing tags replaces the tags of the draft", () => {
  const { actor, context } = givenFakeEditor();
  actor.send({ type: "draft.tags", tags: [1, 2] });
  actor.send({ type: "draft.tags", tags: [2] });
  expect([context().draft.tags, context().problems.tags]).toEqual([[2], undefined]);
});

test("order editor — dismissing the failure of a save removes the message of the failure and keeps the draft", () => {
  const { actor, context } = givenFakeEditor();
  typeOrder({ editor: actor });
  const { draft } = context();
  actor.send({ type: "order.save" });
  actor.send({ type: "mutation.refused", failure: aFailure("refused", "Нельзя") });
  expect(context().failure?.message).toBe("Нельзя");
  actor.send({ type: "failure.dismiss" });
  expect([context().failure, context().draft]).toEqual([null, draft]);
});

test("order editor — changed discounts update the total after a debounce of 200 ms, and unchanged discounts start no debounce", async () => {
  const { actor, call, clock, state, context } = givenFakeEditor();
  const total = () => previewOf(context()).amount;
  const read = async (discounts: (typeof assortment)["discounts"]) => {
    actor.send({ type: "discounts.refresh" });
    expect(state().matches({ editing: { discounting: "reading" } })).toBe(true);
    call("readDiscounts").answer(discounts);
    await flushPromises();
  };
  actor.send({ type: "draft.add", itemId: margherita.id, categoryId: null });
  actor.send({ type: "draft.discount", discountId: tenPercent.id });
  expect(total()).toBe(441);
  await read([{ ...tenPercent }]);
  expect([state().matches({ editing: { discounting: "settled" } }), total()]).toEqual([true, 441]);
  await read([{ ...tenPercent, value: 20 }]);
  expect(state().matches({ editing: { discounting: "settling" } })).toBe(true);
  clock.increment(199);
  expect(total()).toBe(441);
  clock.increment(1);
  expect([state().matches({ editing: { discounting: "settled" } }), total()]).toEqual([true, 392]);
});

test("order editor — a second read of the discounts restarts the debounce, and only the result of the second read changes the total", async () => {
  const { actor, call, clock, context } = givenFakeEditor();
  const total = () => previewOf(context()).amount;
  actor.send({ type: "draft.add", itemId: margherita.id, categoryId: null });
  actor.send({ type: "draft.discount", discountId: tenPercent.id });
  for (const value of [20, 50]) {
    actor.send({ type: "discounts.refresh" });
    clock.increment(150);
    call("readDiscounts").answer([{ ...tenPercent, value }]);
    await flushPromises();
    clock.increment(150);
    expect(total()).toBe(441);
  }
  clock.increment(50);
  expect(total()).toBe(245);
});

test("order editor — a failed read of the discounts prices the order by the discounts of the last successful read", async () => {
  const { actor, call, clock, context } = givenFakeEditor();
  const read = async (discounts: (typeof assortment)["discounts"]) => {
    actor.send({ type: "discounts.refresh" });
    call("readDiscounts").answer(discounts);
    await flushPromises();
  };
  actor.send({ type: "draft.add", itemId: margherita.id, categoryId: null });
  actor.send({ type: "draft.discount", discountId: tenPercent.id });
  await read([{ ...tenPercent, value: 20 }]);
  await read([tenPercent]);
  actor.send({ type: "discounts.refresh" });
  call("readDiscounts").fail(new NoAnswer());
  await flushPromises();
  clock.increment(200);
  expect(previewOf(context()).amount).toBe(441);
});

test.each([
  ["a save", [{ type: "order.save" }]],
  [
    "a save in the past that the user confirms",
    [
      { type: "draft.date", date: "2026-11-20T12:00:00.000Z" },
      { type: "order.save", at: "2026-11-21T12:00:00.000Z" },
      { type: "date.confirm" },
    ],
  ],
] as const)("order editor — %s removes the failure and the problems of the previous save", (_, events) => {
  const { actor, context, state } = givenFakeEditor();
  typeOrder({ editor: actor });
  actor.send({ type: "order.save" });
  actor.send({ type: "mutation.refused", failure: aFailure("refused", "Нельзя", { phone: "Номер занят." }) });
  expect(context().problems).not.toEqual({});
  for (const event of events) actor.send(event);
  expect(state().matches("saving")).toBe(true);
  expect(context()).toMatchObject({ failure: null, problems: {}, overlaps: [] });
  expect(Object.keys(context().problems)).toEqual([]);
});

test("order editor — passes the company, the order, the name of the draft and the cached menu to its actors", () => {
  const { actor, call } = givenMachine(orderEditorMachine, {
    companyId: 1,
    orderId: 3517,
    call: null,
    draftName: "own",
    facts: allFacts,
    cached: assortment,
  });
  expect(call("assortment").input).toEqual({ query: { companyId: 1 }, cached: assortment });
  expect(call("readOrder").input).toEqual({ companyId: 1, orderId: 3517 });
  expect(call("drafts").input).toEqual({ ownName: "own" });
  expect(call("repeat").input).toEqual({ companyId: 1 });
  expect(actor.getSnapshot().matches("opening")).toBe(true);
  const opened = givenFakeEditor();
  opened.actor.send({ type: "discounts.refresh" });
  expect(opened.call("readDiscounts").input).toEqual({ companyId: 1 });
});

test("order editor — an unfinished save is verified if the draft is unchanged, and a changed draft is sent under the key of that save", () => {
  const { actor, call, context } = givenFakeEditor();
  typeOrder({ editor: actor });
  const edit = () => {
    actor.send({ type: "mutation.doubtful" });
    actor.send({ type: "order.edit" });
  };
  actor.send({ type: "order.save" });
  actor.send({ type: "mutation.journalled", key: "key-1" });
  const { intent } = context();
  edit();
  actor.send({ type: "order.save" });
  expect(call("save").input).toEqual({ intent });
  edit();
  actor.send({ type: "draft.type", field: "note", text: "x" });
  actor.send({ type: "order.save" });
  expect(call("save").input).toMatchObject({ request: { draft: { note: "x" } }, key: "key-1" });
});

test("order editor — the idempotency key of a recorded or outdated save is not used again", () => {
  for (const report of [
    { type: "mutation.recorded", result: savedOrder },
    { type: "mutation.stale", current: savedOrder },
  ] as const) {
    const { actor, context } = givenFakeEditor();
    typeOrder({ editor: actor });
    actor.send({ type: "order.save" });
    actor.send({ type: "mutation.journalled", key: "key-1" });
    expect(context().intent?.key).toBe("key-1");
    actor.send(report);
    expect(context().intent).toBeNull();
  }
});

test("order editor — while the leave dialog is open, a new destination replaces the earlier destination", () => {
  const { actor, context } = givenFakeEditor();
  typeOrder({ editor: actor });
  actor.send({ type: "leave.ask", to: "/Company/1" });
  actor.send({ type: "leave.ask", to: "/Company/1/Stock" });
  expect(context().destination).toBe("/Company/1/Stock");
  actor.send({ type: "leave.stay" });
  expect(context().destination).toBeNull();
});

test("order editor — can be left without a confirmation after a save", () => {
  const { actor, emitted, state } = givenFakeEditor();
  typeOrder({ editor: actor });
  actor.send({ type: "order.save" });
  actor.send({ type: "mutation.recorded", result: savedOrder });
  actor.send({ type: "drafts.dropped" });
  expect(state().value).toBe("saved");
  actor.send({ type: "leave.ask", to: "/Company/1" });
  expect(state().value).toBe("left");
  expect(emitted.at(-1)).toEqual({ type: "screen.leave", to: "/Company/1" });
});
