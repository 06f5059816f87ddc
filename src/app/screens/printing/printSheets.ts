import type { Schemas } from "#api/client.ts";

/** Width of the paper in a printer: the width of a roll in mm, or "A4". */
export type PaperWidth = Schemas["PaperWidth"];

/** CSS class with the width of a sheet, by paper width. On A4 the printed width excludes the margins. */
export const sheetWidth: Record<PaperWidth, string> = {
  "58": "w-[58mm]",
  "80": "w-[80mm]",
  A4: "w-[210mm] print:w-[186mm]",
};

const MM_PER_PX = 25.4 / 96;
/** Reserve that is added to the height of a sheet, mm. Printer fonts may be taller than screen fonts. */
const SPARE_MM = 3;

const rule = (sheet: HTMLElement, index: number): string => {
  const paper = sheet.dataset["sheet"] ?? "80";
  // The first sheet uses the unnamed page. With a named page Chromium would print an empty page first.
  const name = index === 0 ? "" : `sheet-${index}`;
  if (name) sheet.style.setProperty("page", name);
  if (paper === "A4") return `@page ${name} { size: A4; margin: 12mm; }`;
  // On a roll the page is only as high as its content, so that the printer cuts the paper after the last line. But the
  // page is at least as high as it is wide.
  const height = Math.ceil(sheet.getBoundingClientRect().height * MM_PER_PX) + SPARE_MM;
  return `@page ${name} { size: ${paper}mm ${Math.max(height, Number(paper))}mm; margin: 0; }`;
};

/**
 * Prints the rendered sheets, each on a page of its size. Returns after the sheets were sent to the printer or the
 * print dialog was closed.
 */
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

const RENDER_LIMIT_MS = 5000;
const POLL_MS = 20;

/** Waits until all sheets in `root` are rendered, and returns them. Returns an empty list after 5 s. */
export const renderedSheets = async (root: ParentNode): Promise<HTMLElement[]> => {
  for (let waited = 0; waited < RENDER_LIMIT_MS; waited += POLL_MS) {
    const sheets = [...root.querySelectorAll<HTMLElement>("[data-sheet]")];
    if (sheets.length > 0 && !root.querySelector("[data-pending]")) return sheets;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return [];
};
