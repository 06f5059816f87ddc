import type { Schemas } from "#api/client.ts";
import type { Colour } from "#domain/colour.ts";
import type { Reordering } from "#machines/directory/types.ts";

/** The company whose entries they are. */
export interface CompanyPlace {
  readonly companyId: number;
}

/** A new order as the server takes it. */
export const reordered = ({ seen, ids }: Reordering): Schemas["NewOrder"] => ({
  seen: seen.map(Number),
  ids: ids.map(Number),
});

/** A place among others as a field shows it. */
export const orderText = (order: number): string => String(order);

/** What a save says of the place; an empty field leaves it to the server. */
export const orderOf = (text: string): { order?: number } => (text.trim() ? { order: Number(text) } : {});

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

/** A colour in words. */
export const colourName = (colour: Colour | ""): string => (colour ? colourNames[colour] : "без цвета");

/** A flag in words. */
export const yesOrNo = (flag: boolean): string => (flag ? "да" : "нет");
