import { useCallback, useDeferredValue, useMemo, useState } from "react";
import type { Unit } from "#domain/units.ts";
import type { Inventory } from "#machines/directory/descriptors/inventories.ts";
import { packingListItemsQuery } from "#machines/directory/descriptors/packingLists.ts";
import { placesOf, type SheetLine, sheetLines } from "#machines/stock/countLines.ts";
import { SearchInput } from "../../shared/SearchInput.tsx";
import { useQuery } from "../../shared/useQuery.ts";
import { Chooser } from "../../ui/Chooser.tsx";
import { Field } from "../../ui/Field.tsx";
import { FilterChips } from "../../ui/FilterChips.tsx";
import { CountProgress } from "./CountProgress.tsx";
import { CountRow } from "./CountRow.tsx";
import { PlaceChoice, useCountPlace } from "./PlaceChoice.tsx";
import type { CountedItem, CountSheetView } from "./useCountSheet.ts";

const filters = [
  { value: "", title: "Все" },
  { value: "left", title: "Ещё не посчитано" },
];

/** Field that adds an item to the sheet although the item does not belong to the inventory group. */
const OtherItem = ({
  companyId,
  known,
  onItem,
}: {
  companyId: number;
  known: ReadonlySet<number>;
  onItem: (item: CountedItem) => void;
}) => {
  const view = useQuery(packingListItemsQuery, { companyId });
  const items = view.shown?.answer ?? [];
  return (
    <Field label="Нашли товар не из списка" className="max-w-md min-w-0">
      {(control) => (
        <Chooser
          key={known.size}
          control={control}
          label="Нашли товар не из списка"
          value={undefined}
          choices={items.map(({ id, title }) => ({
            id,
            name: title,
            why: known.has(id) ? "уже в списке" : undefined,
          }))}
          empty="Найдите товар…"
          onChoose={(id) => {
            const item = items.find((one) => one.id === id);
            if (item) onItem({ stockItemId: id, title: item.title, unit: item.unit, packs: item.packs });
          }}
        />
      )}
    </Field>
  );
};

/**
 * Returns the lines that match the search text and the filter "not counted yet", and the state of both filters. While
 * the filter "not counted yet" is on, a line stays visible after it was counted, so that the other rows do not move
 * while the user types.
 */
const useLineFilter = (lines: readonly SheetLine[]) => {
  const [text, setText] = useState("");
  const [filter, setFilter] = useState("");
  const [kept, setKept] = useState<ReadonlySet<number>>(new Set());
  const wanted = useDeferredValue(text).trim().toLowerCase();
  return {
    text,
    setText,
    filter,
    choose: (value: string) => {
      setFilter(value);
      setKept(new Set());
    },
    keep: useCallback((id: number) => setKept((before) => new Set([...before, id])), []),
    shown: lines.filter(
      ({ title, stockItemId, places }) =>
        title.toLowerCase().includes(wanted) && (filter === "" || places.length === 0 || kept.has(stockItemId)),
    ),
  };
};

const emptyText = (filter: string, text: string): string => {
  if (text.trim() !== "") return "По этому названию в списке ничего нет.";
  return filter === "" ? "В группе не осталось товаров." : "Всё посчитано.";
};

/**
 * Inventory sheet for a tablet: the items, each with a field for the quantity at the chosen storage place (areas,
 * section 4).
 */
export const CountSheet = ({
  inventory,
  sheet,
  timeZone,
  isReadOnly,
}: {
  inventory: Inventory;
  sheet: CountSheetView;
  timeZone: string;
  isReadOnly: boolean;
}) => {
  const { companyId, isBlind } = inventory;
  const { place, choose } = useCountPlace();
  const [added, setAdded] = useState<readonly CountedItem[]>([]);
  const counted = useMemo(() => sheetLines(inventory, sheet.waiting), [inventory, sheet.waiting]);
  const lines = useMemo(() => {
    const known = new Set(counted.map(({ stockItemId }) => stockItemId));
    const blank = { groupName: null, expected: null, places: [] };
    return [
      ...added.filter(({ stockItemId }) => !known.has(stockItemId)).map((item) => ({ ...item, ...blank })),
      ...counted,
    ];
  }, [added, counted]);
  const { text, setText, filter, choose: chooseFilter, keep, shown } = useLineFilter(lines);
  const { add } = sheet;
  const [units, setUnits] = useState<ReadonlyMap<number, Unit>>(new Map());
  const onUnit = useCallback(
    ({ stockItemId }: CountedItem, unit: Unit) => setUnits((before) => new Map([...before, [stockItemId, unit]])),
    [],
  );
  // A sheet may have hundreds of rows. They are memoised, so they must get the same function at each render.
  const onCount = useCallback(
    ({ stockItemId, title, unit, packs }: CountedItem, quantity: number | null) => {
      keep(stockItemId);
      add({ stockItemId, title, unit, packs }, place, quantity);
    },
    [keep, add, place],
  );
  return (
    <section aria-label="Лист подсчёта" className="grid gap-3">
      <PlaceChoice place={place} places={placesOf(lines)} onPlace={choose} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <SearchInput
          label="Поиск товара"
          placeholder="Найти товар"
          value={text}
          onText={setText}
          className="field h-12! min-w-48 flex-1"
        />
        <FilterChips label="Какие товары" options={filters} value={filter} onChoose={chooseFilter} />
      </div>
      <CountProgress done={lines.filter(({ places }) => places.length > 0).length} total={lines.length} />
      {shown.length === 0 ? (
        <p className="py-6 text-center text-muted">{emptyText(filter, text)}</p>
      ) : (
        <ul className="border-t border-line">
          {shown.map((line) => (
            <CountRow
              key={`${line.stockItemId} ${place}`}
              line={line}
              place={place}
              chosen={units.get(line.stockItemId)}
              isBlind={isBlind}
              timeZone={timeZone}
              isReadOnly={isReadOnly}
              onCount={onCount}
              onUnit={onUnit}
            />
          ))}
        </ul>
      )}
      {!isReadOnly && (
        <OtherItem
          companyId={companyId}
          known={new Set(lines.map(({ stockItemId }) => stockItemId))}
          onItem={(item) => setAdded([...added, item])}
        />
      )}
    </section>
  );
};
