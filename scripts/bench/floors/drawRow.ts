import { cells, type FloorCell, type FloorRow } from "./rows.ts";

const content = (cell: FloorCell): (string | HTMLElement)[] => {
  if (typeof cell === "string") return [cell];
  return cell.texts.map((text) => {
    const element = document.createElement(cell.kind);
    if (element instanceof HTMLInputElement) element.type = "checkbox";
    else element.textContent = text;
    return element;
  });
};

/** Creates a table row of the minimal comparison pages that use DOM calls instead of React. */
export const drawRow = (row: FloorRow): HTMLTableRowElement => {
  const line = document.createElement("tr");
  line.dataset["row"] = String(row.id);
  for (const cell of cells(row)) line.insertCell().append(...content(cell));
  return line;
};
