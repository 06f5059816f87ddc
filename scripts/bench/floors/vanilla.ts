import { drawRow } from "./drawRow.ts";
import type { FloorRow } from "./rows.ts";

// The heading is drawn before the rows arrive, as in the first paint of the application.
const heading = document.createElement("h1");
heading.textContent = "Заказы";
document.body.prepend(heading);
const rows: FloorRow[] = await (await fetch("/rows.json")).json();
const body = document.createElement("tbody");
body.append(...rows.map(drawRow));
document.querySelector("table")?.append(body);
