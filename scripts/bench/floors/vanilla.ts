import { cells, type FloorRow } from "./rows.ts";

const rows: FloorRow[] = await (await fetch("/rows.json")).json();
const body = document.createElement("tbody");
for (const row of rows) {
  const line = body.insertRow();
  line.dataset["row"] = String(row.id);
  for (const text of cells(row)) line.insertCell().textContent = text;
}
document.querySelector("table")?.append(body);
