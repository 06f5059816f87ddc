import type { Schemas } from "#api/client.ts";
import { itemStopsQuery } from "#machines/directory/descriptors/itemStops.ts";
import { useCurrentCompanyId } from "../../../routing/currentCompany.ts";
import { useQuery } from "../../../shared/useQuery.ts";
import { Note } from "../../../ui/Note.tsx";
import { useEditor } from "./useEditor.ts";

const stopText = ({ itemName, remaining }: Schemas["ItemStop"]): string =>
  remaining === null || remaining === 0 ? `«${itemName}»` : `«${itemName}» (осталось ${remaining})`;

/** Note about the stop-list dishes of which the order contains more portions than are left. */
export const StopNote = () => {
  const companyId = useCurrentCompanyId();
  const lines = useEditor(({ context }) => context.draft.lines);
  const stops = useQuery(itemStopsQuery, { companyId }).shown?.answer ?? [];
  const countOf = (id: number) => lines.reduce((sum, { itemId, count }) => (itemId === id ? sum + count : sum), 0);
  const stopped = stops.filter(({ itemId, remaining }) => countOf(itemId) > (remaining ?? 0));
  if (stopped.length === 0) return null;
  return <Note>В стоп-листе: {stopped.map(stopText).join(", ")}. Предложите замену.</Note>;
};
