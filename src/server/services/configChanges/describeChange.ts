import { isColour } from "#domain/colour.ts";
import { colourName } from "#domain/colourName.ts";
import { type ConfigKindName, configKinds } from "#domain/configKinds.ts";
import { formatWeekdays } from "#domain/discountTermsText.ts";
import { counted, formatDay } from "#domain/format.ts";
import { formatMoney, roundMoney } from "#domain/money.ts";
import { limits, permissionTitles } from "#domain/permissions.ts";
import { formatPhone } from "#domain/phone.ts";
import { formatQuantity } from "#domain/quantity.ts";
import { type ModuleName, moduleCatalogue } from "../modules/moduleCatalogue.ts";
import { settingsOfModule } from "../modules/moduleSettings.ts";
import { type ConfigField, type ConfigFieldType, configFields, type Referenced } from "./configFields.ts";
import type { NameOf } from "./referencedNames.ts";

/** Fields of a record by name, as the triggers have recorded them. */
export type ConfigDocument = Readonly<Record<string, unknown>>;

/** Row of the configuration audit log, with the record before and after the change. */
export interface StoredChange {
  readonly kind: ConfigKindName;
  readonly name: string | null;
  readonly before: ConfigDocument | null;
  readonly after: ConfigDocument | null;
  /** Current unit of a discount. It applies when the change did not record the unit. */
  readonly discountType: string | null;
}

/** One changed field with its values as texts. */
interface DescribedField {
  readonly field: string;
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
  /** True if the user sees only that the field has changed, without its values. */
  readonly isHidden: boolean;
}

const isDocument = (value: unknown): value is ConfigDocument =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Flattens a record. A field of a nested object gets a name such as "permissions.order.view". */
const flatten = (document: ConfigDocument | null): ConfigDocument =>
  Object.fromEntries(
    Object.entries(document ?? {}).flatMap(([name, value]) =>
      isDocument(value)
        ? Object.entries(value).map(([inner, part]) => [`${name}.${inner}`, part] as const)
        : [[name, value] as const],
    ),
  );

const permissionField = (permission: string): ConfigField => {
  const titles: Readonly<Record<string, string>> = permissionTitles;
  return [`Право «${titles[permission] ?? permission}»`, limits.includes(permission) ? "number" : "flag"];
};

const moduleField = (module: string | null, name: string): ConfigField => {
  const { settings } = settingsOfModule(module as ModuleName);
  const setting = settings.find((one) => one.name === name);
  return [setting?.title ?? name, setting?.kind === "boolean" ? "flag" : "text"];
};

/**
 * Returns the label and the type of a recorded field. The label of an unknown field is its name, and its type is
 * `text`.
 */
export const fieldOf = ({ kind, name }: Pick<StoredChange, "kind" | "name">, field: string): ConfigField => {
  const known = configFields[kind][field];
  if (known) return known;
  const [group = "", ...rest] = field.split(".");
  const inner = rest.join(".");
  if (group === "permissions") return permissionField(inner);
  if (group === "custom_field") return [`Поле «${inner}»`, "text"];
  return kind === "module" ? moduleField(name, inner) : [field, "text"];
};

const idsOf = (value: unknown): readonly number[] =>
  (Array.isArray(value) ? value : [value]).filter((id) => typeof id === "number" && id > 0);

const linesOf = (value: unknown): readonly ConfigDocument[] => (Array.isArray(value) ? value.filter(isDocument) : []);

const lineReferences: Readonly<Record<string, readonly (readonly [key: string, kind: Referenced])[]>> = {
  conditions: [
    ["categoryId", "category"],
    ["itemId", "item"],
  ],
  composition: [["stockItemId", "stockItem"]],
  modifiers: [
    ["categoryId", "category"],
    ["itemId", "item"],
  ],
  shopCategories: [["categoryId", "category"]],
};

/** Returns the records that a value refers to. */
const referencesOf = (type: ConfigFieldType, value: unknown): readonly (readonly [Referenced, number])[] => {
  if (typeof type === "string")
    return (lineReferences[type] ?? []).flatMap(([key, kind]) =>
      linesOf(value).flatMap((line) => idsOf(line[key]).map((id) => [kind, id] as const)),
    );
  const kind = "ref" in type ? type.ref : "refs" in type ? type.refs : undefined;
  return kind ? idsOf(value).map((id) => [kind, id] as const) : [];
};

/** Returns the ids of all records that changes refer to, by kind. */
export const collectReferences = (changes: readonly StoredChange[]): Map<Referenced, Set<number>> => {
  const wanted = new Map<Referenced, Set<number>>();
  for (const change of changes)
    for (const document of [change.before, change.after])
      for (const [field, value] of Object.entries(flatten(document)))
        for (const [kind, id] of referencesOf(fieldOf(change, field)[1], value))
          wanted.set(kind, (wanted.get(kind) ?? new Set()).add(id));
  return wanted;
};

const moneyText = (value: number): string =>
  roundMoney(value) === value ? formatMoney(value) : formatQuantity(value, "р.");

const amountText = (type: unknown, value: unknown): string =>
  type === "%" ? formatQuantity(Number(value), "%") : moneyText(Number(value));

/** Data that is needed to describe the values of one version of a record. */
interface Context {
  readonly nameOf: NameOf;
  /** Unit of a discount: "%" or "fixed". */
  readonly unit: unknown;
}

