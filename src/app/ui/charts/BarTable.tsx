import type { ReactNode } from "react";
import { Bar } from "./Bar.tsx";

/** A column of numbers beside the bars. */
export interface BarColumn<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
}

/** Names with a bar for each and its numbers: a chart that is its own table. */
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
  /** What the length of the bar stands for. */
  size: (row: Row) => number;
  columns: readonly BarColumn<Row>[];
  empty: ReactNode;
}) => {
  const most = Math.max(1, ...rows.map(size));
  return (
    <table className="table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          {columns.map((column) => (
            <th key={column.head} scope="col" className="num">
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            <td className="py-1.5 wrap-anywhere">
              {name(row)}
              <Bar share={size(row) / most} />
            </td>
            {columns.map((column) => (
              <td key={column.head} className="num whitespace-nowrap">
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
