import { flatten, safeParse } from "valibot";
import { expect, test } from "vitest";
import { dishSchema } from "#app/screens/items/dishSchema.ts";
import { blankModifier, type DishDraft } from "#machines/catalogue/dishDraft.ts";

test("dish form — shows a message at a modifier line without a category", () => {
  const draft: DishDraft = {
    name: "Уха",
    price: "350",
    categoriesId: [1],
    defaultCategoryId: 1,
    vendorCode: "",
    internalInfo: "",
    isActive: true,
    composition: [],
    modificators: [blankModifier([])],
    customField: {},
    picture: { isBusy: false } as never,
    isInherited: false,
    usedInItems: [],
  };
  const { issues } = safeParse(dishSchema, draft);
  expect(flatten<typeof dishSchema>(issues as never).nested).toMatchObject({
    "modificators.0.categoryModificatorId": ["Выберите категорию."],
  });
});
