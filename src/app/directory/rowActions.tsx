import { Eye, Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { RowCommandTexts, RowLink } from "./listParts.ts";

/**
 * Label and icon of the edit link. The link is in the menu of the row, because a click on the row also opens the entry.
 */
export const editLabel = {
  label: "Редактировать",
  icon: <Pencil size={16} aria-hidden />,
  isRare: true,
  isChange: true,
};

/** Label and icon of the view link, which opens the same screen as a click on the row. */
export const viewLabel = { label: "Просмотр", icon: <Eye size={16} aria-hidden />, isRare: true };

/** Label and icon of the remove command, which is in the menu of the row. */
export const removeLabel = { label: "Удалить", icon: <Trash2 size={16} aria-hidden />, isRare: true };

/** Returns the row action that opens the edit form. */
export const editLink = <Row extends { readonly id: number }>(path: string): RowLink<Row> => ({
  ...editLabel,
  href: ({ id }) => `${path}/${id}/Edit`,
});

/**
 * Returns the texts of a command that removes a row. `what` is the kind of record in the Russian accusative, and `done`
 * is the text of the toast.
 */
export const removal = <Row extends { readonly name: string }>(
  what: string,
  done: string,
  question: (row: Row) => ReactNode,
): RowCommandTexts<Row> => ({
  ...removeLabel,
  title: ({ name }) => `Удалить ${what} «${name}»?`,
  question,
  done: () => done,
});
