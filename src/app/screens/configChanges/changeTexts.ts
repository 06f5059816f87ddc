import { configKinds } from "#domain/configKinds.ts";
import type { ConfigChangeRow } from "#machines/queries/configChanges.ts";

const participles: Readonly<Record<ConfigChangeRow["action"], string>> = {
  create: "создан",
  update: "изменён",
  remove: "удалён",
};

/** Returns the kind and the name of the changed record, for example "Скидка «Пикник»". */
export const recordTitle = ({ kind, name }: Pick<ConfigChangeRow, "kind" | "name">): string => {
  const { title } = configKinds[kind];
  if (name === null) return title;
  // In Russian, quotation marks inside a quotation have a different shape: „…“ instead of «…».
  return `${title} «${name.replaceAll("«", "„").replaceAll("»", "“")}»`;
};

/** Returns the Russian participle for the change of a record, for example "изменена". */
export const actionText = ({ kind, action }: Pick<ConfigChangeRow, "kind" | "action">): string => {
  const { ending } = configKinds[kind];
  const participle = participles[action];
  return ending === "" ? participle : `${participle.replace("ё", "е")}${ending}`;
};
