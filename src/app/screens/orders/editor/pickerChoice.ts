import type { ReactNode } from "react";

/** Value instead of a category id while the frequent dishes are shown. The server has no category with this id. */
export const FREQUENT = -1;

/** Value instead of a category id while the favourite dishes are shown. The server has no category with this id. */
export const FAVOURITES = -2;

/** Function that shows the dishes of a category, all dishes (null), or the dishes with the given ids. */
export type ChooseCategory = (id: number | null, itemIds?: readonly number[]) => void;

/**
 * Functions that render and toggle the star of a favourite dish. Components get `undefined` instead of this object until
 * the favourites are loaded.
 */
export interface Stars {
  /** Renders the star button of a dish. If `isChosen` is true, a touch screen always shows the button. */
  readonly render: (itemId: number, name: string, isChosen: boolean) => ReactNode;
  readonly toggle: (itemId: number) => void;
}

/** Marks of the dishes in the stop list by dish id, for example "стоп". */
export type StopMarks = ReadonlyMap<number, string>;

/** Function that gets the marks when they are first read and each time they change. */
export type OnStops = (stops: StopMarks) => void;

/** Properties of the chips that choose a category. */
export interface ChipsProps {
  /** Id of the chosen category, null for all dishes, or undefined while a search text is entered. */
  readonly chosen: number | null | undefined;
  readonly onChoose: ChooseCategory;
  readonly onStars: (stars: Stars | undefined) => void;
}
