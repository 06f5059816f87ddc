import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createApi, NoAnswer, type Schemas } from "#api/client.ts";
import { describeCustomFields } from "#app/directory/describeCustomFields.ts";
import { describeDiscount } from "#app/screens/configuration/describeDiscount.ts";
import { discountExamples } from "#app/screens/configuration/discountExamples.ts";
import { discountPriceProblems, discountProblems } from "#app/screens/configuration/discountProblems.ts";
import { keptStatusText, missingKindSentences, statusSentences } from "#app/screens/configuration/statusTexts.ts";
import { decimalText } from "#domain/decimal.ts";
import { noTerms } from "#domain/discountTerms.ts";
import { roundDecimal } from "#domain/money.ts";
import { ANY } from "#domain/pricing.ts";
import { DoubtfulWrite } from "#machines/core/failure.ts";
import type { CustomFieldKind, FieldDefinition } from "#machines/directory/descriptors/customFields.ts";
import {
  blankCondition,
  blankTerms,
  type DiscountDraft,
  discountEditor,
  parseTerms,
  type TermsDraft,
} from "#machines/directory/descriptors/discounts.ts";
import { employeeEditor } from "#machines/directory/descriptors/employees.ts";
import { operatorPhoneDirectory, operatorPhoneEditor } from "#machines/directory/descriptors/operatorPhones.ts";
import { findMissingKinds, orderStatusDirectory } from "#machines/directory/descriptors/orderStatuses.ts";
import { tagEditor } from "#machines/directory/descriptors/tags.ts";
import { aStatus } from "../support/machines/orderSamples.ts";

const signal = new AbortController().signal;
const company = { companyId: 1 };

const begins = aStatus({ id: 1, name: "Новый" });
const closes = aStatus({ id: 2, name: "Выполнен", isClosed: true, isEditable: false });
const cancels = aStatus({ id: 3, name: "Отменён", isClosed: true, isCancel: true, isEditable: false });

const listOf = (statuses: readonly Schemas["OrderStatus"][]) =>
  orderStatusDirectory.list(
    createApi({ baseUrl: "http://server", fetch: async () => Response.json(statuses) }),
    company,
    signal,
  );

test("reset of an operator phone's token — has an unknown outcome after a lost or unreadable response, but not after a refusal", async () => {
  const reset = (answer: () => Response) =>
    operatorPhoneDirectory(
      () => {},
      () => {},
    ).commands.resetToken(
      createApi({ baseUrl: "http://server", fetch: async () => answer() }),
      company,
      { id: 1, number: "+79160000001", color: null, name: null, version: 1, token: "" },
      signal,
    );
  const lost = () => {
    throw new NoAnswer();
  };
  await expect(reset(lost)).rejects.toBeInstanceOf(DoubtfulWrite);
  await expect(reset(() => new Response("<html>"))).rejects.toBeInstanceOf(DoubtfulWrite);
  await expect(reset(() => Response.json({ message: "Нет права." }, { status: 403 }))).rejects.toThrow("Нет права.");
});

test("adding an operator phone or an employee — has an unknown outcome without a response", async () => {
  const api = createApi({
    baseUrl: "http://server",
    fetch: async () => {
      throw new NoAnswer();
    },
  });
  const given = { id: undefined, version: undefined, key: "key-of-the-intent" };
  const phone = { ...given, draft: { number: "+79160000001", color: "", name: "" } as const };
  await expect(operatorPhoneEditor(() => {}).save(api, company, phone, signal)).rejects.toBeInstanceOf(DoubtfulWrite);
  const employee = { ...given, draft: { userName: "novy", alias: "", roleId: "3" } };
  await expect(employeeEditor(() => {}).save(api, company, employee, signal)).rejects.toBeInstanceOf(DoubtfulWrite);
});

