import { configKinds } from "#domain/configKinds.ts";
import type { ConfigChangeRow } from "#machines/queries/configChanges.ts";

const participles: Readonly<Record<ConfigChangeRow["action"], string>> = {
  create: "создан",
  update: "изменён",
  remove: "удалён",
};

/** Returns the record of a change, for example "Скидка «Пикник»". */
export const recordTitle = ({ kind, name }: Pick<ConfigChangeRow, "kind" | "name">): string => {
  const { title } = configKinds[kind];
  if (name === null) return title;
  // Quotation marks within quotation marks have another form.
  return `${title} «${name.replaceAll("«", "„").replaceAll("»", "“")}»`;
};

/** Returns what happened to the record, for example "изменена". */
export const actionText = ({ kind, action }: Pick<ConfigChangeRow, "kind" | "action">): string => {
  const { ending } = configKinds[kind];
  const participle = participles[action];
  return ending === "" ? participle : `${participle.replace("ё", "е")}${ending}`;
};
