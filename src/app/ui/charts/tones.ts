/** How a series is drawn: filled, or for what it is compared with by its outline alone, so that no colour is needed to tell them apart. */
export type Tone = "accent" | "outline" | "one" | "two" | "three" | "four" | "five" | "rest";

/** The look of a bar of each tone. */
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

/** Tones of the parts of a whole; the last one is for all the others together. */
export const partTones = ["one", "two", "three", "four", "five"] as const satisfies readonly Tone[];

/** What each bar of a group, or each part of a stack, stands for. */
export interface Series {
  readonly title: string;
  readonly tone: Tone;
}
