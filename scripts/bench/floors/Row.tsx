import type { ReactNode } from "react";
import { cells, type FloorCell, type FloorRow } from "./rows.ts";

const content = (cell: FloorCell): ReactNode => {
  if (typeof cell === "string") return cell;
  const { kind: Kind, texts } = cell;
  if (Kind === "input") return <input type="checkbox" />;
  return texts.map((text) => <Kind key={text}>{text}</Kind>);
};

/** Table row of the minimal comparison pages that use React. */
export const Row = ({ row, onPress }: { row: FloorRow; onPress?: () => void }) => (
  <tr data-row={row.id} onClick={onPress}>
    {cells(row).map((cell, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: cells never change their positions
      <td key={at}>{content(cell)}</td>
    ))}
  </tr>
);
