/** The thirteen colours of statuses, tags and operator phones (business, section 3). */
export const colours = [
  "red",
  "orange",
  "yellow",
  "olive",
  "green",
  "teal",
  "blue",
  "violet",
  "purple",
  "pink",
  "brown",
  "grey",
  "black",
] as const;

/** One of the thirteen colours. */
export type Colour = (typeof colours)[number];

const known: ReadonlySet<string> = new Set(colours);

/** Whether a text names one of the thirteen colours; an empty one means none. */
export const isColour = (text: unknown): text is Colour => typeof text === "string" && known.has(text);
