import { Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { RowCommandTexts, RowLink } from "./listParts.ts";

/** Label and icon of the edit link. */
export const editLabel = { label: "Редактировать", icon: <Pencil size={16} aria-hidden /> };

/** Label and icon of the remove command. */
export const removeLabel = { label: "Удалить", icon: <Trash2 size={16} aria-hidden /> };

/** Returns the row action that opens the edit form. */
export const editLink = <Row extends { readonly id: number }>(
  path: string,
  reason: string | false | undefined,
): RowLink<Row> => ({
  ...editLabel,
  href: ({ id }) => `${path}/${id}/Edit`,
  why: () => reason,
});

/**
 * Returns the texts of a command that removes a row. `what` is the kind of record in the Russian accusative. `done` is
 * the text of the toast.
 */
export const removal = <Row extends { readonly name: string }>(
  what: string,
  done: string,
  reasonOf: (row: Row) => string | undefined,
  question: (row: Row) => ReactNode,
): RowCommandTexts<Row> => ({
  ...removeLabel,
  why: reasonOf,
  title: ({ name }) => `Удалить ${what} «${name}»?`,
  question,
  done: () => done,
});
