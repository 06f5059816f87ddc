import { getDotPath, safeParse } from "valibot";
import { expect, test } from "vitest";
import { dishSchema } from "#app/screens/items/dishSchema.ts";
import { blankModifier, type DishDraft } from "#machines/catalogue/dishDraft.ts";
import { storedPicture } from "#machines/files/picture.ts";

test("dishSchema — reports a message at the category of a modifier line without a category", () => {
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
    picture: storedPicture(null),
    isInherited: false,
    usedInItems: [],
  };
  const messages = safeParse(dishSchema, draft).issues?.map((issue) => [getDotPath(issue), issue.message]);
  expect(messages).toContainEqual(["modificators.0.categoryModificatorId", "Выберите категорию."]);
});
