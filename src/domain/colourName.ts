import type { Colour } from "./colour.ts";

const colourNames: Readonly<Record<Colour, string>> = {
  red: "красный",
  orange: "оранжевый",
  yellow: "жёлтый",
  olive: "оливковый",
  green: "зелёный",
  teal: "бирюзовый",
  blue: "синий",
  violet: "фиолетовый",
  purple: "пурпурный",
  pink: "розовый",
  brown: "коричневый",
  grey: "серый",
  black: "чёрный",
};

/** Returns the Russian name of a colour, or "без цвета" for an empty string. */
export const colourName = (colour: Colour | ""): string => (colour ? colourNames[colour] : "без цвета");
