import { cells, type FloorRow } from "./rows.ts";

/** A row as React draws it with nothing around it. */
export const Row = ({ row, onPress }: { row: FloorRow; onPress?: () => void }) => (
  <tr data-row={row.id} onClick={onPress}>
    {cells(row).map((text, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: cells keep their places
      <td key={at}>{text}</td>
    ))}
  </tr>
);
