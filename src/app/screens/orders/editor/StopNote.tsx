import { useEffect } from "react";
import type { Schemas } from "#api/client.ts";
import { itemStopsQuery } from "#machines/directory/descriptors/itemStops.ts";
import { useCurrentCompanyId } from "../../../routing/currentCompany.ts";
import { useQuery } from "../../../shared/useQuery.ts";
import { Note } from "../../../ui/Note.tsx";
import type { OnStops } from "./pickerChoice.ts";
import { useEditor } from "./useEditor.ts";

const noStops: readonly Schemas["ItemStop"][] = [];

const stopText = ({ itemName, remaining }: Schemas["ItemStop"]): string =>
  remaining === null || remaining === 0 ? `«${itemName}»` : `«${itemName}» (осталось ${remaining})`;

const markOf = ({ remaining }: Schemas["ItemStop"]): string => (remaining ? `ост. ${remaining}` : "стоп");

/**
 * Note that lists the dishes of which a new order contains more portions than the stop list allows. Passes the marks of
 * all dishes in the stop list to `onStops`.
 */
export const StopNote = ({ isNew, onStops }: { isNew: boolean; onStops: OnStops }) => {
  const companyId = useCurrentCompanyId();
  const lines = useEditor(({ context }) => context.draft.lines);
  const stops = useQuery(itemStopsQuery, { companyId }).shown?.answer ?? noStops;
  useEffect(() => onStops(new Map(stops.map((stop) => [stop.itemId, markOf(stop)]))), [stops, onStops]);
  const countOf = (id: number) => lines.reduce((sum, { itemId, count }) => (itemId === id ? sum + count : sum), 0);
  const stopped = stops.filter(({ itemId, remaining }) => countOf(itemId) > (remaining ?? 0));
  if (!isNew || stopped.length === 0) return null;
  return <Note>В стоп-листе: {stopped.map(stopText).join(", ")}. Предложите замену.</Note>;
};
