/** Look of a series. The series of a comparison is an outline, so that the two differ without colour. */
export type Tone = "accent" | "outline" | "one" | "two" | "three" | "four" | "five" | "rest";

/** Classes of the bars by tone. */
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

/** Tones of the parts of a whole. */
export const partTones = ["one", "two", "three", "four", "five"] as const satisfies readonly Tone[];

/** Series of a chart: a bar of each group, or a part of each stack. */
export interface Series {
  readonly title: string;
  readonly tone: Tone;
}
