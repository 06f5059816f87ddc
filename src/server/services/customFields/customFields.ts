import { type RawBuilder, sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { roundDecimal } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import { isOwnedBySql, isVisibleToSql, lockOwner, type Owner } from "../catalogue/catalogueScope.ts";
import type { Complete } from "../shared/complete.ts";
import {
  Conflict,
  type FieldErrors,
  Forbidden,
  invalidFields,
  refuseFields,
  requireRow,
} from "../shared/domainErrors.ts";
import { checkVersion, type VersionedId } from "../shared/versioning.ts";

type Field = Complete<Schemas["CustomField"]>;

/** Kind of record that can have custom fields. */
export type FieldType = Schemas["CustomFieldType"];

type CustomValue = string | number | boolean;

const numberProblem = (value: unknown): string | undefined => {
  if (typeof value !== "number" || !Number.isFinite(value)) return "Укажите число.";
  return roundDecimal(value) === value ? undefined : "Не больше 5 знаков после запятой.";
};

const problemOf = ({ kind, options }: Pick<Field, "kind" | "options">, value: unknown): string | undefined => {
  if (kind === "number") return numberProblem(value);
  if (kind === "bool") return typeof value === "boolean" ? undefined : "Укажите да или нет.";
  if (typeof value !== "string") return "Укажите текст.";
  return kind === "text" || options.includes(value) ? undefined : "Выберите значение из списка.";
};

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === "";

/**
 * Validates the values of custom fields, removes empty values, and protects the fields from removal until the
 * transaction ends. Throws `Invalid` with the errors of unknown fields and invalid values, keyed `customField.<name>`.
 */
export const checkCustomFields = async (
  tx: Db,
  owner: Owner,
  type: FieldType,
  values: Readonly<Record<string, unknown>>,
): Promise<Record<string, CustomValue>> => {
  const { rows } = await sql<Pick<Field, "name" | "kind" | "options">>`
    select d.name, d.kind, d.options from custom_field d where d.type = ${type} and ${isVisibleToSql(owner, "d")}
    for key share`.execute(tx);
  const fields = new Map(rows.map((field) => [field.name, field]));
  const filled = Object.entries(values).filter(([, value]) => !isEmpty(value));
  const errors = filled.flatMap(([name, value]) => {
    const field = fields.get(name);
    const problem = field ? problemOf(field, value) : "Такого поля больше нет. Откройте запись заново.";
    return problem ? [[`customField.${name}`, problem]] : [];
  });
  refuseFields(Object.fromEntries(errors));
  // The validation above accepts only values of the type `CustomValue`, so the cast is safe.
  return Object.fromEntries(filled) as Record<string, CustomValue>;
};

/**
 * Returns the validated values of custom fields as JSON text for the column, or undefined for a request without custom
 * fields, so that the column stays unchanged. Throws the errors of `checkCustomFields`.
 */
export const storedFieldsSql = async (
  tx: Db,
  owner: Owner,
  type: FieldType,
  values: Readonly<Record<string, unknown>> | undefined,
): Promise<string | undefined> => values && JSON.stringify(await checkCustomFields(tx, owner, type, values));

const entries = { category: "category", item: "item", orderStatus: "order_status" } as const;

/**
 * Returns SQL that is true if the record `e` may have a value for the field `d`. The record and the field have the same
 * owner, or the field belongs to the group of the record's company.
 */
const canHold = (type: FieldType) => {
  const inGroup = sql`e.company_id in (select id from company where company_group_id = d.company_group_id)`;
  return type === "orderStatus"
    ? sql`(e.company_id = d.company_id or ${inGroup})`
    : sql`(e.company_id = d.company_id or e.company_group_id = d.company_group_id or ${inGroup})`;
};

const usesOf = (type: FieldType) => sql`when ${type} then (select count(*)::int from ${sql.table(entries[type])} e
  where ${canHold(type)} and not e.is_removed and jsonb_exists(e.custom_field, d.name))`;

const selectFields = sql`
  select d.id, d.type, d.name, d.title, d.kind, d.options, d.company_group_id is not null as "isCompanyGroup", d.version,
    case d.type ${usesOf("category")} ${usesOf("item")} ${usesOf("orderStatus")} end as "usedCount"
  from custom_field d`;

/**
 * Returns the custom fields that meet `which`, an SQL condition on the table alias `d`, sorted by type and title. If
 * `type` is given, returns only fields of this type.
 */
export const listCustomFields = async (
  db: Db,
  which: RawBuilder<unknown>,
  type: FieldType | undefined,
): Promise<Field[]> => {
  const { rows } = await sql<Field>`${selectFields} where ${which} and d.type = coalesce(${type ?? null}::text, d.type)
    order by d.type, d.title collate "und-x-icu", d.id`.execute(db);
  return rows;
};

/**
 * Reads the custom field with this id. Throws `NotFound` if the field does not meet `which`, an SQL condition on the
 * table alias `d`.
 */
export const readCustomField = async (db: Db, which: RawBuilder<unknown>, id: number): Promise<Field> => {
  const { rows } = await sql<Field>`${selectFields} where ${which} and d.id = ${id}`.execute(db);
  return requireRow(rows[0], "Поле не найдено.");
};

const MOST_FIELDS = 50;

/** Names of built-in properties of JavaScript objects. Custom fields must not have these names. */
const reserved = new Set(["constructor", "prototype"]);

const textOf = (save: Pick<Schemas["CustomFieldSave"], "title" | "options">, kind: Field["kind"]) => {
  const title = save.title.trim();
  const options = kind === "list" ? [...new Set((save.options ?? []).map((option) => option.trim()))] : [];
  const errors: FieldErrors = {};
  if (!title) errors["title"] = "Укажите название.";
  if (kind === "list" && options.filter(Boolean).length === 0)
    errors["options"] = "Укажите хотя бы одно значение списка.";
  refuseFields(errors);
  return { title, options: JSON.stringify(options.filter(Boolean)) };
};

/**
 * Returns the SQL condition for the fields with names that a new field must not repeat. For a company, these are the
 * fields of the company and of its group. For a group, these are the fields of the group and of its companies.
 */
const isConflicting = (owner: Owner) =>
  owner.companyId === null
    ? sql`(${isOwnedBySql(owner, "d")} or d.company_id in (select id from company where company_group_id = ${owner.companyGroupId}))`
    : isVisibleToSql(owner, "d");

/**
 * Creates a custom field and returns its id. Throws `Conflict` if `isConflicting` already finds 50 fields of the same
 * type; `Invalid` for a name that is taken or reserved, for an empty title, for a list without values, and for an order
 * status field of a group; and the error of `lockOwner`.
 */
export const createCustomField = async (tx: Db, owner: Owner, save: Schemas["CustomFieldSave"]): Promise<number> => {
  if (owner.companyId === null && save.type === "orderStatus")
    throw invalidFields({ type: "Статусы заказов бывают только у компании." });
  await lockOwner(tx, owner);
  const { title, options } = textOf(save, save.kind);
  const { rows } = await sql<{ name: string }>`
    select d.name from custom_field d where d.type = ${save.type} and ${isConflicting(owner)}`.execute(tx);
  if (rows.length >= MOST_FIELDS) throw new Conflict(`Полей уже ${rows.length}: больше добавить нельзя.`);
  const taken = new Set(rows.map((row) => row.name));
  const free = Array.from({ length: MOST_FIELDS + 1 }, (_, index) => `field${index + 1}`).find(
    (one) => !taken.has(one),
  );
  const name = save.name || (free ?? "field");
  if (taken.has(name)) throw invalidFields({ name: "Поле с таким именем уже есть." });
  if (reserved.has(name)) throw invalidFields({ name: "Это имя занято системой." });
  const { id } = await tx
    .insertInto("custom_field")
    .values({
      company_id: owner.companyId,
      company_group_id: owner.companyGroupId,
      type: save.type,
      name,
      title,
      kind: save.kind,
      options,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};

/**
 * Locks a custom field before a change and returns the field. Throws `NotFound` for an unknown field, `Forbidden` if
 * the owner is a company and the field belongs to its group, and `Stale` if the caller saw a different version.
 */
const lockField = async (tx: Db, owner: Owner, { id, seen }: VersionedId): Promise<Field> => {
  await tx.selectFrom("custom_field").select("id").where("id", "=", id).forUpdate().execute();
  const field = await readCustomField(tx, isVisibleToSql(owner, "d"), id);
  if (field.isCompanyGroup && owner.companyId !== null)
    throw new Forbidden("Это общее поле группы компаний. Изменить его можно только в каталоге группы.");
  checkVersion(field, seen);
  return field;
};

/**
 * Changes the title and the options of a custom field. Throws the errors of `lockField`, and `Invalid` for an empty
 * title or a list without values.
 */
export const updateCustomField = async (
  tx: Db,
  owner: Owner,
  which: VersionedId,
  save: Schemas["CustomFieldUpdate"],
): Promise<void> => {
  const field = await lockField(tx, owner, which);
  const { title, options } = textOf({ ...save, options: save.options ?? field.options }, field.kind);
  await tx
    .updateTable("custom_field")
    .set((eb) => ({ title, options, version: eb("version", "+", 1) }))
    .where("id", "=", field.id)
    .execute();
};

/** Deletes a custom field, and its values in all records that can have the field. Throws the errors of `lockField`. */
export const removeCustomField = async (tx: Db, owner: Owner, id: number): Promise<undefined> => {
  const { type, name } = await lockField(tx, owner, { id, seen: undefined });
  await sql`update ${sql.table(entries[type])} e set custom_field = e.custom_field - ${name}::text
    from custom_field d where d.id = ${id} and ${canHold(type)} and jsonb_exists(e.custom_field, ${name})`.execute(tx);
  await tx.deleteFrom("custom_field").where("id", "=", id).execute();
  return undefined;
};
