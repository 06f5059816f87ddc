import { useState } from "react";
import { isLater, type KitchenItem, toTickets, totalsToCook } from "#machines/boards/kitchen.ts";
import { useNow } from "../../shared/useNow.ts";
import { Button } from "../../ui/Button.tsx";
import { TicketCard } from "./TicketCard.tsx";
import type { TapItem } from "./useKitchen.ts";

const columns = [
  { state: "new", title: "Новый", empty: "Новых блюд нет." },
  { state: "cooking", title: "Готовится", empty: "Сейчас ничего не готовится." },
  { state: "ready", title: "Готов", empty: "За последние два часа ничего не готово." },
] as const;

const byReadyTime = (one: KitchenItem, other: KitchenItem): number =>
  (other.readyAt ?? "").localeCompare(one.readyAt ?? "");

const Totals = ({ items }: { items: readonly KitchenItem[] }) => (
  <ul aria-label="Всего приготовить" className="card mb-3 flex flex-wrap gap-x-5 gap-y-1">
    {totalsToCook(items).map(({ name, count }) => (
      <li key={name}>
        <b>{count}</b> {name}
      </li>
    ))}
  </ul>
);

/**
 * Board with the dishes of the kitchen in three columns by state. New dishes that start in more than 10 minutes are
 * hidden behind a button with their number, unless the cook must confirm a change of the dish.
 */
export const KitchenBoard = ({
  companyId,
  items,
  tap,
}: {
  companyId: number;
  items: readonly KitchenItem[];
  tap: TapItem;
}) => {
  const now = useNow(15_000);
  const [hasLater, setLater] = useState(false);
  const [hasTotals, setTotals] = useState(false);
  const later = items.filter((item) => isLater(item, now));
  const shown = hasLater ? items : items.filter((item) => !isLater(item, now));
  const itemsOf = (state: KitchenItem["state"]) => {
    const own = shown.filter((item) => item.state === state);
    return state === "ready" ? own.toSorted(byReadyTime) : own;
  };
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Button aria-expanded={hasTotals} className="pointer-coarse:min-h-14" onClick={() => setTotals(!hasTotals)}>
          Всего приготовить
        </Button>
        {later.length > 0 && (
          <Button aria-pressed={hasLater} className="pointer-coarse:min-h-14" onClick={() => setLater(!hasLater)}>
            {hasLater ? "Скрыть поздние" : `Позже: ${later.length}`}
          </Button>
        )}
      </div>
      {hasTotals && <Totals items={items} />}
      <div className="grid items-start gap-4 min-[700px]:grid-cols-3">
        {columns.map(({ state, title, empty }) => {
          const own = itemsOf(state);
          return (
            <section key={state} aria-label={title} className="min-w-0">
              <h2 className="mb-2 text-base font-semibold">
                {title} <span className="text-muted">{own.length}</span>
              </h2>
              {own.length === 0 ? (
                <p className="text-muted">{empty}</p>
              ) : (
                <ul className="grid gap-3">
                  {toTickets(own).map((ticket) => (
                    <TicketCard
                      key={ticket.orderId}
                      ticket={ticket}
                      companyId={companyId}
                      now={now}
                      hasTime={state !== "ready"}
                      tap={tap}
                    />
                  ))}
                </ul>
              )}
            </section>
          );
        })}
      </div>
    </>
  );
};
