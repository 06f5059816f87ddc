import type { ReactNode } from "react";
import type { Identified } from "#machines/directory/types.ts";

/** Column of a table. On narrow screens lead columns are on the first line of a row; the others follow with their heads on the second. */
export interface TableColumn<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: "right";
  readonly narrow?: "lead" | "hidden";
}

interface RowAction<Row> {
  readonly label: string;
  /** Filter of the rows that have the action; without it all have it. */
  readonly isFor?: (row: Row) => boolean;
  readonly icon: ReactNode;
  /** Reason why the action is disabled for a row. */
  readonly why?: (row: Row) => string | false | undefined;
}

/** Action of a row that leads to another screen. */
export interface RowLink<Row> extends RowAction<Row> {
  readonly href: (row: Row) => string;
}

/** Texts of a row command, which is confirmed in a dialog. */
export interface RowCommandTexts<Row> extends RowAction<Row> {
  readonly title: (row: Row) => string;
  readonly question: (row: Row) => ReactNode;
  /** Toast after the command. */
  readonly done: (row: Row) => string;
}

/** Link to the form of a new entry. */
export interface AddLink {
  readonly label: string;
  readonly href: string;
  readonly why?: string | false | undefined;
}

/** Columns and actions of a table. */
export interface TableParts<Row extends Identified, Command extends string> {
  readonly columns: readonly TableColumn<Row>[];
  /** Path that a click on a row leads to. */
  readonly open?: (row: Row) => string;
  readonly links: readonly RowLink<Row>[];
  readonly commands: Readonly<Record<Command, RowCommandTexts<Row>>>;
}
