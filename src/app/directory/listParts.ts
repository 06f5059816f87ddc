import type { ReactNode } from "react";
import type { Cell } from "#domain/table.ts";
import type { CommandRules } from "#machines/core/commandRules.ts";
import type { Identified } from "#machines/directory/types.ts";

/**
 * Table column. In narrow windows a row has two lines: the `lead` columns, and below them the other columns with their
 * headings. A `hidden` column is then not shown.
 */
export interface TableColumn<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: "right";
  readonly narrow?: "lead" | "hidden";
}

/** Column of an exported table. */
export interface ExportColumn<Row> {
  readonly head: string;
  readonly value: (row: Row) => Cell;
}

/**
 * Column of a list that can be exported. Texts and numbers are exported as they are shown, but "—" becomes an empty
 * cell. Any other column must define the exported `value`.
 */
export type ListColumn<Row> =
  | (Omit<TableColumn<Row>, "cell"> & { readonly cell: (row: Row) => string | number; readonly value?: never })
  | (TableColumn<Row> & ExportColumn<Row>);

interface RowAction<Row> {
  readonly label: string;
  readonly icon: ReactNode;
  /** Returns the reason why the action is disabled for a row, in addition to a missing permission. */
  readonly why?: (row: Row) => string | false | undefined;
  /** True if the action is in the menu at the end of the row, because it is rarely used. */
  readonly isRare?: boolean;
}

/** Row action that opens a different screen. */
export interface RowLink<Row> extends RowAction<Row> {
  /** Returns true if the link exists for a row. If this function is absent, the link exists for all rows. */
  readonly isFor?: (row: Row) => boolean;
  /**
   * True if the link opens a screen on which the user changes the directory. The user then needs the permission of the
   * directory.
   */
  readonly isChange?: boolean;
  readonly href: (row: Row) => string;
}

/** Texts of a row's command and of its confirmation dialog. */
export interface RowCommandTexts<Row> extends RowAction<Row> {
  /** False if the server does not offer the operation of the command. The command is then not shown. */
  readonly isOffered?: boolean;
  readonly title: (row: Row) => string;
  readonly question: (row: Row) => ReactNode;
  /** Returns the text of the toast that is shown after the command. */
  readonly done: (row: Row) => string;
  /** Called after the command, for example to refresh data that other screens show. */
  readonly onDone?: () => void;
}

/** Link that opens the form of a new entry. */
export interface AddLink {
  readonly label: string;
  readonly href: string;
}

/** Columns of a table and actions of its rows. */
export interface TableParts<Row extends Identified, Command extends string> {
  readonly columns: readonly TableColumn<Row>[];
  /** Returns the path that a click on a row opens, or undefined if the row opens no screen. */
  readonly open?: ((row: Row) => string | undefined) | undefined;
  readonly links: readonly RowLink<Row>[];
  readonly commands: Readonly<Record<Command, RowCommandTexts<Row>>>;
  /** Rules that limit commands to some rows. */
  readonly rules?: CommandRules<Row, Command> | undefined;
}
