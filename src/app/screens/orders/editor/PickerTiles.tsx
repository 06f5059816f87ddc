import { type KeyboardEvent, memo, useEffect, useRef } from "react";
import type { Schemas } from "#api/client.ts";
import { formatMoney } from "#domain/money.ts";
import { classNames } from "../../../ui/classNames.ts";
import { useEditor } from "./useEditor.ts";

/** Tiles in a row (business, section 9). */
const TILES_A_ROW = 4;

const Tile = memo(
  ({
    item,
    count,
    isMarked,
    isStop,
    onAdd,
  }: {
    item: Schemas["MenuItem"];
    count: number;
    isMarked: boolean;
    isStop: boolean;
    onAdd: (itemId: number) => void;
  }) => {
    const tile = useRef<HTMLButtonElement>(null);
    useEffect(() => {
      if (isMarked) tile.current?.scrollIntoView({ block: "nearest" });
    }, [isMarked]);
    return (
      <button
        ref={tile}
        type="button"
        tabIndex={isStop ? 0 : -1}
        title={item.vendorCode ? `${item.name} (${item.vendorCode})` : item.name}
        className={classNames(
          "flex min-h-0 flex-col justify-between rounded-lg border px-1.5 py-1.5 text-left text-xs leading-tight hover:border-accent",
          count > 0 ? "border-accent bg-accent-weak" : "border-line bg-raised",
          isMarked &&
            "group-has-[#picker-search:focus]/picker:ring-2 group-has-[#picker-search:focus]/picker:ring-accent",
        )}
        onClick={() => onAdd(item.id)}
      >
        <b className="line-clamp-2 font-semibold wrap-anywhere hyphens-auto">{item.name}</b>
        <span className="flex justify-between gap-1 text-muted">
          <span className="truncate">{formatMoney(item.price)}</span>
          {count > 0 && (
            <b className="font-semibold text-accent">
              <span className="sr-only">в заказе </span>×{count}
            </b>
          )}
        </span>
      </button>
    );
  },
);

const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowDown: TILES_A_ROW,
  ArrowUp: -TILES_A_ROW,
};

/** How far an arrow leads among the tiles; undefined for any other key. */
export const tileStep = (key: string): number | undefined => steps[key];

const walk = (event: KeyboardEvent<HTMLElement>): void => {
  const step = tileStep(event.key);
  if (step === undefined || !(event.target instanceof HTMLButtonElement)) return;
  const tiles = [...event.currentTarget.querySelectorAll("button")];
  const from = tiles.indexOf(event.target);
  tiles[Math.min(Math.max(0, from + step), tiles.length - 1)]?.focus();
  event.preventDefault();
};

/** Dishes as tiles, four in a row; those in the order are marked with their count. */
export const PickerTiles = ({
  items,
  active,
  onAdd,
}: {
  items: readonly Schemas["MenuItem"][];
  active: number;
  onAdd: (itemId: number) => void;
}) => {
  const lines = useEditor(({ context }) => context.draft.lines);
  const counts = new Map<number, number>();
  for (const { itemId, count } of lines) counts.set(itemId, (counts.get(itemId) ?? 0) + count);
  const latest = useRef(onAdd);
  latest.current = onAdd;
  const add = useRef((itemId: number) => latest.current(itemId)).current;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be no grid in every browser
    <div
      id="dishes"
      role="group"
      aria-label="Блюда"
      className="grid h-(--tiles) auto-rows-[63px] grid-cols-4 content-start gap-1.5 overflow-y-auto p-0.5"
      onKeyDown={walk}
    >
      {items.map((item, index) => (
        <Tile
          key={item.id}
          item={item}
          count={counts.get(item.id) ?? 0}
          isMarked={index === active}
          isStop={index === Math.max(0, active)}
          onAdd={add}
        />
      ))}
    </div>
  );
};
