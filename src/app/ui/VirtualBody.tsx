import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

const ROW_HEIGHT = 37;

const Gap = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 ? (
    <tr aria-hidden>
      <td colSpan={columns} className="border-0 p-0" style={{ height }} />
    </tr>
  ) : null;

/** Table body that renders only the visible rows, with spacer rows above and below them. Rows can differ in height. */
export const VirtualBody = ({
  count,
  columns,
  className,
  draw,
}: {
  count: number;
  columns: number;
  className?: string;
  /** Renders one row. The element of the row must have `measure` as its ref and the index as `data-index`. */
  draw: (index: number, measure: (row: Element | null) => void) => ReactNode;
}) => {
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop((body.current?.getBoundingClientRect().top ?? 0) + scrollY), []);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollMargin: top,
  });
  const shown = virtualizer.getVirtualItems();
  return (
    <tbody ref={body} className={className}>
      <Gap height={(shown[0]?.start ?? top) - top} columns={columns} />
      {shown.map(({ index }) => draw(index, virtualizer.measureElement))}
      <Gap height={virtualizer.getTotalSize() - ((shown.at(-1)?.end ?? top) - top)} columns={columns} />
    </tbody>
  );
};
