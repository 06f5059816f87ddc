/**
 * Colour and style of a series in a chart. The series of an earlier period is an outline, so that the series can be
 * distinguished without colours.
 */
export type Tone = "accent" | "outline" | "one" | "two" | "three" | "four" | "five" | "rest";

/** CSS classes of the bars by tone. */
export const barTones: Record<Tone, string> = {
  accent: "fill-accent",
  outline: "fill-sunken stroke-edge",
  one: "fill-chart-1",
  two: "fill-chart-2",
  three: "fill-chart-3",
  four: "fill-chart-4",
  five: "fill-chart-5",
  rest: "fill-edge",
};

/** Colours for the segments of a stacked bar. */
export const partTones = ["one", "two", "three", "four", "five"] as const satisfies readonly Tone[];

/** Series of a chart: one bar in each group, or one segment in each stacked bar. */
export interface Series {
  readonly title: string;
  readonly tone: Tone;
}