describe("configuration of order statuses", () => {
  test("the description of an order status lists the effects of its flags", () => {
    expect(statusSentences(begins)).toEqual([
      "С него может начинаться заказ: новый заказ получает первый по порядку такой статус.",
      "Заказ можно изменять.",
    ]);
    expect(statusSentences(closes)).toEqual([
      "Закрывает заказ: его больше нельзя изменить, оплатить или перевести в другой статус.",
    ]);
    expect(statusSentences({ ...cancels, isRequireReason: true }).at(-1)).toBe(
      "Тот, кто выбирает статус, указывает причину.",
    );
    expect(statusSentences({ ...begins, isTechnical: true })[0]).toMatch(/^Служебный/);
  });

  test("findMissingKinds — returns the missing kinds of status: initial, closing or cancelling", () => {
    expect(findMissingKinds([begins, closes, cancels])).toEqual([]);
    expect(findMissingKinds([begins])).toEqual(["closing", "cancelling"]);
    expect(findMissingKinds([closes, { ...begins, isTechnical: true }])).toEqual(["beginning", "cancelling"]);
    expect(findMissingKinds([])).toEqual(["beginning", "closing", "cancelling"]);
  });

  test("order statuses — the only initial status cannot be removed, and `losses` lists the kinds that would have no status after a removal", async () => {
    const rows = await listOf([begins, closes, cancels]);
    expect(rows.map((row) => [row.isFirst, keptStatusText(row)])).toEqual([
      [true, "Это единственный статус, с которого начинаются заказы"],
      [false, ""],
      [false, ""],
    ]);
    expect(rows.map(({ losses }) => losses)).toEqual([["beginning"], ["closing"], ["cancelling"]]);
    expect(missingKindSentences(["closing"])).toEqual([
      "Ни один статус не закрывает заказ: готовые заказы так и останутся незакрытыми.",
    ]);
    const [, ...others] = await listOf([begins, closes, { ...closes, id: 4 }, aStatus({ id: 5 })]);
    expect(others.map(({ losses }) => losses)).toEqual([[], [], []]);
  });
});

const draft: DiscountDraft = {
  name: "Скидка",
  order: "1",
  kind: "general",
  type: "%",
  value: "10",
  detail: [],
  terms: blankTerms(),
};

const choices = {
  categories: [{ id: 2, name: "Пицца", fullName: "Пицца" }] as unknown as Schemas["Category"][],
  items: [
    { id: 5, name: "Маргарита", price: 490, categoriesId: [2], defaultCategoryId: 2 },
  ] as unknown as Schemas["MenuItem"][],
};

