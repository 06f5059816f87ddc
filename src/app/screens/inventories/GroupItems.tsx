import { Trash2 } from "lucide-react";
import type { PackingListItem } from "#machines/directory/descriptors/packingLists.ts";
import { Button } from "../../ui/Button.tsx";
import { Chooser } from "../../ui/Chooser.tsx";
import { Field } from "../../ui/Field.tsx";
import { positionsText } from "./inventoryTexts.ts";

/** Maximum number of stock items in an inventory group. */
export const MOST_ITEMS = 500;

/** Returns the stock groups as choices. A group is disabled if all items of the group are already chosen. */
const groupChoices = (items: readonly PackingListItem[], chosen: ReadonlySet<number>) => {
  const names = [...new Set(items.flatMap(({ groupName }) => groupName ?? []))].sort((one, other) =>
    one.localeCompare(other, "ru"),
  );
  return names.map((name, at) => {
    const left = items.filter(({ id, groupName }) => groupName === name && !chosen.has(id)).length;
    return { id: at + 1, name, why: left === 0 ? "все товары уже в группе" : undefined };
  });
};

/** Stock items of an inventory group. The user adds single items or all items of a stock group. */
export const GroupItems = ({
  items,
  ids,
  error,
  onIds,
}: {
  items: readonly PackingListItem[];
  ids: readonly number[];
  error: string | undefined;
  onIds: (ids: number[]) => void;
}) => {
  const chosen = new Set(ids);
  const groups = groupChoices(items, chosen);
  const titleOf = (id: number) => items.find((item) => item.id === id)?.title ?? `№ ${id} (удалён)`;
  const rows = ids
    .map((id) => ({ id, title: titleOf(id), groupName: items.find((item) => item.id === id)?.groupName ?? "" }))
    .sort((one, other) => one.title.localeCompare(other.title, "ru"));
  const addGroup = (at: number) => {
    const name = groups[at - 1]?.name;
    onIds([...ids, ...items.filter(({ id, groupName }) => groupName === name && !chosen.has(id)).map(({ id }) => id)]);
  };
  return (
    <section aria-label="Товары группы" className="card grid gap-3">
      <header className="flex flex-wrap items-center gap-2">
        <h2 className="mr-auto font-semibold">
          Товары <span className="font-normal text-muted">{positionsText(ids.length)}</span>
        </h2>
        {ids.length > 0 && <Button onClick={() => onIds([])}>Убрать все</Button>}
      </header>
      <div className="grid gap-3 min-[700px]:grid-cols-2">
        <Field label="Добавить товар" error={error} className="min-w-0">
          {(control) => (
            <Chooser
              key={ids.length}
              control={control}
              label="Добавить товар"
              value={undefined}
              choices={items.map(({ id, title }) => ({
                id,
                name: title,
                why: chosen.has(id) ? "уже в группе" : undefined,
              }))}
              empty="Найдите товар…"
              onChoose={(id) => onIds([...ids, id])}
            />
          )}
        </Field>
        <Field label="Добавить все товары группы склада" className="min-w-0">
          {(control) => (
            <Chooser
              key={ids.length}
              control={control}
              label="Добавить все товары группы склада"
              value={undefined}
              choices={groups}
              empty="Выберите группу…"
              onChoose={addGroup}
            />
          )}
        </Field>
      </div>
      {rows.length === 0 ? (
        <p className="py-4 text-center text-sm text-muted">
          Товаров ещё нет. Найдите их по названию или возьмите всю группу.
        </p>
      ) : (
        <ul className="max-h-96 divide-y divide-line overflow-y-auto">
          {rows.map(({ id, title, groupName }) => (
            <li key={id} className="flex items-center gap-2 py-0.5">
              <span className="min-w-0 flex-1 wrap-anywhere">
                {title} <span className="text-xs text-muted">{groupName}</span>
              </span>
              <Button
                kind="ghost"
                title="Убрать"
                aria-label={`Убрать ${title}`}
                onClick={() => onIds(ids.filter((other) => other !== id))}
              >
                <Trash2 size={16} aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
