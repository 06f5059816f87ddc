import { Search } from "lucide-react";
import { type KeyboardEvent, memo, Suspense, useCallback, useMemo, useState } from "react";
import { formatMoney } from "#domain/money.ts";
import { lazyComponent } from "../../../routing/lazyComponent.ts";
import { Tabs, tabId } from "../../../ui/Tabs.tsx";
import { findItems } from "./findItems.ts";
import { PickerTiles, tileStep } from "./PickerTiles.tsx";
import type { ChipsProps, ChooseCategory, Stars, StopMarks } from "./pickerChoice.ts";
import { useEditor, useEditorActor } from "./useEditor.ts";

type View = "tiles" | "tree";

const QuickChips = lazyComponent("QuickChips", () => import("./QuickChips.tsx"));
const PickerTree = lazyComponent("PickerTree", () => import("./PickerTree.tsx"));

const views = [
  { name: "tiles", title: "Плитки" },
  { name: "tree", title: "Дерево" },
] as const;

const walkChips = (event: KeyboardEvent): void => {
  const { key, target } = event;
  if (!(target instanceof HTMLElement)) return;
  const beside =
    (/^Arrow(Right|Down)/.test(key) && target.nextElementSibling) ||
    (/^Arrow(Left|Up)/.test(key) && target.previousElementSibling);
  if (!(beside instanceof HTMLElement)) return;
  event.preventDefault();
  beside.focus();
};

const CategoryChips = ({ chosen, onChoose, onStars, isHidden }: ChipsProps & { isHidden: boolean }) => {
  const categories = useEditor(({ context }) => context.menu.categories);
  const items = useEditor(({ context }) => context.menu.items);
  const used = useMemo(() => new Set(items.flatMap(({ categoriesId }) => categoriesId)), [items]);
  const offered = [{ id: null, name: "Все" }, ...categories.filter(({ id }) => used.has(id))];
  return (
    <div role="toolbar" aria-label="Категории" hidden={isHidden} onKeyDown={walkChips} className="rail">
      <Suspense fallback={<span className="chip invisible">Часто берут</span>}>
        <QuickChips chosen={chosen} onChoose={onChoose} onStars={onStars} />
      </Suspense>
      {offered.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className="chip"
          tabIndex={id === (chosen ?? null) ? 0 : -1}
          aria-pressed={chosen === id}
          onClick={() => onChoose(chosen === id ? null : id)}
        >
          {name}
        </button>
      ))}
    </div>
  );
};

/** Category chips, memoised so that typing in the dish search does not render them again. */
const Categories = memo(CategoryChips);

/** Value of `active` if no dish is selected. Enter then does nothing. */
const NONE = -1;

/**
 * Dishes of the menu, shown as tiles or as a tree, that the user can add to the order. The search finds dishes by name
 * and vendor code. Enter adds the selected dish.
 */
export const Picker = ({ searchId, stops }: { searchId: string; stops: StopMarks | undefined }) => {
  const editor = useEditorActor();
  const items = useEditor(({ context }) => context.menu.items);
  const [view, setView] = useState<View>("tiles");
  const [text, setText] = useState("");
  const [category, setCategory] = useState<number | null>(null);
  const [quickIds, setQuickIds] = useState<readonly number[]>([]);
  const [stars, setStars] = useState<Stars>();
  const [active, setActive] = useState(NONE);
  const inCategory = useMemo(
    () =>
      category === null
        ? items
        : items.filter(({ id, categoriesId }) => quickIds.includes(id) || categoriesId.includes(category)),
    [items, category, quickIds],
  );
  const found = useMemo(() => (text.trim() === "" ? inCategory : findItems(items, text)), [items, inCategory, text]);
  const marked = view === "tiles" || found.length === 1 ? found[active] : undefined;
  // The tiles are memoised, so they must get the same function at each render.
  const add = useCallback(
    (itemId: number) => editor.send({ type: "draft.add", itemId, categoryId: category }),
    [editor, category],
  );
  const choose = useCallback<ChooseCategory>((id, itemIds = []) => {
    setCategory(id);
    setQuickIds(itemIds);
    setText("");
    setActive(NONE);
  }, []);
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = tileStep(event.key);
    const isWalking = step !== undefined && (Math.abs(step) > 1 || text === "");
    const isIntoTree = view === "tree" && (event.key === "ArrowDown" || (event.key === "Enter" && text !== ""));
    if (event.key === "Enter" && event.repeat) {
      // A held Enter repeats the event. The repetitions are ignored, because each would add a portion.
    } else if (isIntoTree && !marked && !event.ctrlKey) {
      document.querySelector<HTMLElement>("#dishes button")?.focus();
    } else if (isWalking && view === "tiles" && !event.ctrlKey) {
      setActive(active === NONE ? 0 : Math.min(Math.max(0, active + step), found.length - 1));
    } else if (event.key === "Enter" && !event.ctrlKey && (marked || found.length === 0)) {
      if (marked) add(marked.id);
      event.currentTarget.select();
    } else if (event.key === "*" && marked && stars) {
      stars.toggle(marked.id);
    } else if (event.key === "Escape" && text !== "") {
      setText("");
      setActive(NONE);
    } else return;
    event.preventDefault();
  };
  return (
    <div className="sheet group/picker flex h-full flex-col gap-2 p-2">
      <div className="flex items-center gap-2">
        <Tabs label="Вид меню" tabs={views} chosen={view} onChoose={setView} />
        <label className="relative min-w-0 flex-1">
          <span className="sr-only">Название или артикул</span>
          <Search size={16} aria-hidden className="absolute top-1/2 left-2.5 -translate-y-1/2 text-muted" />
          <input
            id={searchId}
            type="search"
            autoComplete="off"
            placeholder="Название или артикул"
            className="field pl-8"
            data-walk=""
            aria-controls="dishes"
            aria-describedby="marked-dish"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setActive(event.target.value.trim() === "" ? NONE : 0);
            }}
            onKeyDown={press}
          />
          {text === "" && (
            <kbd aria-hidden className="absolute top-1/2 right-2.5 -translate-y-1/2 text-muted">
              /
            </kbd>
          )}
        </label>
      </div>
      <p id="marked-dish" aria-live="polite" className="sr-only">
        {marked && `${marked.name}, ${stops?.get(marked.id) ?? ""} ${formatMoney(marked.price)} Enter добавит.`}
      </p>
      <div className="flex min-h-0 flex-1 flex-col gap-2 desktop:flex-row">
        <Categories
          chosen={text.trim() === "" ? category : undefined}
          onChoose={choose}
          onStars={setStars}
          isHidden={view === "tree"}
        />
        <div role="tabpanel" aria-labelledby={tabId(view)} className="min-h-0 min-w-0 flex-1">
          {found.length === 0 ? (
            <p className="flex h-full items-center justify-center text-muted">
              {items.length === 0 ? "Меню пусто." : "Ничего не найдено."}
            </p>
          ) : view === "tiles" ? (
            <PickerTiles items={found} active={active} stars={stars} stops={stops} onAdd={add} />
          ) : (
            <Suspense>
              <PickerTree items={found} isSearching={text.trim() !== ""} stars={stars} stops={stops} />
            </Suspense>
          )}
        </div>
      </div>
    </div>
  );
};
