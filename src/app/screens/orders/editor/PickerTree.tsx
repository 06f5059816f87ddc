import { ChevronDown, ChevronRight } from "lucide-react";
import { type KeyboardEvent, memo, useCallback, useMemo, useRef, useState } from "react";
import type { Schemas } from "#api/client.ts";
import { formatMoney } from "#domain/money.ts";
import { classNames } from "../../../ui/classNames.ts";
import { useRowsInSight } from "../../../ui/useRowsInSight.ts";
import { menuTree, type TreeLine, treeLines } from "./menuTree.ts";
import type { Stars, StopMarks } from "./pickerChoice.ts";
import { useEditor, useEditorActor } from "./useEditor.ts";

/** Height of a line in the tree, px, for a mouse and for a touch screen. */
const LINE = { mouse: 28, finger: 40 };

const lineHeight = (): number => (matchMedia("(pointer: coarse)").matches ? LINE.finger : LINE.mouse);

const focusBeside = (from: HTMLElement, by: 1 | -1): void => {
  const rows = [...(from.closest("#dishes")?.querySelectorAll<HTMLElement>("button:not([data-star])") ?? [])];
  rows[rows.indexOf(from) + by]?.focus();
};

const walk = (event: KeyboardEvent) => {
  if (!(event.target instanceof HTMLElement)) return;
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key] as 1 | -1 | undefined;
  const isOpen = event.target.getAttribute("aria-expanded");
  const isToggled =
    (event.key === "ArrowRight" && isOpen === "false") || (event.key === "ArrowLeft" && isOpen === "true");
  if (by) focusBeside(event.target, by);
  else if (isToggled) event.target.click();
  else return;
  event.preventDefault();
};

const row = "flex h-full w-full items-center gap-1.5 rounded-md px-1.5 text-left text-sm hover:bg-sunken";

interface LineProps {
  line: TreeLine;
  stars: Stars | undefined;
  stopMark: string | undefined;
  onPress: (line: TreeLine) => void;
}

const Line = memo(({ line, stars, stopMark, onPress }: LineProps) => {
  if (line.kind === "dish")
    return (
      <>
        <button type="button" className={classNames(row, stars && "pr-8")} onClick={() => onPress(line)}>
          <span className="min-w-0 flex-1 truncate">{line.item.name}</span>
          {stopMark && <b className="text-xs text-negative">{stopMark}</b>}
          {line.item.vendorCode && <span className="text-xs text-muted">{line.item.vendorCode}</span>}
          <span className="text-muted">{formatMoney(line.item.price)}</span>
        </button>
        {stars?.render(line.item.id, line.item.name, true)}
      </>
    );
  const Mark = line.isOpen ? ChevronDown : ChevronRight;
  return (
    <button type="button" className={row} aria-expanded={line.isOpen} onClick={() => onPress(line)}>
      <Mark size={16} aria-hidden />
      <b className="min-w-0 flex-1 truncate font-semibold">{line.branch.category.name}</b>
      <span className="text-xs text-muted">{line.branch.items.length || ""}</span>
    </button>
  );
});

/** Menu as a virtual tree of categories. During a search all categories that contain found dishes are open. */
export const PickerTree = ({
  items,
  isSearching,
  stars,
  stops,
}: {
  items: readonly Schemas["MenuItem"][];
  isSearching: boolean;
  stars: Stars | undefined;
  stops: StopMarks | undefined;
}) => {
  const editor = useEditorActor();
  const categories = useEditor(({ context }) => context.menu.categories);
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const tree = useMemo(() => menuTree(categories, items), [categories, items]);
  const lines = useMemo(() => treeLines(tree, (id) => isSearching || unfolded.has(id)), [tree, isSearching, unfolded]);
  const [height] = useState(lineHeight);
  const list = useRef<HTMLUListElement>(null);
  const { first, end, above, below } = useRowsInSight(list, lines.length, height);
  const press = useCallback(
    (line: TreeLine): void => {
      if (line.kind === "dish") {
        editor.send({ type: "draft.add", itemId: line.item.id, categoryId: line.categoryId });
        return;
      }
      const { id } = line.branch.category;
      setUnfolded((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      });
    },
    [editor],
  );
  return (
    <ul id="dishes" ref={list} className="h-full overflow-y-auto" onKeyDown={walk}>
      <li aria-hidden style={{ height: above }} />
      {lines.slice(first, end).map((line) => (
        <li key={line.key} className="group/tile relative" style={{ height, paddingLeft: line.depth * 20 }}>
          <Line
            line={line}
            stars={stars}
            stopMark={line.kind === "dish" ? stops?.get(line.item.id) : undefined}
            onPress={press}
          />
        </li>
      ))}
      <li aria-hidden style={{ height: below }} />
    </ul>
  );
};
