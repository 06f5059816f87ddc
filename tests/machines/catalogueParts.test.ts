import fc from "fast-check";
import { expect, test } from "vitest";
import { createActor, waitFor } from "xstate";
import type { Schemas } from "#api/client.ts";
import { decimalText, parseDecimal } from "#domain/decimal.ts";
import { acceptDecimalInput } from "#domain/fieldInput.ts";
import { customValuesOf, isOwn, sharedPermissionsQuery } from "#machines/directory/descriptors/catalogue.ts";
import { holdActors } from "#machines/files/hold.actors.ts";
import { storedPicture, toFormData } from "#machines/files/picture.ts";
import { uploadMachine } from "#machines/files/upload.machine.ts";
import { UnreadablePicture } from "#machines/files/upload.ts";
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

test("toOrderMenu — excludes inactive categories, their subcategories, and dishes that belong only to these categories", () => {
  const categories = [category(1, { isActive: false }), category(2, { parentId: 1 }), category(3)];
  const items = [
    { ...dish, id: 1, categoriesId: [1] },
    { ...dish, id: 2, categoriesId: [2] },
    { ...dish, id: 3, categoriesId: [1, 3] },
    { ...dish, id: 4, categoriesId: [] },
    { ...dish, id: 5, categoriesId: [9] },
  ];
  const menu = toOrderMenu({ categories, items });
  expect(menu.categories.map(({ id }) => id)).toEqual([3]);
  expect(menu.items.map(({ id, categoriesId }) => [id, categoriesId])).toEqual([
    [3, [3]],
    [4, []],
    [5, [9]],
  ]);
});

test("toOrderMenu — returns the same list of dishes if all categories are active", () => {
  const open = { categories: [category(1)], items: [{ ...dish, id: 1, categoriesId: [1] }] };
  const menu = toOrderMenu(open);
  expect(menu).toEqual(open);
  expect(menu.items).toBe(open.items);
});

test("toOrderMenu — returns an empty menu for categories that form a cycle", () => {
  const categories = [category(1, { parentId: 2 }), category(2, { parentId: 1 })];
  expect(toOrderMenu({ categories, items: [] }).categories).toEqual([]);
});

test("isOwn — is true for a company's record in a company, and for a group's record in a group", () => {
  expect(isOwn({ companyId: 1 }, { isCompanyGroup: false })).toBe(true);
  expect(isOwn({ companyId: 1 }, { isCompanyGroup: true })).toBe(false);
  expect(isOwn({ companyGroupId: 1 }, { isCompanyGroup: true })).toBe(true);
});

test("sharedPermissionsQuery — returns the permissions that the server sends for the group", async () => {
  const permissions = { "catalogue.edit": 1 };
  const { api, calls } = describedApi(() =>
    Response.json({ id: 1, name: "Г", companies: [], version: 1, permissions }),
  );
  const { signal } = new AbortController();
  expect(await sharedPermissionsQuery.load(api, { companyGroupId: 1 }, signal)).toEqual(permissions);
  expect(calls).toHaveLength(1);
});

test("sharedPermissionsQuery — sends no request without a group", async () => {
  const { api, calls } = describedApi(() => Response.json({}));
  const { signal } = new AbortController();
  expect(await sharedPermissionsQuery.load(api, { companyGroupId: undefined }, signal)).toBeUndefined();
  expect(calls).toEqual([]);
});

const file = new File(["picture"], "пицца.png", { type: "image/png" });

test("a picture chosen in a form — is kept as a file", async () => {
  const upload = createActor(uploadMachine.provide({ actors: holdActors(async () => undefined) }), {
    input: { storedUrl: undefined },
  }).start();
  upload.send({ type: "file.choose", file });
  const { context } = await waitFor(upload, (state) => state.matches("uploaded"));
  expect(context.uploaded?.file).toBe(file);
});

test("a picture that the browser cannot decode — is rejected with a reason", async () => {
  const check = () => Promise.reject(new UnreadablePicture());
  const upload = createActor(uploadMachine.provide({ actors: holdActors(check) }), {
    input: { storedUrl: "/a" },
  }).start();
  upload.send({ type: "file.choose", file });
  const { context } = await waitFor(upload, (state) => state.matches("refused"));
  expect([context.reason, context.file, context.uploaded]).toEqual(["notReadable", undefined, undefined]);
});

test("toFormData — converts null to an empty text and other values to JSON, and adds the picture or its removal", () => {
  const picture = storedPicture("/api/File/1");
  const fields = { name: "1e9", parentId: null, price: 12.5, ids: [1, 2], isActive: true, left: undefined };
  const plain = toFormData(fields, picture);
  expect(Object.fromEntries(plain)).toEqual({
    name: "1e9",
    parentId: "",
    price: "12.5",
    ids: "[1,2]",
    isActive: "true",
  });
  expect(toFormData({}, { ...picture, isRemoved: true }).get("isRemoveImage")).toBe("true");
  expect(toFormData({}, { ...picture, file, isRemoved: true }).get("isRemoveImage")).toBeNull();
  expect(toFormData({}, { ...picture, file }).get("imageFile")).toBeInstanceOf(File);
});

test("customValuesOf — keeps only texts, numbers and booleans", () => {
  expect(customValuesOf({ a: "1", b: 2, c: true, d: null, e: { f: 1 }, g: [1] })).toEqual({ a: "1", b: 2, c: true });
});

/** Types a text into a decimal field character by character and returns the resulting text. */
const typed = (text: string): string => [...text].reduce((shown, key) => acceptDecimalInput(shown + key, shown), "");

const decimals = fc
  .tuple(fc.nat(9_999_999), fc.option(fc.nat(99_999)))
  .map(([whole, part]) => (part === null ? String(whole) : `${whole},${String(part).padStart(5, "0")}`));

test("a decimal typed with a comma or a dot — is saved exactly", () => {
  fc.assert(
    fc.property(decimals, (text) => {
      const saved = parseDecimal(typed(text));
      expect(saved).toBe(Number(text.replace(",", ".")));
      expect(parseDecimal(typed(text.replace(",", ".")))).toBe(saved);
      expect(parseDecimal(decimalText(saved ?? 0))).toBe(saved);
    }),
    { numRuns: 500 },
  );
});

test("a decimal field — keeps at most five decimals of any typed text", () => {
  const keys = fc.string({ unit: fc.constantFrom(..."0123456789.,-e+ абв"), maxLength: 14 });
  fc.assert(
    fc.property(keys, (text) => {
      const shown = typed(text);
      expect(shown).toMatch(/^-?\d*[.,]?\d{0,5}$/);
      const saved = parseDecimal(shown);
      if (saved !== undefined) expect(parseDecimal(decimalText(saved))).toBe(saved);
    }),
    { numRuns: 500 },
  );
});
