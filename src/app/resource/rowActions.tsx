import { Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { RowCommandWords, RowLink } from "./listParts.ts";

/** What the link of a row to its form is called. */
export const editing = { label: "Редактировать", icon: <Pencil size={16} aria-hidden /> };

/** What the removal of a row is called. */
export const removing = { label: "Удалить", icon: <Trash2 size={16} aria-hidden /> };

/** The link of a row to its form. */
export const editLink = <Row extends { readonly id: number }>(
  path: string,
  whyNot: string | false | undefined,
): RowLink<Row> => ({
  ...editing,
  href: ({ id }) => `${path}/${id}/Edit`,
  why: () => whyNot,
});

/** The removal of a row: `what` is its kind in the accusative, `done` what is said afterwards. */
export const removal = <Row extends { readonly name: string }>(
  what: string,
  done: string,
  whyNot: (row: Row) => string | undefined,
  question: (row: Row) => ReactNode,
): RowCommandWords<Row> => ({
  ...removing,
  why: whyNot,
  title: ({ name }) => `Удалить ${what} «${name}»?`,
  question,
  done: () => done,
});
