import { drawRow } from "./drawRow.ts";
import type { FloorRow } from "./rows.ts";

const rows: FloorRow[] = await (await fetch("/rows.json")).json();
const body = document.createElement("tbody");
body.append(...rows.map(drawRow));
document.querySelector("table")?.append(body);
