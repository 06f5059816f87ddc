import { sql } from "kysely";
import { type CopyCount, type Copying, checkEntryLimit, sharedFieldsSql } from "./copying.ts";
import { type LinkedEntries, type Links, linkCategories, linkItems } from "./menuLinks.ts";

const MOST_MODIFIERS = 50_000;

/** Value of `modificator_id` that stands for all dishes of the category. */
const ALL = 0;

/** Returns the SQL of a table `r` with one row for each link: the id of the original and the id of its counterpart. */
const linksSql = (links: Links) =>
  sql`jsonb_to_recordset(${JSON.stringify(
    [...links].map(([fromId, toId]) => ({ fromId, toId })),
  )}::jsonb) as r("fromId" int, "toId" int)`;

const insertCategories = async (copying: Copying, { links, added }: LinkedEntries): Promise<void> => {
  await sql`with linked as (select * from ${linksSql(links)})
    insert into category (id, company_id, name, parent_id, image_file_id, custom_field, is_active)
    select r."toId", ${copying.toId}::int, s.name, p."toId", s.image_file_id,
      ${sharedFieldsSql(copying, "category", "s")}, s.is_active
    from ${linksSql(added)} join category s on s.id = r."fromId" left join linked p on p."fromId" = s.parent_id
    order by r."toId"`.execute(copying.tx);
};

const insertItems = async (copying: Copying, categories: Links, { added }: LinkedEntries): Promise<void> => {
  const { tx, toId } = copying;
  await sql`with linked as (select * from ${linksSql(categories)})
    insert into item (id, company_id, name, price, default_category_id, vendor_code, internal_info, image_file_id,
      custom_field, is_active, prep_minutes)
    select r."toId", ${toId}::int, s.name, s.price, (select c."toId" from linked c where c."fromId" = s.default_category_id
        and exists (select 1 from item_category k where k.item_id = s.id and k.category_id = c."fromId")),
      s.vendor_code, s.internal_info, s.image_file_id, ${sharedFieldsSql(copying, "item", "s")}, s.is_active, s.prep_minutes
    from ${linksSql(added)} join item s on s.id = r."fromId" order by r."toId"`.execute(tx);
  await sql`with linked as (select * from ${linksSql(categories)})
    insert into item_category (item_id, category_id)
    select distinct r."toId", c."toId" from ${linksSql(added)} join item_category k on k.item_id = r."fromId"
      join linked c on c."fromId" = k.category_id`.execute(tx);
};

interface Modifier {
  readonly itemId: number;
  readonly categoryId: number;
  readonly modifierId: number;
  readonly portion: string;
  readonly price: string;
  readonly isRequired: boolean;
}

const listModifiers = async ({ tx }: Copying, added: Links): Promise<readonly Modifier[]> => {
  const { rows } = await sql<Modifier>`
    select m.item_id as "itemId", m.category_modificator_id as "categoryId", m.modificator_id as "modifierId",
      m.portion::text as portion, m.price::text as price,
      m.is_required as "isRequired"
    from item_modificator m where m.item_id = any(${[...added.keys()]}::int[]) order by m.id
    limit ${MOST_MODIFIERS + 1}`.execute(tx);
  checkEntryLimit(rows.length, MOST_MODIFIERS);
  return rows;
};

/**
 * Replaces the ids of the source company in modifier lines by the corresponding ids of the target company. Omits lines
 * with an id that has no counterpart, and repeated lines.
 */
const resolveModifiers = (lines: readonly Modifier[], categories: Links, items: Links): readonly Modifier[] => {
  const resolved = new Map<string, Modifier>();
  for (const line of lines) {
    const itemId = items.get(line.itemId);
    const categoryId = categories.get(line.categoryId);
    const modifierId = line.modifierId === ALL ? ALL : items.get(line.modifierId);
    if (itemId === undefined || categoryId === undefined || modifierId === undefined) continue;
    const key = `${itemId} ${modifierId} ${modifierId === ALL ? categoryId : ""}`;
    if (!resolved.has(key)) resolved.set(key, { ...line, itemId, categoryId, modifierId });
  }
  return [...resolved.values()];
};

/**
 * Adds the modifiers of the copied dishes. Omits a modifier that is not in the category from which the guest chooses
 * it.
 */
const insertModifiers = async (copying: Copying, categories: Links, items: LinkedEntries): Promise<void> => {
  const lines = resolveModifiers(await listModifiers(copying, items.added), categories, items.links);
  if (lines.length === 0) return;
  await sql`insert into item_modificator (item_id, category_modificator_id, modificator_id, portion, price, is_required)
    select l."itemId", l."categoryId", l."modifierId", l.portion, l.price, l."isRequired"
    from rows from (jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as ("itemId" int, "categoryId" int, "modifierId" int, portion numeric, price numeric, "isRequired" boolean))
      with ordinality as l("itemId", "categoryId", "modifierId", portion, price, "isRequired", place)
    where l."modifierId" = ${ALL} or exists (select 1 from item_category k
      where k.item_id = l."modifierId" and k.category_id = l."categoryId")
    order by l.place`.execute(copying.tx);
};

const countOf = (kind: CopyCount["kind"], { added, total }: LinkedEntries, existing: number): CopyCount => ({
  kind,
  added: added.size,
  existing,
  unresolved: total - added.size - existing,
});

/** Counts the source company's own entries that had a counterpart in the target company before the copy. */
const countExisting = ({ links, added }: LinkedEntries): number =>
  [...links].filter(([from, to]) => from !== to && !added.has(from)).length;

/**
 * Copies the categories and dishes that belong to the source company itself and that the target company lacks. Also
 * copies the modifiers of the copied dishes. Throws the error of `checkEntryLimit`.
 */
export const copyMenu = async (copying: Copying): Promise<readonly CopyCount[]> => {
  const categories = await linkCategories(copying, true);
  if (categories.added.size > 0) await insertCategories(copying, categories);
  const items = await linkItems(copying, categories.links, true);
  if (items.added.size > 0) {
    await insertItems(copying, categories.links, items);
    await insertModifiers(copying, categories.links, items);
  }
  return [countOf("category", categories, countExisting(categories)), countOf("item", items, countExisting(items))];
};
