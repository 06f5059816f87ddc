import fc from "fast-check";
import { expect, test } from "vitest";
import { createActor, waitFor } from "xstate";
import type { Schemas } from "#api/client.ts";
import { decimalText, parseDecimal } from "#domain/decimal.ts";
import { acceptDecimalInput } from "#domain/fieldInput.ts";
import { customValuesOf, isOwn, sharedRights } from "#machines/directory/descriptors/catalogue.ts";
import { holdActors } from "#machines/files/hold.actors.ts";
import { formOf, storedPicture } from "#machines/files/picture.ts";
import { uploadMachine } from "#machines/files/upload.machine.ts";
import { toOrderMenu } from "#machines/orders/editor/offeredMenu.ts";
import { describedApi } from "../support/machines/describedApi.ts";

const category = (id: number, over: Partial<Schemas["Category"]> = {}): Schemas["Category"] => ({
  id,
  name: `К${id}`,
  parentId: null,
  imageUrl: null,
  customField: {},
  isActive: true,
  isCompanyGroup: false,
  fullName: `К${id}`,
  countItems: 0,
  ...over,
});

const dish: Omit<Schemas["MenuItem"], "id" | "categoriesId"> = {
  name: "Блюдо",
  price: 100,
  defaultCategoryId: null,
  imageUrl: null,
  vendorCode: null,
  modificators: [],
};

test("a category that is switched off is not offered, nor what is below it, nor what is in no other", () => {
  const categories = [category(1, { isActive: false }), category(2, { parentId: 1 }), category(3)];
  const items = [
    { ...dish, id: 1, categoriesId: [1] },
    { ...dish, id: 2, categoriesId: [2] },
    { ...dish, id: 3, categoriesId: [1, 3] },
    { ...dish, id: 4, categoriesId: [] },
  ];
  const menu = toOrderMenu({ categories, items });
  expect(menu.categories.map(({ id }) => id)).toEqual([3]);
  expect(menu.items.map(({ id, categoriesId }) => [id, categoriesId])).toEqual([
    [3, [3]],
    [4, []],
  ]);
  const open = { categories: [category(1)], items };
  expect(toOrderMenu(open)).toEqual(open);
});

test("a circle of categories that another server lets through does not hang the menu", () => {
  const categories = [category(1, { parentId: 2 }), category(2, { parentId: 1 })];
  expect(toOrderMenu({ categories, items: [] }).categories).toEqual([]);
});

test("an entry is one's own where it is shown as what it is", () => {
  expect(isOwn({ companyId: 1 }, { isCompanyGroup: false })).toBe(true);
  expect(isOwn({ companyId: 1 }, { isCompanyGroup: true })).toBe(false);
  expect(isOwn({ companyGroupId: 1 }, { isCompanyGroup: true })).toBe(true);
});

test.each([
  [{ "catalogue.edit": 1 }, true],
  [{}, false],
  [undefined, true],
])("the shared catalogue may be changed with %j: %s", async (permissions, may) => {
  const { api } = describedApi(() => Response.json({ id: 1, name: "Г", companies: [], version: 1, permissions }));
  const rights = createActor(sharedRights(api, 1, "catalogue.edit")).start();
  expect((await waitFor(rights, ({ status }) => status === "done")).output).toBe(may);
});

test("where nobody says what may be changed, the save will tell", async () => {
  const { api } = describedApi(() => Response.json({ message: "Упало" }, { status: 500 }));
  const rights = createActor(sharedRights(api, 1, "catalogue.edit")).start();
  expect((await waitFor(rights, ({ status }) => status === "done")).output).toBe(true);
});

const file = new File(["picture"], "пицца.png", { type: "image/png" });

test("a picture that the save will carry is looked at and kept, not sent", async () => {
  const upload = createActor(uploadMachine.provide({ actors: holdActors(async () => undefined) }), {
    input: { storedUrl: undefined },
  }).start();
  upload.send({ type: "file.choose", file });
  const { context } = await waitFor(upload, (state) => state.matches("uploaded"));
  expect(context.uploaded?.file).toBe(file);
});

test("a picture that cannot be shown is refused in words", async () => {
  const lookAt = () => Promise.reject(new Error("Это не картинка."));
  const upload = createActor(uploadMachine.provide({ actors: holdActors(lookAt) }), {
    input: { storedUrl: "/a" },
  }).start();
  upload.send({ type: "file.choose", file });
  const { context } = await waitFor(upload, (state) => state.matches("refused"));
  expect([context.problem, context.uploaded]).toEqual(["Это не картинка.", undefined]);
});

test("a form carries texts as they are, everything else as JSON, and the picture or its removal", () => {
  const picture = storedPicture("/api/File/1");
  const fields = { name: "1e9", parentId: null, price: 12.5, ids: [1, 2], isActive: true, left: undefined };
  const plain = formOf(fields, picture);
  expect(Object.fromEntries(plain)).toEqual({
    name: "1e9",
    parentId: "",
    price: "12.5",
    ids: "[1,2]",
    isActive: "true",
  });
  expect(formOf({}, { ...picture, isRemoved: true }).get("isRemoveImage")).toBe("true");
  expect(formOf({}, { ...picture, file, isRemoved: true }).get("isRemoveImage")).toBeNull();
  expect(formOf({}, { ...picture, file }).get("imageFile")).toBeInstanceOf(File);
});

test("of the stored values of custom fields a form takes what it can show", () => {
  expect(customValuesOf({ a: "1", b: 2, c: true, d: null, e: { f: 1 }, g: [1] })).toEqual({ a: "1", b: 2, c: true });
});

/** What a person types into a decimal field, key by key. */
const typed = (text: string): string => [...text].reduce((shown, key) => acceptDecimalInput(shown + key, shown), "");

const decimals = fc
  .tuple(fc.nat(9_999_999), fc.option(fc.nat(99_999)))
  .map(([whole, part]) => (part === null ? String(whole) : `${whole},${String(part).padStart(5, "0")}`));

test("what is typed into a decimal field is what is saved, by comma or dot, and what was saved is shown so that it saves again", () => {
  fc.assert(
    fc.property(decimals, (text) => {
      const saved = parseDecimal(typed(text));
      expect(saved).toBe(Number(text.replace(",", ".")));
      expect(typed(text.replace(",", "."))).toBe(typed(text));
      expect(parseDecimal(decimalText(saved ?? 0))).toBe(saved);
    }),
    { numRuns: 500 },
  );
});

test("whatever keys are pressed, the field shows a decimal of at most five places or nothing of it", () => {
  const keys = fc.string({ unit: fc.constantFrom(..."0123456789.,-e+ абв"), maxLength: 14 });
  fc.assert(
    fc.property(keys, (text) => {
      const shown = typed(text);
      expect(shown).toMatch(/^-?\d*\.?\d{0,5}$/);
      const saved = parseDecimal(shown);
      if (saved !== undefined) expect(parseDecimal(decimalText(saved))).toBe(saved);
    }),
    { numRuns: 500 },
  );
});
