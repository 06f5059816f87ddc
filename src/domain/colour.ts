/** Colours of order statuses, tags and operator phones (business, section 3). */
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

export type Colour = (typeof colours)[number];

const known: ReadonlySet<string> = new Set(colours);

/** Returns true if a value is the name of a colour. */
export const isColour = (text: unknown): text is Colour => typeof text === "string" && known.has(text);
