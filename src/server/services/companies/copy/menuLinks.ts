import { sql } from "kysely";
import type { TreeCategory } from "#domain/categoryTree.ts";
import type { Db } from "../../../database/connection.ts";
import { type Copying, checkEntryLimit } from "./copying.ts";

/**
 * Ids of entries that the source company can use, mapped to the ids of the corresponding entries of the target company.
 */
export type Links = ReadonlyMap<number, number>;

/** Corresponding categories or dishes of the source company and of the target company. */
export interface LinkedEntries {
  /**
   * Ids of the source company's entries, mapped to the ids of the existing or added entries of the target company. An
   * entry of the common company group is mapped to itself.
   */
  readonly links: Links;
  /** Ids of the source company's entries that are copied, mapped to the ids of their new copies. */
  readonly added: Links;
  /** Number of own entries of the source company. */
  readonly total: number;
}

/** Reserves ids for `count` new rows of a table, and returns the ids. */
export const takeIds = async (tx: Db, table: "category" | "item", count: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence(${table}, 'id'))::int as id
    from generate_series(1, ${count}::int)`.execute(tx);
  return rows.map(({ id }) => id);
};

const listShared = async ({ tx, groupId }: Copying, table: "category" | "item"): Promise<[number, number][]> => {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where company_group_id = ${groupId}::int and not is_removed`.execute(tx);
  return rows.map(({ id }) => [id, id]);
};

const listCategories = (tx: Db, companyId: number): Promise<readonly TreeCategory[]> =>
  tx
    .selectFrom("category")
    .select(["id", "name", "parent_id as parentId"])
    .where("company_id", "=", companyId)
    .where("is_removed", "=", false)
    .orderBy("id")
    .execute();

/** Sorts the categories so that each parent precedes its children. */
const sortByDepth = (categories: readonly TreeCategory[]): readonly TreeCategory[] => {
  const sorted = categories.filter(({ parentId }) => parentId === null);
  const childrenOf = new Map<number | null, TreeCategory[]>();
  for (const one of categories) childrenOf.set(one.parentId, [...(childrenOf.get(one.parentId) ?? []), one]);
  for (const { id } of sorted) sorted.push(...(childrenOf.get(id) ?? []));
  return sorted;
};

const positionOf = (parentId: number | null, name: string): string => `${parentId ?? ""} ${name.toLowerCase()}`;

/**
 * Links each category of the source company to the target company's category with the same name and the corresponding
 * parent, and each category of the common group to itself. With `isAdding`, a category without a counterpart gets the
 * id of a new category. Throws the error of `checkEntryLimit`.
 */
export const linkCategories = async (copying: Copying, isAdding: boolean): Promise<LinkedEntries> => {
  const { tx, fromId, toId } = copying;
  const source = sortByDepth(await listCategories(tx, fromId));
  checkEntryLimit(source.length);
  const ids = isAdding ? await takeIds(tx, "category", source.length) : [];
  const present = new Map(
    (await listCategories(tx, toId)).map(({ id, name, parentId }) => [positionOf(parentId, name), id]),
  );
  const links = new Map(await listShared(copying, "category"));
  const added = new Map<number, number>();
  for (const { id, name, parentId } of source) {
    const parent = parentId === null ? null : links.get(parentId);
    if (parent === undefined) continue;
    const position = positionOf(parent, name);
    const existing = present.get(position);
    const linked = existing ?? ids.shift();
    if (linked === undefined) continue;
    links.set(id, linked);
    present.set(position, linked);
    if (existing === undefined) added.set(id, linked);
  }
  return { links, added, total: source.length };
};

/** Own dish of a company. */
export interface OwnItem {
  readonly id: number;
  readonly name: string;
  readonly categoriesId: readonly number[];
}

const listItems = async (tx: Db, companyId: number): Promise<readonly OwnItem[]> => {
  const { rows } = await sql<OwnItem>`
    select i.id, i.name, coalesce((select json_agg(k.category_id) from item_category k where k.item_id = i.id), '[]')
      as "categoriesId"
    from item i where i.company_id = ${companyId} and not i.is_removed order by i.id`.execute(tx);
  return rows;
};

/**
 * Links each dish of the source company to the target company's dish with the same name, and each dish of the common
 * group to itself. With `isAdding`, a dish without a counterpart gets the id of a new dish, provided that one of its
 * categories has a link. Throws the error of `checkEntryLimit`.
 */
export const linkItems = async (copying: Copying, categories: Links, isAdding: boolean): Promise<LinkedEntries> => {
  const { tx, fromId, toId } = copying;
  const source = await listItems(tx, fromId);
  checkEntryLimit(source.length);
  const ids = isAdding ? await takeIds(tx, "item", source.length) : [];
  const present = new Map((await listItems(tx, toId)).map(({ id, name }) => [name.toLowerCase(), id]));
  const links = new Map(await listShared(copying, "item"));
  const added = new Map<number, number>();
  // `present` contains only the dishes that existed before the copy, so source dishes with the same name are all copied
  // unless the target company already has a dish with this name.
  for (const { id, name, categoriesId } of source) {
    const existing = present.get(name.toLowerCase());
    const fresh = existing === undefined && categoriesId.some((one) => categories.has(one)) ? ids.shift() : undefined;
    const linked = existing ?? fresh;
    if (linked === undefined) continue;
    links.set(id, linked);
    if (fresh !== undefined) added.set(id, fresh);
  }
  return { links, added, total: source.length };
};