describe("discount form", () => {
  test("discount form — previews the price of an order with the discount", () => {
    expect(discountExamples(draft, choices)).toEqual([{ name: "Пицца", before: 500, after: 450 }]);
    expect(discountExamples({ ...draft, type: "fixed", value: "600" }, choices)).toEqual([
      { name: "Пицца", before: 500, after: 0 },
    ]);
  });

  test("discount form — shows one example price for each category and each dish in the conditions", () => {
    const detail = [
      { ...blankCondition(), value: "5" },
      { ...blankCondition(2), value: "10" },
      { ...blankCondition(2), itemId: 5, type: "fixed" as const, value: "90" },
    ];
    expect(discountExamples({ ...draft, kind: "custom", detail }, choices)).toEqual([
      { name: "Пицца", before: 500, after: 475 },
      { name: "Маргарита", before: 490, after: 400 },
    ]);
  });

  test("discount form — shows the problem of an invalid value, and shows no example price for a missing category", () => {
    expect(discountPriceProblems({ ...draft, value: "" }, choices)).toEqual({ value: "Укажите число." });
    expect(discountProblems({ ...draft, kind: "custom" })).toEqual({ detail: "Добавьте хотя бы одно условие." });
    const withMissingCategory = { ...draft, kind: "custom" as const, detail: [{ ...blankCondition(9), value: "5" }] };
    expect(discountProblems(withMissingCategory)).toEqual({});
    expect(discountPriceProblems(withMissingCategory, choices)).toEqual({
      "detail.0.categoryId": "Такой категории нет.",
    });
    expect(discountExamples(withMissingCategory, choices)).toEqual([]);
  });

  test("discount form — saves numbers typed with a comma or a dot", async () => {
    const sent: Schemas["DiscountSave"][] = [];
    const fetch = async (request: Request) => {
      sent.push(await request.json());
      return Response.json({ id: 1 });
    };
    const api = createApi({ baseUrl: "http://server", fetch });
    const save = (one: DiscountDraft) =>
      discountEditor.save(api, company, { id: undefined, draft: one, version: undefined, key: "key-of-it" }, signal);
    await fc.assert(
      fc.asyncProperty(fc.nat(10_000_000), fc.boolean(), async (hundredThousandths, isComma) => {
        const value = roundDecimal(hundredThousandths / 100_000);
        const typed = isComma ? decimalText(value) : decimalText(value).replace(",", ".");
        await save({ ...draft, value: typed });
        expect(sent.at(-1)).toEqual({ name: "Скидка", order: 1, type: "%", value, detail: null });
        await save({ ...draft, kind: "custom", value: "99", detail: [{ ...blankCondition(), value: typed }] });
        expect(sent.at(-1)).toMatchObject({
          value: 0,
          detail: [{ categoryId: ANY, itemId: ANY, type: "%", value }],
        });
      }),
      { numRuns: 30 },
    );
  });

  test("discount form — sends the terms only if the draft or the stored discount has terms", async () => {
    const sent: Schemas["DiscountSave"][] = [];
    const fetch = async (request: Request) => {
      sent.push(await request.json());
      return Response.json({ id: 1 });
    };
    const api = createApi({ baseUrl: "http://server", fetch });
    const save = async (one: DiscountDraft, base?: DiscountDraft) => {
      const entry = { id: base && 1, draft: one, version: undefined, base, key: "key-of-it" };
      await discountEditor.save(api, company, entry, signal);
      return sent.at(-1);
    };
    const limited = {
      ...draft,
      terms: { ...blankTerms(), weekdays: [1, 2], minAmount: "1500,5", promoCode: "лето 1" },
    };
    const terms = { ...noTerms, weekdays: [1, 2], minAmount: 1500.5, promoCode: "ЛЕТО1" };
    expect(await save(draft)).not.toHaveProperty("terms");
    expect(await save(draft, draft)).not.toHaveProperty("terms");
    expect(await save(limited)).toMatchObject({ terms });
    expect(await save(limited, draft)).toMatchObject({ terms });
    expect(await save(draft, limited)).toMatchObject({ terms: null });
  });

  test("discount form — reads the terms of a discount, and leaves the term fields empty if the discount has none", async () => {
    const read = async (more: object) => {
      const stored = { id: 1, name: "Скидка", order: 1, type: "%", value: 10, isRemoved: false, detail: null, ...more };
      const api = createApi({ baseUrl: "http://server", fetch: async () => Response.json(stored) });
      return (await discountEditor.read(api, company, 1, signal)).draft;
    };
    expect(await read({})).toEqual(draft);
    expect(await read({ terms: null })).toEqual(draft);
    const terms = { ...noTerms, weekdays: [6, 7], startTime: "22:00", endTime: "02:00", minAmount: 0.5, maxUses: 3 };
    const opened = await read({ terms });
    expect(opened.terms).toMatchObject({ weekdays: [6, 7], startTime: "22:00", minAmount: "0,5", maxUses: "3" });
    expect(parseTerms(opened)).toEqual(terms);
    expect(describeDiscount(opened, choices).at(-1)).toEqual([
      "Когда действует",
      "сб, вс, с 22:00 до 02:00, от 0,50\u00a0р., не больше 3 заказов",
    ]);
  });

  test("discount form — shows each error of the terms at the invalid field", () => {
    const problemsOf = (terms: Partial<TermsDraft>) =>
      discountProblems({ ...draft, terms: { ...blankTerms(), ...terms } });
    expect(problemsOf({})).toEqual({});
    expect(problemsOf({ startTime: "12:00", minAmount: "много", promoCode: "-20%", maxUses: "0" })).toEqual({
      "terms.endTime": "Укажите время окончания.",
      "terms.minAmount": "Больше 0.",
      "terms.promoCode": "Только буквы, цифры и дефис.",
      "terms.maxUses": "Целое число от 1 до 1 000 000.",
    });
  });
});

test("the description of a record — shows custom field values under the titles of their fields", () => {
  const field = (name: string, kind: CustomFieldKind): FieldDefinition => ({
    id: 1,
    type: "item",
    name,
    title: name.toUpperCase(),
    kind,
    options: [],
    isCompanyGroup: false,
    usedCount: 0,
    version: 1,
  });
  const fields = [field("a", "text"), field("b", "number"), field("c", "bool"), field("d", "list")];
  expect(describeCustomFields(fields, { a: "текст", b: 0.5, c: false })).toEqual([
    ["A", "текст"],
    ["B", "0,5"],
    ["C", "нет"],
    ["D", ""],
  ]);
});

test("a new tag — is placed after the last tag", async () => {
  const sent: unknown[] = [];
  const fetch = async (request: Request) => {
    if (request.method === "GET") return Response.json([{ order: 3 }, { order: 7 }]);
    sent.push(await request.json());
    return Response.json({ id: 1 });
  };
  const api = createApi({ baseUrl: "http://server", fetch });
  const choices = await tagEditor.loadChoices(api, company, signal);
  const opened = tagEditor.blank(company, choices);
  const request = { id: undefined, draft: { ...opened, name: "срочно" }, version: undefined, key: "key-of-it" };
  await tagEditor.save(api, company, request, signal);
  expect(sent).toEqual([{ name: "срочно", color: null, order: 8 }]);
});
