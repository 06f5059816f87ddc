import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import type { OrderRow } from "#machines/orders/orderList.ts";

const ROW_HEIGHT = 37;

const Gap = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 ? (
    <tr aria-hidden>
      <td colSpan={columns} className="border-0 p-0" style={{ height }} />
    </tr>
  ) : null;

/** Only the rows in sight, with the height of the others above and below them. */
export const VirtualRows = ({
  rows,
  columns,
  draw,
}: {
  rows: readonly OrderRow[];
  columns: number;
  draw: (row: OrderRow) => ReactNode;
}) => {
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop((body.current?.getBoundingClientRect().top ?? 0) + scrollY), []);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollMargin: top,
  });
  const items = virtualizer.getVirtualItems();
  const before = (items[0]?.start ?? top) - top;
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? top) - top);
  return (
    <tbody ref={body}>
      <Gap height={before} columns={columns} />
      {items.flatMap(({ index }) => {
        const row = rows[index];
        return row ? [draw(row)] : [];
      })}
      <Gap height={after} columns={columns} />
    </tbody>
  );
};
