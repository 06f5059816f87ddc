import type { ReactNode } from "react";
import { classNames } from "../classNames.ts";
import { ShareBar } from "./ShareBar.tsx";

/** Column of numbers next to the bars in a table. */
export interface BarColumn<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
}

/** Maximum number of columns that fit on a phone. */
const PHONE_COLUMNS = 3;

/** CSS classes for tables with many columns. On a phone the numbers and their headings are placed below the name. */
const wrapped: Readonly<Record<"table" | "head" | "row" | "name" | "number", string>> = {
  table: "max-[700px]:block",
  head: "max-[700px]:sr-only",
  row: "max-[700px]:flex max-[700px]:flex-wrap max-[700px]:border-b max-[700px]:border-line max-[700px]:py-1",
  name: "max-[700px]:h-auto max-[700px]:basis-full max-[700px]:border-0",
  number:
    "max-[700px]:h-auto max-[700px]:border-0 max-[700px]:text-xs max-[700px]:text-muted max-[700px]:before:content-[attr(data-head)]",
};

/** Table with a bar in each row. */
export const BarTable = <Row,>({
  caption,
  head,
  rows,
  keyOf,
  name,
  size,
  columns,
  empty,
}: {
  caption: string;
  head: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  name: (row: Row) => ReactNode;
  /** Returns the value that determines the length of the bar. */
  size: (row: Row) => number;
  columns: readonly BarColumn<Row>[];
  empty: ReactNode;
}) => {
  const highest = Math.max(1, ...rows.map(size));
  const narrow: Partial<typeof wrapped> = columns.length > PHONE_COLUMNS ? wrapped : {};
  return (
    <table className={classNames("table", narrow.table)}>
      <caption className="sr-only">{caption}</caption>
      <thead className={narrow.head}>
        <tr>
          <th scope="col">{head}</th>
          {columns.map((column) => (
            <th key={column.head} scope="col" className="num">
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={narrow.table}>
        {rows.map((row) => (
          <tr key={keyOf(row)} className={narrow.row}>
            <td className={classNames("py-1.5 wrap-anywhere", narrow.name)}>
              {name(row)}
              <ShareBar share={size(row) / highest} />
            </td>
            {columns.map((column) => (
              <td
                key={column.head}
                data-head={`${column.head}: `}
                className={classNames("num whitespace-nowrap", narrow.number)}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
        {rows.length === 0 && (
          <tr>
            <td colSpan={1 + columns.length} className="py-8 text-center text-muted">
              {empty}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
};
