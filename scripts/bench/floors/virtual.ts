import { drawRow } from "./drawRow.ts";
import type { FloorRow } from "./rows.ts";

const ROW_PX = 36;

const rows: FloorRow[] = await (await fetch("/MediumSummury")).json();
const table = document.querySelector("table");
const body = document.createElement("tbody");
const spacer = (count: number): HTMLTableRowElement => {
  const line = document.createElement("tr");
  line.style.height = `${count * ROW_PX}px`;
  return line;
};
const drawn = (row: FloorRow): HTMLTableRowElement => {
  const line = drawRow(row);
  line.style.height = `${ROW_PX}px`;
  return line;
};
const draw = () => {
  const first = Math.max(0, Math.floor(scrollY / ROW_PX) - 5);
  const end = Math.min(rows.length, first + Math.ceil(innerHeight / ROW_PX) + 10);
  body.replaceChildren(spacer(first), ...rows.slice(first, end).map(drawn), spacer(rows.length - end));
};
table?.append(body);
addEventListener("scroll", draw, { passive: true });
draw();
