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
import { FilterChip } from "./FilterChip.tsx";
import { ViewButton } from "./ViewButton.tsx";

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
}: {
  companyId: number;
  view: OrderListView;
  list: ActorRefFrom<typeof orderListMachine>;
  rows: readonly OrderRow[];
  query: OrderListQuery;
}) => {
  const { statuses, tags } = useReferences(companyId);
  const counts = useMemo(() => countByStatus(rows), [rows]);
  const change = (patch: Partial<OrderListQuery>) => list.send({ type: "query.change", patch });
  const tagEntries = [
    { id: 0, name: "Все теги", color: undefined },
    ...tags.filter(({ id, isRemoved }) => !isRemoved || query.tags.includes(id)),
  ].map(({ id, name, color }) => ({
    id,
    title: name,
    colour: color,
    isCurrent: id ? query.tags.includes(id) : !query.tags.length,
    run: () => change({ tags: id ? [id] : [] }),
  }));
  const tagsTitle =
    query.tags.length > 1 ? `Тегов: ${query.tags.length}` : tagEntries.find(({ isCurrent }) => isCurrent)?.title;
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
        <fieldset className="contents">
          <legend className="sr-only">Статусы</legend>
          <FilterChip
            name="Все"
            count={rows.length}
            isOn={!query.statuses.length}
            onClick={() => change({ statuses: [] })}
          />
          {statuses
            .filter(({ id }) => counts.has(id) || query.statuses.includes(id))
            .map(({ id, name }) => (
              <FilterChip
                key={id}
                name={name}
                count={counts.get(id) ?? 0}
                isOn={query.statuses.includes(id)}
                onClick={() => change({ statuses: toggled(query.statuses, id) })}
              />
            ))}
        </fieldset>
        <PopupMenu
          className="btn btn-plain px-2! min-[1000px]:ml-auto"
          label={`Тег: ${tagsTitle}`}
          trigger={<span className="max-w-28 truncate">{tagsTitle} ▾</span>}
          entries={tagEntries}
        />
      </div>
      <ViewButton companyId={companyId} list={list} view={view} query={query} />
    </div>
  );
};
