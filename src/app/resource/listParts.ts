import type { ReactNode } from "react";
import type { Identified } from "#machines/resource/resource.ts";

/** A column of a directory. Where it is tight the lead columns stand on a row's first line, the others with their head on the second. */
export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: "right";
  readonly narrow?: "lead" | "hidden";
}

interface RowAction<Row> {
  readonly label: string;
  /** The rows that it is offered for; without it all of them. */
  readonly isFor?: (row: Row) => boolean;
  readonly icon: ReactNode;
  /** Why it cannot be done with this row. */
  readonly why?: (row: Row) => string | false | undefined;
}

/** An action of a row that leads to another screen. */
export interface RowLink<Row> extends RowAction<Row> {
  readonly href: (row: Row) => string;
}

/** An action of a row that is confirmed in a dialog and done by the machine. */
export interface RowCommandWords<Row> extends RowAction<Row> {
  readonly title: (row: Row) => string;
  readonly question: (row: Row) => ReactNode;
  /** What is said when it is done. */
  readonly done: (row: Row) => string;
}

/** The one way to begin an entry. */
export interface AddLink {
  readonly label: string;
  readonly href: string;
  readonly why?: string | false | undefined;
}

/** How a directory's table looks; everything but the machine. */
export interface TableParts<Row extends Identified, Command extends string> {
  readonly columns: readonly Column<Row>[];
  /** Where a press on a row leads; without it rows only have their actions. */
  readonly open?: (row: Row) => string;
  readonly links: readonly RowLink<Row>[];
  readonly commands: Readonly<Record<Command, RowCommandWords<Row>>>;
}
