import { useMemo } from "react";
import type { ActorRefFrom } from "xstate";
import { formatDay } from "#domain/format.ts";
import type { orderListMachine } from "#machines/orders/list/orderList.machine.ts";
import {
  countByStatus,
  type OrderListQuery,
  type OrderListView,
  type OrderRow,
} from "#machines/orders/list/orderList.ts";
import { useReferences } from "../../../services/context.ts";
import { DayButton } from "../../../shared/DayButton.tsx";
import { PopupMenu } from "../../../ui/PopupMenu.tsx";
import { useMedia } from "../../../ui/useMedia.ts";
import { FilterChip } from "./FilterChip.tsx";
import { ViewButton } from "./ViewButton.tsx";

/** Option of a filter. The option with the id 0 clears the filter. */
interface FilterOption {
  id: number;
  title: string;
  colour?: string | null | undefined;
  isCurrent: boolean;
  run: () => void;
}

/**
 * Returns the options of a filter. The first option `all` clears the filter, and each further option chooses a record.
 */
const optionsOf = (
  all: string,
  records: readonly { id: number; name: string; color?: string | null }[],
  chosen: readonly number[],
  choose: (id: number) => void,
): readonly FilterOption[] =>
  [{ id: 0, name: all, color: undefined }, ...records].map(({ id, name, color }) => ({
    id,
    title: name,
    colour: color,
    isCurrent: id ? chosen.includes(id) : !chosen.length,
    run: () => choose(id),
  }));

/**
 * Button with the options of a filter as a menu. The button shows the chosen option, or the number of chosen options.
 */
const FilterMenu = ({ name, options }: { name: string; options: readonly FilterOption[] }) => {
  const chosen = options.filter(({ isCurrent }) => isCurrent);
  const text = chosen.length > 1 ? `${name}: ${chosen.length}` : chosen[0]?.title;
  return (
    <PopupMenu
      className="btn btn-plain px-2!"
      label={`${name}: ${chosen.length > 1 ? chosen.length : text}`}
      trigger={<span>{text} ▾</span>}
      entries={options}
    />
  );
};

const toggled = (ids: readonly number[], id: number): number[] =>
  ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];

const dayTitle = ({ startDate, endDate }: OrderListQuery): string => {
  if (!startDate || !endDate) return "Сегодня";
  return startDate === endDate ? formatDay(startDate) : `${formatDay(startDate)} – ${formatDay(endDate)}`;
};

/**
 * Filters of the order list: day, search text, statuses, tags and saved views. Several filters can be combined
 * (business, section 2).
 */
export const OrderFilters = ({
  companyId,
  list,
  view,
  rows,
  query,
  isSkeleton,
}: {
  companyId: number;
  view: OrderListView;
  list: ActorRefFrom<typeof orderListMachine>;
  rows: readonly OrderRow[];
  query: OrderListQuery;
  isSkeleton: boolean;
}) => {
  const { statuses, tags } = useReferences(companyId);
  const counts = useMemo(() => countByStatus(rows), [rows]);
  const change = (patch: Partial<OrderListQuery>) => list.send({ type: "query.change", patch });
  const isPhone = useMedia("(width <= 560px)");
  const statusOptions = optionsOf(
    isPhone ? "Все статусы" : "Все",
    // While the orders are being loaded, every view except the open orders offers all statuses, because on most days
    // most statuses have orders.
    statuses.filter(({ id }) => counts.has(id) || query.statuses.includes(id) || (isSkeleton && view !== "open")),
    query.statuses,
    (id) => change({ statuses: id ? toggled(query.statuses, id) : [] }),
  );
  const countOf = (id: number) => (id ? (counts.get(id) ?? 0) : rows.length);
  const tagOptions = optionsOf(
    "Все теги",
    tags.filter(({ id, isRemoved }) => !isRemoved || query.tags.includes(id)),
    query.tags,
    (id) => change({ tags: id ? [id] : [] }),
  );
  return (
    <div className="mb-2.5 flex flex-wrap items-center gap-x-1.5 gap-y-2">
      <DayButton
        className="px-2!"
        companyId={companyId}
        from={query.startDate}
        to={query.endDate}
        hasFuture
        onPick={(startDate, endDate) => change({ startDate, endDate })}
      >
        {dayTitle(query)}
      </DayButton>
      <input
        id="order-search"
        type="search"
        aria-label="Поиск в списке"
        placeholder="Номер, адрес, телефон"
        className="field w-48 max-[560px]:flex-1 px-1.5! min-h-8 py-1 text-sm"
        value={query.text}
        onChange={(event) => change({ text: event.target.value })}
      />
      <div className="own-line">
        {isPhone ? (
          <FilterMenu
            name="Статусы"
            options={statusOptions.map((option) => ({ ...option, title: `${option.title} ${countOf(option.id)}` }))}
          />
        ) : (
          <fieldset className="contents">
            <legend className="sr-only">Статусы</legend>
            {statusOptions.map(({ id, title, isCurrent, run }) => (
              <FilterChip key={id} name={title} count={countOf(id)} isOn={isCurrent} onClick={run} />
            ))}
          </fieldset>
        )}
        <FilterMenu name="Теги" options={tagOptions} />
      </div>
      <ViewButton companyId={companyId} list={list} view={view} query={query} />
    </div>
  );
};
