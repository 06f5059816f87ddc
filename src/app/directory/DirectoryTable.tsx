import { type KeyboardEvent, type ReactNode, Suspense, useEffect } from "react";
import type { RowMove } from "#machines/directory/directoryList.machine.ts";
import type { Identified } from "#machines/directory/types.ts";
import { lazyComponent } from "../routing/lazyComponent.ts";
import { classNames } from "../ui/classNames.ts";
import { MANY_ROWS } from "../ui/manyRows.ts";
import { SkeletonRows } from "../ui/SkeletonRows.tsx";
import { VirtualBody } from "../ui/VirtualBody.tsx";
import { DirectoryRow, type SortableAttributes } from "./DirectoryRow.tsx";
import type { TableParts } from "./listParts.ts";
import { RowHandle } from "./RowHandle.tsx";

const loadSortableRows = () => import("./SortableRows.tsx");
const SortableRows = lazyComponent("SortableRows", loadSortableRows);

/** Manual reordering of rows. */
interface RowOrder {
  /** Reason why the user cannot move rows. */
  readonly why: string | false | undefined;
  readonly onMove: (move: RowMove) => void;
}

const siblings = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" } as const;

/**
 * Moves the focus to the next or previous row with the down and up arrow keys. On a drag handle the arrow keys move the
 * row instead.
 */
const moveFocus = (event: KeyboardEvent) => {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const { target } = event;
  const row = target instanceof Element && !target.closest("[data-handle]") ? target.closest("tr[data-row]") : null;
  const next = row?.[siblings[event.key]]?.querySelector<HTMLElement>("[data-open], a, button:not([data-handle])");
  if (!next) return;
  event.preventDefault();
  next.focus();
};

/** Table of a directory. It shows a skeleton, the rows, or the text `empty` if there are no rows. */
export const DirectoryTable = <Row extends Identified, Command extends string>({
  rows,
  parts,
  why,
  isSkeleton,
  empty,
  order,
  onCommand,
}: {
  rows: readonly Row[];
  parts: TableParts<Row, Command>;
  /** Reason why the user may not change the directory. */
  why?: string | undefined;
  isSkeleton: boolean;
  empty: ReactNode;
  /** Manual reordering of rows. Undefined if rows cannot be moved. */
  order?: RowOrder | undefined;
  onCommand: (command: Command, row: Row) => void;
}) => {
  const isSortable = order !== undefined && !order.why;
  // If the user may move rows, the code for dragging is prefetched, even while the rows are still being loaded.
  useEffect(() => {
    if (isSortable) void loadSortableRows().catch(() => {});
  }, [isSortable]);
  const hasActions = parts.links.length > 0 || Object.keys(parts.commands).length > 0;
  const count = parts.columns.length + (hasActions ? 1 : 0) + (order ? 1 : 0);
  const fixedHandle = (index: number): SortableAttributes | undefined =>
    order && { handle: <RowHandle index={index} count={rows.length} why={order.why || undefined} /> };
  const draw = (index: number, measure?: (row: Element | null) => void, sortable = fixedHandle(index)) => {
    const row = rows[index];
    return (
      row && (
        <DirectoryRow
          key={row.id}
          row={row}
          parts={parts}
          why={why}
          index={index}
          measure={measure}
          sortable={sortable}
          onCommand={(command) => onCommand(command, row)}
        />
      )
    );
  };
  const body = () => {
    if (isSkeleton) return <SkeletonRows columns={count} />;
    if (rows.length === 0)
      return (
        <tbody className="tight:block">
          <tr className="tight:block">
            <td colSpan={count} className="py-8 text-center text-muted tight:block tight:h-auto">
              {empty}
            </td>
          </tr>
        </tbody>
      );
    if (isSortable)
      return (
        <Suspense fallback={<SkeletonRows columns={count} />}>
          <tbody className="tight:block">
            <SortableRows ids={rows.map(({ id }) => id)} onMove={(id, to) => order.onMove({ id, to })}>
              {(index, sortable) => draw(index, undefined, sortable)}
            </SortableRows>
          </tbody>
        </Suspense>
      );
    if (rows.length > MANY_ROWS)
      return <VirtualBody className="tight:block" count={rows.length} columns={count} draw={draw} />;
    return <tbody className="tight:block">{rows.map((_, index) => draw(index))}</tbody>;
  };
  return (
    <table className="table tight:block" onKeyDown={moveFocus}>
      {/* The widths of the columns depend on the rows, so the headings appear together with the rows. */}
      <thead className={classNames("tight:sr-only", isSkeleton && "invisible")}>
        <tr>
          {order && (
            <th scope="col" className="w-8">
              <span className="sr-only">Место</span>
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
      {body()}
    </table>
  );
};
