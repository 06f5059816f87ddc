import type { KeyboardEvent, ReactNode } from "react";
import type { Identified } from "#machines/resource/resource.ts";
import { MANY_ROWS } from "../ui/manyRows.ts";
import { SkeletonRows } from "../ui/SkeletonRows.tsx";
import { VirtualBody } from "../ui/VirtualBody.tsx";
import type { TableParts } from "./listParts.ts";
import { ResourceRow } from "./ResourceRow.tsx";
import { type RowOrder, useRowOrder } from "./useRowOrder.ts";

const siblings = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" } as const;

/** The arrows walk over the rows. */
const walk = (event: KeyboardEvent) => {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const row = event.target instanceof Element ? event.target.closest("tr[data-row]") : null;
  const next = row?.[siblings[event.key]]?.querySelector<HTMLElement>("[data-open], a, button:not([data-handle])");
  if (!next) return;
  event.preventDefault();
  next.focus();
};

/** The table of a directory: head, rows, and words where there are none. */
export const ResourceTable = <Row extends Identified, Command extends string>({
  rows,
  parts,
  isSkeleton,
  empty,
  order,
  onCommand,
}: {
  rows: readonly Row[];
  parts: TableParts<Row, Command>;
  isSkeleton: boolean;
  empty: ReactNode;
  /** How the rows are put into another order; without it they stand as they are read. */
  order?: RowOrder | undefined;
  onCommand: (command: Command, row: Row) => void;
}) => {
  const hasActions = parts.links.length > 0 || Object.keys(parts.commands).length > 0;
  const { placeOf, markOf, said } = useRowOrder(rows, order);
  const count = parts.columns.length + (hasActions ? 1 : 0) + (order ? 1 : 0);
  const draw = (place: number, measure?: (row: Element | null) => void) => {
    const row = rows[place];
    return (
      row && (
        <ResourceRow
          key={row.id}
          row={row}
          parts={parts}
          index={place}
          measure={measure}
          place={placeOf(row.id, place)}
          mark={markOf(place)}
          onCommand={(command) => onCommand(command, row)}
        />
      )
    );
  };
  return (
    <table className="table tight:block" onKeyDown={walk}>
      <thead className="tight:sr-only">
        <tr>
          {order && (
            <th scope="col" className="w-8">
              <span className="sr-only" role="status">
                {said || "Место"}
              </span>
            </th>
          )}
          {parts.columns.map(({ head, align }) => (
            <th key={head} scope="col" className={align === "right" ? "num" : undefined}>
              {head}
            </th>
          ))}
          {hasActions && (
            <th scope="col" className="num">
              Действия
            </th>
          )}
        </tr>
      </thead>
      {isSkeleton ? (
        <SkeletonRows columns={count} />
      ) : rows.length > MANY_ROWS ? (
        <VirtualBody className="tight:block" count={rows.length} columns={count} draw={draw} />
      ) : (
        <tbody className="tight:block">
          {rows.map((_, place) => draw(place))}
          {rows.length === 0 && (
            <tr className="tight:block">
              <td colSpan={count} className="py-8 text-center text-muted tight:block tight:h-auto">
                {empty}
              </td>
            </tr>
          )}
        </tbody>
      )}
    </table>
  );
};