const describeLine = (type: string, line: ConfigDocument, { nameOf }: Context): string => {
  const named = (kind: Referenced, key: string, all: string) => {
    const id = Number(line[key]);
    return id > 0 ? nameOf(kind, id) : all;
  };
  switch (type) {
    case "conditions": {
      const where = [named("category", "categoryId", ""), named("item", "itemId", "")].filter(Boolean).join(" / ");
      return `${where || "все"}: ${amountText(line["type"], line["value"])}`;
    }
    case "composition":
      return `${named("stockItem", "stockItemId", "—")} × ${formatQuantity(Number(line["count"]))}`;
    case "modifiers": {
      const price = Number(line["price"]);
      const what = `${named("category", "categoryId", "все")} / ${named("item", "itemId", "все")}`;
      const terms = [price < 0 ? "своя цена" : moneyText(price), line["isRequired"] === true && "обязательно"];
      return `${what} × ${formatQuantity(Number(line["portion"]))}, ${terms.filter(Boolean).join(", ")}`;
    }
    case "packs":
      return `${String(line["name"])} × ${formatQuantity(Number(line["factor"]))}`;
    default:
      return typeof line["title"] === "string" ? line["title"] : named("category", "categoryId", "—");
  }
};

const YES = "да";
const NO = "нет";

const list = (texts: readonly string[]): string | null => texts.join(", ") || null;

const plainText = (type: ConfigFieldType & string, value: unknown, context: Context): string | null => {
  switch (type) {
    case "flag":
      return value === true || (typeof value === "number" && value > 0) ? YES : NO;
    case "number":
      return formatQuantity(Number(value));
    case "money":
      return moneyText(Number(value));
    case "minutes":
      return formatQuantity(Number(value), "мин");
    case "weekdays":
      return formatWeekdays(value as readonly number[]);
    case "discountValue":
      return amountText(context.unit, value);
    case "day":
      return formatDay(String(value));
    case "phone":
      return formatPhone(String(value));
    case "colour":
      return isColour(value) ? colourName(value) : String(value);
    case "picture":
      return "есть";
    case "secret":
      return value === true ? YES : null;
    case "points":
      return linesOf(value).length === 0 ? null : counted(linesOf(value).length, ["точка", "точки", "точек"]);
    case "texts":
      return list((value as readonly unknown[]).map(String));
    case "modules":
      return list((value as readonly ModuleName[]).map((module) => moduleCatalogue[module]?.title ?? module));
    case "text":
      return typeof value === "boolean" ? (value ? YES : NO) : String(value) || null;
    default:
      return list(linesOf(value).map((line) => describeLine(type, line, context)));
  }
};

const valueText = (type: ConfigFieldType, value: unknown, context: Context): string | null => {
  if (value === null || value === undefined) return null;
  if (typeof type === "string") return plainText(type, value, context);
  if ("ref" in type) return context.nameOf(type.ref, Number(value));
  if ("refs" in type) return list(idsOf(value).map((id) => context.nameOf(type.refs, id)));
  if ("choice" in type) return type.choice[String(value)] ?? String(value);
  return list((value as readonly unknown[]).map((one) => type.choices[String(one)] ?? String(one)));
};

/**
 * Returns true if the description of a created or removed record omits the value: an empty value, or a flag that is
 * off.
 */
const isTrifling = (type: ConfigFieldType, text: string | null): boolean =>
  text === null || (type === "flag" && text === NO);

/**
 * Returns the name of a record for the user. Returns null for a record without a name, such as settings of a company.
 */
export const describeName = ({ kind, name }: Pick<StoredChange, "kind" | "name">): string | null => {
  if (name === null) return null;
  if (kind === "operatorPhone") return formatPhone(name);
  return kind === "module" ? (moduleCatalogue[name as ModuleName]?.title ?? name) : name;
};

/**
 * Returns the fields of a change with texts for the user, in the sequence of `configFields`. A creation has only
 * `after`, and a removal only `before`. Both omit empty fields, flags that are off, and the name of the record.
 */
export const describeFields = (change: StoredChange, nameOf: NameOf): DescribedField[] => {
  const [before, after] = [flatten(change.before), flatten(change.after)];
  const order = Object.keys(configFields[change.kind]);
  const placeOf = (field: string) => (order.includes(field) ? order.indexOf(field) : order.length);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort(
    (one, other) => placeOf(one) - placeOf(other) || (one < other ? -1 : 1),
  );
  const isUpdate = change.before !== null && change.after !== null;
  return names.flatMap((field): DescribedField[] => {
    const [label, type] = fieldOf(change, field);
    const textIn = (document: ConfigDocument) =>
      valueText(type, document[field], { nameOf, unit: document["type"] ?? change.discountType });
    const texts = { before: textIn(before), after: textIn(after) };
    const single = texts.before ?? texts.after;
    if (!isUpdate && (isTrifling(type, single) || single === describeName(change))) return [];
    if (isUpdate && type !== "secret" && texts.before === null && texts.after === null) return [];
    // Different values can have the same text, for example two pictures or two borders of a zone. Both texts are then
    // omitted.
    const isHidden = type === "secret" || (isUpdate && texts.before === texts.after);
    return [{ field, label, ...(isHidden ? { before: null, after: null } : texts), isHidden }];
  });
};

/** Returns the kinds of records that a user with these permissions sees in the audit log. */
export const visibleKinds = (isPermitted: (permission: string) => boolean): ConfigKindName[] =>
  (Object.keys(configKinds) as ConfigKindName[]).filter((kind) => isPermitted(configKinds[kind].needs));
