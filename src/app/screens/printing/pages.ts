import type { Schemas } from "#api/client.ts";

/** Width of a paper. */
export type PaperWidth = Schemas["PaperWidth"];

/** Width of the drawn sheet: a roll's own, of A4 what its margins leave. */
export const sheetWidth: Record<PaperWidth, string> = {
  "58": "w-[58mm]",
  "80": "w-[80mm]",
  A4: "w-[210mm] print:w-[186mm]",
};

const MM_PER_PX = 25.4 / 96;
/** What fonts of a printer may need more than those of a screen. */
const SPARE_MM = 3;

const rule = (sheet: HTMLElement, index: number): string => {
  const paper = sheet.dataset["sheet"] ?? "80";
  // The first sheet has the page that all have: under a name of its own an empty one would come before it.
  const name = index === 0 ? "" : `sheet-${index}`;
  if (name) sheet.style.setProperty("page", name);
  if (paper === "A4") return `@page ${name} { size: A4; margin: 12mm; }`;
  // A roll has no end: each sheet is as long as what is on it, so that the printer cuts behind the last line.
  const height = Math.ceil(sheet.getBoundingClientRect().height * MM_PER_PX) + SPARE_MM;
  return `@page ${name} { size: ${paper}mm ${Math.max(height, Number(paper))}mm; margin: 0; }`;
};

/** Prints drawn sheets, each on a page of its own size; ends when the browser has handed them to the printer or the dialog is closed. */
export const printSheets = (sheets: readonly HTMLElement[]): void => {
  const style = new CSSStyleSheet();
  style.replaceSync(sheets.map(rule).join("\n"));
  document.adoptedStyleSheets.push(style);
  try {
    print();
  } finally {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== style);
  }
};

const DRAWN_MS = 5000;
const LOOK_MS = 20;

/** The sheets in an element once all that is on them is drawn; none when that takes too long. */
export const drawnSheets = async (root: ParentNode): Promise<HTMLElement[]> => {
  for (let waited = 0; waited < DRAWN_MS; waited += LOOK_MS) {
    const sheets = [...root.querySelectorAll<HTMLElement>("[data-sheet]")];
    if (sheets.length > 0 && !root.querySelector("[data-pending]")) return sheets;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return [];
};
