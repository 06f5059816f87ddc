import { Search } from "lucide-react";
import { type KeyboardEvent, useMemo, useState } from "react";
import { Tabs, tabId } from "../../../ui/Tabs.tsx";
import { findItems } from "./menuSearch.ts";
import { PickerTiles, TILES_A_ROW } from "./PickerTiles.tsx";
import { PickerTree } from "./PickerTree.tsx";
import { useEditor, useEditorActor } from "./useEditor.ts";

type View = "tiles" | "tree";

const views = [
  { name: "tiles", title: "Плитки" },
  { name: "tree", title: "Дерево" },
] as const;

const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowDown: TILES_A_ROW,
  ArrowUp: -TILES_A_ROW,
};

const Categories = ({
  chosen,
  onChoose,
}: {
  chosen: number | null | undefined;
  onChoose: (id: number | null) => void;
}) => {
  const categories = useEditor(({ context }) => context.menu.categories);
  const items = useEditor(({ context }) => context.menu.items);
  const used = useMemo(() => new Set(items.flatMap(({ categoriesId }) => categoriesId)), [items]);
  const offered = [{ id: null, name: "Все" }, ...categories.filter(({ id }) => used.has(id))];
  return (
    <div className="mt-2 flex max-h-[96px] flex-wrap gap-1 overflow-y-auto">
      {offered.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className="chip !px-2"
          aria-pressed={chosen === id}
          onClick={() => onChoose(chosen === id ? null : id)}
        >
          {name}
        </button>
      ))}
    </div>
  );
};

/** The menu to pick from, as tiles or as a tree, searched by name and vendor code; Enter adds the marked dish. */
export const Picker = ({ searchId }: { searchId: string }) => {
  const editor = useEditorActor();
  const items = useEditor(({ context }) => context.menu.items);
  const [view, setView] = useState<View>("tiles");
  const [text, setText] = useState("");
  const [category, setCategory] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const found = useMemo(() => {
    const inCategory = items.filter(({ categoriesId }) => category === null || categoriesId.includes(category));
    return findItems(text.trim() === "" ? inCategory : items, text);
  }, [items, category, text]);
  const add = (itemId: number) => editor.send({ type: "draft.add", itemId, categoryId: category });
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = steps[event.key];
    const isWalking = step !== undefined && (Math.abs(step) > 1 || text === "");
    const marked = found[active];
    if (isWalking && view === "tiles" && !event.ctrlKey) {
      setActive(Math.min(Math.max(0, active + step), found.length - 1));
    } else if (event.key === "Enter" && !event.ctrlKey && marked) {
      add(marked.id);
      event.currentTarget.select();
    } else if (event.key === "Escape" && text !== "") setText("");
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const markedId = view === "tiles" && found[active] ? `dish-${found[active].id}` : undefined;
  return (
    <div className="card group/picker">
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
            aria-activedescendant={markedId}
            role="combobox"
            aria-expanded
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setActive(0);
            }}
            onKeyDown={press}
          />
          <kbd aria-hidden className="absolute top-1/2 right-2.5 -translate-y-1/2 text-muted">
            /
          </kbd>
        </label>
      </div>
      {view === "tiles" && (
        <Categories
          chosen={text.trim() === "" ? category : undefined}
          onChoose={(id) => {
            setCategory(id);
            setText("");
            setActive(0);
          }}
        />
      )}
      <div role="tabpanel" aria-labelledby={tabId(view)} className="mt-2">
        {found.length === 0 ? (
          <p className="flex h-[218px] items-center justify-center text-muted">Ничего не найдено.</p>
        ) : view === "tiles" ? (
          <PickerTiles items={found} active={active} onAdd={add} />
        ) : (
          <PickerTree items={found} isSearching={text.trim() !== ""} />
        )}
      </div>
    </div>
  );
};
