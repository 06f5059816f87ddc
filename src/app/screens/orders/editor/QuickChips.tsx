import { FavouriteChip } from "./FavouriteChip.tsx";
import { FrequentChip } from "./FrequentChip.tsx";
import { type ChooseCategory, FAVOURITES, FREQUENT, type Stars } from "./pickerChoice.ts";

/** Chips before the categories: the favourite dishes of the user, and the dishes that the company sells most often. */
export const QuickChips = ({
  chosen,
  onChoose,
  onStars,
}: {
  chosen: number | null | undefined;
  onChoose: ChooseCategory;
  onStars: (stars: Stars | undefined) => void;
}) => (
  <>
    <FavouriteChip isChosen={chosen === FAVOURITES} onChoose={onChoose} onStars={onStars} />
    <FrequentChip isChosen={chosen === FREQUENT} onChoose={onChoose} />
  </>
);
