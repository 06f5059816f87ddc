import { ChevronDown, ChevronRight } from "lucide-react";
import { type KeyboardEvent, useMemo, useState } from "react";
import type { Schemas } from "#api/client.ts";
import { formatMoney } from "#domain/money.ts";
import { type Branch, menuTree } from "./menuSearch.ts";
import { useEditor, useEditorActor } from "./useEditor.ts";

const focusBeside = (from: HTMLElement, by: 1 | -1): void => {
  const rows = [...(from.closest("#dishes")?.querySelectorAll<HTMLElement>("button") ?? [])];
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

const row =
  "flex min-h-7 w-full items-center gap-1.5 rounded-md px-1.5 text-left text-sm hover:bg-sunken pointer-coarse:min-h-10";

const Dish = ({ item, categoryId }: { item: Schemas["MenuItem"]; categoryId: number | null }) => {
  const editor = useEditorActor();
  return (
    <li>
      <button
        type="button"
        className={row}
        onClick={() => editor.send({ type: "draft.add", itemId: item.id, categoryId })}
      >
        <span className="min-w-0 flex-1 truncate">{item.name}</span>
        {item.vendorCode && <span className="text-xs text-muted">{item.vendorCode}</span>}
        <span className="text-muted">{formatMoney(item.price)}</span>
      </button>
    </li>
  );
};

const Twig = ({ branch, isForced }: { branch: Branch; isForced: boolean }) => {
  const [isUnfolded, setUnfolded] = useState(false);
  const isOpen = isForced || isUnfolded;
  const Mark = isOpen ? ChevronDown : ChevronRight;
  return (
    <li>
      <button type="button" className={row} aria-expanded={isOpen} onClick={() => setUnfolded(!isOpen)}>
        <Mark size={16} aria-hidden />
        <b className="flex-1 font-semibold">{branch.category.name}</b>
        <span className="text-xs text-muted">{branch.items.length || ""}</span>
      </button>
      {isOpen && (
        <ul className="pl-5">
          {branch.branches.map((below) => (
            <Twig key={below.category.id} branch={below} isForced={isForced} />
          ))}
          {branch.items.map((item) => (
            <Dish key={item.id} item={item} categoryId={branch.category.id} />
          ))}
        </ul>
      )}
    </li>
  );
};

/** The menu as a tree of categories; what is searched for is unfolded. */
export const PickerTree = ({ items, isSearching }: { items: readonly Schemas["MenuItem"][]; isSearching: boolean }) => {
  const categories = useEditor(({ context }) => context.menu.categories);
  const { branches, rest } = useMemo(() => menuTree(categories, items), [categories, items]);
  return (
    <ul id="dishes" className="h-[calc(var(--tiles)+68px)] overflow-y-auto" onKeyDown={walk}>
      {branches.map((branch) => (
        <Twig key={branch.category.id} branch={branch} isForced={isSearching} />
      ))}
      {rest.map((item) => (
        <Dish key={item.id} item={item} categoryId={null} />
      ))}
    </ul>
  );
};
