import { frequentItemsQuery } from "#machines/queries/frequentItems.ts";
import { useQuery } from "../../../shared/useQuery.ts";
import { type ChooseCategory, FREQUENT } from "./pickerChoice.ts";
import { QuickChip } from "./QuickChip.tsx";
import { useEditor } from "./useEditor.ts";

const NAME = "Часто берут";

/**
 * Chip that shows the dishes that the company sells most often. It is hidden if the menu has no such dish, or if the
 * statistics cannot be read.
 */
export const FrequentChip = ({ isChosen, onChoose }: { isChosen: boolean; onChoose: ChooseCategory }) => {
  const companyId = useEditor(({ context }) => context.target.companyId);
  const items = useEditor(({ context }) => context.menu.items);
  const { shown, error } = useQuery(frequentItemsQuery, { companyId });
  // While the dishes are being loaded, an invisible chip reserves the space, so that the categories do not move later.
  if (!shown && !error) return <span className="chip invisible">{NAME}</span>;
  const offered = new Set(items.map(({ id }) => id));
  const ids = (shown?.answer ?? []).map(({ id }) => id).filter((id) => offered.has(id));
  if (ids.length === 0) return null;
  return <QuickChip id={FREQUENT} name={NAME} itemIds={ids} isChosen={isChosen} onChoose={onChoose} />;
};
