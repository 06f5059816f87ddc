import { FavouriteChip } from "./FavouriteChip.tsx";
import { FrequentChip } from "./FrequentChip.tsx";
import { type ChipsProps, FAVOURITES, FREQUENT } from "./pickerChoice.ts";

/** Chips before the categories: the favourite dishes of the user, and the dishes that the company sells most often. */
export const QuickChips = ({ chosen, onChoose, onStars }: ChipsProps) => (
  <>
    <FavouriteChip isChosen={chosen === FAVOURITES} onChoose={onChoose} onStars={onStars} />
    <FrequentChip isChosen={chosen === FREQUENT} onChoose={onChoose} />
  </>
);
