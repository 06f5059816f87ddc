import { type KeyboardEvent, memo, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Schemas } from "#api/client.ts";
import { formatAmount } from "#domain/money.ts";
import { classNames } from "../../../ui/classNames.ts";
import { useRowsInSight } from "../../../ui/useRowsInSight.ts";
import type { Stars, StopMarks } from "./pickerChoice.ts";
import { useEditor } from "./useEditor.ts";

const MIN_COLUMNS = 3;

/** Width of a tile including its gap, px. A word of 14 letters fits in one line. */
const WIDE = 130;

/** Width of a tile including its gap, px. A word of 12 letters fits in one line. */
const NARROW = 107;

/**
 * Returns the number of tiles in a row: as many tiles of the width `WIDE` as fit, but at least `MIN_COLUMNS`. If four
 * tiles of the width `NARROW` fit, a row has at least four tiles (for screens 1366 px wide: business, section 9).
 */
const columnsIn = (width: number): number =>
  Math.max(MIN_COLUMNS, Math.min(4, Math.floor(width / NARROW)), Math.floor(width / WIDE));

/**
 * Matches a name that contains a word of at least ten characters. The letters of such a name are set closer together.
 */
const LONG_WORD = /\S{10}/;

/** Height of a row of tiles without the gap below, px. */
const ROW = 56;
const GAP = 6;

const Tile = memo(
  ({
    item,
    count,
    isMarked,
    isStop,
    stars,
    stopMark,
    onAdd,
  }: {
    item: Schemas["MenuItem"];
    count: number;
    isMarked: boolean;
    isStop: boolean;
    stars: Stars | undefined;
    stopMark: string | undefined;
    onAdd: (itemId: number) => void;
  }) => (
    <div className="group/tile relative flex min-h-0">
      <button
        type="button"
        data-tile=""
        tabIndex={isStop ? 0 : -1}
        title={item.vendorCode ? `${item.name} (${item.vendorCode})` : item.name}
        className={classNames(
          "flex min-w-0 flex-1 flex-col justify-between rounded-lg border px-1 py-0.5 text-left text-xs leading-tight hover:border-accent",
          count > 0 ? "border-accent bg-accent-weak" : "border-line bg-raised",
          isMarked &&
            "group-has-[#picker-search:focus]/picker:ring-2 group-has-[#picker-search:focus]/picker:ring-accent",
        )}
        onClick={() => onAdd(item.id)}
      >
        <b
          className={classNames(
            "line-clamp-2 font-semibold wrap-anywhere hyphens-auto",
            LONG_WORD.test(item.name) ? "tracking-tighter" : "tracking-tight",
          )}
        >
          {item.name}
        </b>
        <span className={classNames("flex w-full items-end gap-x-1 text-muted", count > 0 && "flex-wrap pr-5")}>
          <span className="flex-1 whitespace-nowrap min-[700px]:after:content-['_р.']">{formatAmount(item.price)}</span>
          {stopMark && <b className="whitespace-nowrap text-negative">{stopMark}</b>}
          {count > 0 && (
            <b className="text-accent">
              <span className="sr-only">в заказе </span>×{count}
            </b>
          )}
        </span>
      </button>
      {stars?.render(item.id, item.name, count > 0)}
    </div>
  ),
);

/**
 * Returns the number of tiles by which an arrow key moves the selection in the displayed grid. Returns undefined for
 * any other key.
 */
export const tileStep = (key: string): number | undefined => {
  const columns = Number(document.getElementById("dishes")?.dataset["columns"] ?? MIN_COLUMNS);
  return { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[key];
};

const walk = (event: KeyboardEvent<HTMLElement>): void => {
  const step = tileStep(event.key);
  if (step === undefined || !(event.target instanceof HTMLButtonElement)) return;
  const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-tile]")];
  const from = tiles.indexOf(event.target);
  tiles[Math.min(Math.max(0, from + step), tiles.length - 1)]?.focus();
  event.preventDefault();
};

const countsOf = (lines: readonly { readonly itemId: number; readonly count: number }[]) => {
  const counts = new Map<number, number>();
  for (const { itemId, count } of lines) counts.set(itemId, (counts.get(itemId) ?? 0) + count);
  return counts;
};

/** Returns the number of tiles that fit in a row of the box. */
const useColumns = (box: RefObject<HTMLElement | null>): number => {
  const [columns, setColumns] = useState(MIN_COLUMNS);
  // A layout effect sets the number of columns before the first paint, so that the tiles do not move.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setColumns(columnsIn(element.clientWidth + GAP));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return columns;
};

/** Virtual grid of dishes. Each tile shows the number of portions of the dish in the order. */
export const PickerTiles = ({
  items,
  active,
  stars,
  stops,
  onAdd,
}: {
  items: readonly Schemas["MenuItem"][];
  active: number;
  stars: Stars | undefined;
  stops: StopMarks | undefined;
  onAdd: (itemId: number) => void;
}) => {
  const counts = countsOf(useEditor(({ context }) => context.draft.lines));
  const box = useRef<HTMLDivElement>(null);
  const columns = useColumns(box);
  const { show, ...rows } = useRowsInSight(box, Math.ceil(items.length / columns), ROW + GAP);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the dishes change, the list scrolls to its first row
  useEffect(() => show(0), [items, show]);
  useEffect(() => {
    if (active >= 0) show(Math.floor(active / columns));
  }, [active, columns, show]);
  const first = rows.first * columns;
  const end = rows.end * columns;
  const stop = active >= first && active < end ? active : first;
  return (
    <div ref={box} className="h-full overflow-y-auto p-0.5 [scrollbar-width:thin]">
      {/* biome-ignore lint/a11y/useSemanticElements: some browsers do not lay out a fieldset as a grid */}
      <div
        id="dishes"
        role="group"
        aria-label="Блюда"
        data-columns={columns}
        className="grid gap-1.5"
        style={{
          gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          gridAutoRows: ROW,
          paddingTop: rows.above,
          paddingBottom: rows.below,
        }}
        onKeyDown={walk}
      >
        {items.slice(first, end).map((item, at) => (
          <Tile
            // biome-ignore lint/suspicious/noArrayIndexKey: a new search reuses the tiles of the previous one
            key={first + at}
            item={item}
            count={counts.get(item.id) ?? 0}
            isMarked={first + at === active}
            isStop={first + at === stop}
            stars={stars}
            stopMark={stops?.get(item.id)}
            onAdd={onAdd}
          />
        ))}
      </div>
    </div>
  );
};
