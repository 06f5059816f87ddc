import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import { lockCompany } from "../accounts/administrators.ts";
import { createCategory } from "../categories/categories.ts";
import { tags } from "../configuration/tags.ts";
import { createItem } from "../items/itemSave.ts";
import { Conflict } from "../shared/domainErrors.ts";
import type { Saver } from "../shared/versioning.ts";

/** Categories of the sample menu with their dishes and prices, roubles. */
const menu: readonly { readonly category: string; readonly dishes: readonly (readonly [string, number])[] }[] = [
  {
    category: "Горячее",
    dishes: [
      ["Борщ с говядиной", 320],
      ["Плов с бараниной", 390],
      ["Паста карбонара", 450],
    ],
  },
  {
    category: "Пицца",
    dishes: [
      ["Маргарита", 520],
      ["Пепперони", 590],
      ["Четыре сыра", 640],
    ],
  },
  {
    category: "Напитки",
    dishes: [
      ["Морс клюквенный", 120],
      ["Чай чёрный", 90],
      ["Вода без газа", 80],
    ],
  },
];

const sampleTags = [
  { name: "Срочно", color: "red" },
  { name: "Самовывоз", color: "blue" },
  { name: "Без контакта", color: "teal" },
];

const isMenuEmpty = async (tx: Db, companyId: number): Promise<boolean> => {
  const { rows } = await sql<{ isEmpty: boolean }>`
    select not exists (select from item where company_id = ${companyId} and not is_removed)
      and not exists (select from category where company_id = ${companyId} and not is_removed) as "isEmpty"`.execute(
    tx,
  );
  return rows[0]?.isEmpty === true;
};

/**
 * Adds a sample menu to a company, and sample tags if the company never had a tag, and returns the number of added
 * dishes. Throws `Conflict` if the company already has its own dishes or categories.
 */
export const addSampleMenu = async (tx: Db, companyId: number, saver: Saver): Promise<number> => {
  await lockCompany(tx, companyId);
  if (!(await isMenuEmpty(tx, companyId))) throw new Conflict("В меню уже есть блюда или категории.");
  for (const { category, dishes } of menu) {
    const categoryId = await createCategory(tx, saver, { name: category, companyId });
    for (const [name, price] of dishes)
      await createItem(tx, saver, { name, price, companyId, categoriesId: [categoryId] });
  }
  const known = await tags.all(tx, companyId);
  if (known.length === 0) for (const { name, color } of sampleTags) await tags.add(tx, companyId, { name, color });
  return menu.reduce((count, { dishes }) => count + dishes.length, 0);
};
