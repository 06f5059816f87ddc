import type { Schemas } from "#api/client.ts";
import type { KitchenItem } from "#machines/boards/kitchen.ts";
import { Button } from "../../ui/Button.tsx";
import type { TapItem } from "./useKitchen.ts";

type Dish = Schemas["KitchenDish"];

const DishText = ({ dish: { name, count, note, modificators }, isOld = false }: { dish: Dish; isOld?: boolean }) => (
  <span className={isOld ? "block text-muted line-through" : "block"}>
    <span className="font-semibold wrap-anywhere min-[1024px]:text-xl">
      {count} × {name}
    </span>
    {modificators.map((one) => (
      <span key={one.name} className="block wrap-anywhere">
        + {one.name} × {one.count}
      </span>
    ))}
    {note && <span className="block font-semibold wrap-anywhere">«{note}»</span>}
  </span>
);

const Confirmation = ({ item, tap }: { item: KitchenItem; tap: TapItem }) => {
  const { isCancelled, known, dish } = item;
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-md border border-negative bg-negative-weak p-2">
      <div className="min-w-40 flex-1">
        <strong className="block text-negative">{isCancelled ? "Отменено" : "Изменили"}</strong>
        {known && <DishText dish={known} isOld />}
        {dish && <DishText dish={dish} />}
      </div>
      <Button kind="primary" className="min-h-14! flex-1 px-4" onClick={() => tap(item, "Seen")}>
        Понял
      </Button>
    </div>
  );
};

const actions = { new: "Начать", cooking: "Готово", ready: "Вернуть" } as const;

const advance = (item: KitchenItem, tap: TapItem): void => {
  if (item.state === "ready") tap(item, "Return", "cooking");
  else tap(item, item.state === "new" ? "Start" : "Ready");
};

/**
 * Dish on a kitchen ticket. A tap starts a new dish, marks a cooking dish as ready, and returns a ready dish to
 * cooking; a change or cancellation must first be confirmed.
 */
export const KitchenDish = ({ item, tap }: { item: KitchenItem; tap: TapItem }) => {
  const { isChanged, isCancelled, dish, known, state, cookAlias } = item;
  if (isChanged || isCancelled) return <Confirmation item={item} tap={tap} />;
  if (!dish) return null;
  return (
    <button
      type="button"
      className="flex min-h-14 w-full items-center gap-3 rounded-md border border-line bg-field px-3 py-2 text-left hover:bg-hover"
      onClick={() => advance(item, tap)}
    >
      <span className="min-w-0 flex-1">
        {!known && <span className="badge">Добавили</span>}
        <DishText dish={dish} />
        {cookAlias && state !== "new" && <span className="block text-xs text-muted">{cookAlias}</span>}
      </span>
      <span className="shrink-0 font-semibold text-accent">{actions[state]}</span>
    </button>
  );
};
