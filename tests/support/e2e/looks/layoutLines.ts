import type { Page } from "@playwright/test";

/** Layout of one main element of a screen: left, top, width and height in CSS pixels, and its tag and text. */
type Line = readonly [left: number, top: number, width: number, height: number, label: string];

/**
 * Maximum ignored difference of two positions or sizes, CSS pixels. Positions and sizes differ slightly between
 * versions of Chromium.
 */
const TOLERANCE = 3;

const SELECTOR =
  "header, nav, main, h1, h2, h3, th, tbody tr:nth-child(-n+3) > td, button, input, select, textarea, [role=tab], main a, main label";

/** Returns the layout of each main element in the window. */
export const readLayout = (page: Page): Promise<Line[]> =>
  page.evaluate(
    (selector) =>
      [...document.querySelectorAll<HTMLElement>(selector)].flatMap((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const isInWindow = top < innerHeight && left < innerWidth && top + height > 0 && left + width > 0;
        if (!isInWindow || width < 2 || height < 2 || !element.checkVisibility({ visibilityProperty: true })) return [];
        const text = element.matches("header, nav, main") ? "" : element.innerText.replace(/\s+/g, " ").trim();
        const label = `${element.localName} ${text.slice(0, 40)}`.trim();
        return [[Math.round(left), Math.round(top), Math.round(width), Math.round(height), label]] as Line[];
      }),
    SELECTOR,
  );

export const formatLayout = (lines: readonly Line[]): string =>
  `${lines.map(([left, top, width, height, label]) => `${left} ${top} ${width} ${height} ${label}`).join("\n")}\n`;

const parseLine = (line: string): { numbers: number[]; label: string } => {
  const [, numbers = "", label = ""] = /^((?:-?\d+ ){4})(.*)$/.exec(line) ?? [];
  return { numbers: numbers.trim().split(" ").map(Number), label };
};

const isSame = (one = "", other = ""): boolean => {
  const [a, b] = [parseLine(one), parseLine(other)];
  return a.label === b.label && a.numbers.every((value, at) => Math.abs(value - (b.numbers[at] ?? 0)) <= TOLERANCE);
};

/**
 * Returns the differences between two layouts. Lines with `-` are only in the expected layout, lines with `+` only in
 * the found layout.
 */
export const compareLayouts = (expected: string, found: string): string[] => {
  const [before, after] = [expected.trimEnd().split("\n"), found.trimEnd().split("\n")];
  const lost = before.filter((line) => !after.some((other) => isSame(line, other)));
  const added = after.filter((line) => !before.some((other) => isSame(line, other)));
  return [...lost.map((line) => `- ${line}`), ...added.map((line) => `+ ${line}`)];
};
