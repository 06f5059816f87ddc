import { memo, useEffect, useRef } from "react";
import type { Schemas } from "#api/client.ts";
import { formatMoney } from "#domain/money.ts";
import { classNames } from "../../../ui/classNames.ts";
import { useEditor } from "./useEditor.ts";

/** Tiles in a row (business, section 9). */
export const TILES_A_ROW = 4;

const Tile = memo(
  ({
    item,
    count,
    isActive,
    onAdd,
  }: {
    item: Schemas["MenuItem"];
    count: number;
    isActive: boolean;
    onAdd: (itemId: number) => void;
  }) => {
    const tile = useRef<HTMLDivElement>(null);
    useEffect(() => {
      if (isActive) tile.current?.scrollIntoView({ block: "nearest" });
    }, [isActive]);
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the search field, which owns the listbox
      <div
        ref={tile}
        id={`dish-${item.id}`}
        role="option"
        tabIndex={-1}
        aria-selected={isActive}
        title={item.vendorCode ? `${item.name} (${item.vendorCode})` : item.name}
        className={classNames(
          "flex min-h-0 cursor-pointer flex-col justify-between rounded-lg border px-2 py-1.5 text-[12.5px] leading-tight hover:border-accent",
          count > 0 ? "border-accent bg-accent-weak" : "border-line bg-raised",
          isActive &&
            "group-has-[#picker-search:focus]/picker:ring-2 group-has-[#picker-search:focus]/picker:ring-accent",
        )}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onAdd(item.id)}
      >
        <b className="line-clamp-2 font-semibold wrap-anywhere">{item.name}</b>
        <span className="flex justify-between gap-1 text-muted">
          <span className="truncate">{formatMoney(item.price)}</span>
          {count > 0 && <b className="font-semibold text-accent">×{count}</b>}
        </span>
      </div>
    );
  },
);

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
    <div
      id="dishes"
      role="listbox"
      aria-label="Блюда"
      tabIndex={-1}
      className="grid h-[218px] auto-rows-[63px] grid-cols-4 content-start gap-1.5 overflow-y-auto p-0.5"
    >
      {items.map((item, index) => (
        <Tile key={item.id} item={item} count={counts.get(item.id) ?? 0} isActive={index === active} onAdd={add} />
      ))}
    </div>
  );
};
