import type { ReactNode } from "react";

/** Value instead of a category id while the frequent dishes are shown. The server has no category with this id. */
export const FREQUENT = -1;

/** Value instead of a category id while the favourite dishes are shown. The server has no category with this id. */
export const FAVOURITES = -2;

/** Shows the dishes of a category, all dishes (null), or the dishes whose ids are given. */
export type ChooseCategory = (id: number | null, itemIds?: readonly number[]) => void;

/** Functions of the favourite dishes. They are undefined while the favourites are unknown. */
export interface Stars {
  /** Renders the star button of a dish. `isChosen` is true if the order contains the dish. */
  readonly render: (itemId: number, name: string, isChosen: boolean) => ReactNode;
  readonly toggle: (itemId: number) => void;
}

/** Properties of the chips that choose a category. */
export interface ChipsProps {
  /** Id of the chosen category, null for all dishes, or undefined while a search text is entered. */
  readonly chosen: number | null | undefined;
  readonly onChoose: ChooseCategory;
  readonly onStars: (stars: Stars | undefined) => void;
}
