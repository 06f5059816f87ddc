import { formatDateTime } from "#domain/format.ts";
import type { Inventory } from "#machines/directory/descriptors/inventories.ts";
import { Badge } from "../../ui/Badge.tsx";
import { inventoryStates } from "./inventoryTexts.ts";

const closedTexts = { approved: "Провели", cancelled: "Отменили" } as const;

/**
 * Facts of an inventory: the state, the users and times of the start and end, the reason of a cancellation, and the
 * comment.
 */
export const InventoryFacts = ({ inventory, timeZone }: { inventory: Inventory; timeZone: string }) => {
  const { state, isBlind, startedAt, startedByAlias, closedAt, closedByAlias, cancelReason, comment } = inventory;
  const stamp = (at: string, by: string | null) => [formatDateTime(at, timeZone), by].filter(Boolean).join(", ");
  const facts = [
    ["Начали", stamp(startedAt, startedByAlias)],
    ...(closedAt && state in closedTexts
      ? [[closedTexts[state as keyof typeof closedTexts], stamp(closedAt, closedByAlias)]]
      : []),
    ...(cancelReason ? [["Причина", cancelReason]] : []),
    ...(comment ? [["Комментарий", comment]] : []),
  ] as const;
  return (
    <dl className="mb-3 flex flex-wrap items-center gap-x-6 gap-y-1 text-sm">
      <div className="flex gap-1">
        <dt className="sr-only">Состояние</dt>
        <dd className="flex gap-1">
          <Badge colour={inventoryStates[state].colour}>{inventoryStates[state].title}</Badge>
          {isBlind && <Badge colour={undefined}>Вслепую</Badge>}
        </dd>
      </div>
      {facts.map(([label, text]) => (
        <div key={label} className="flex min-w-0 gap-1.5">
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 wrap-anywhere">{text}</dd>
        </div>
      ))}
    </dl>
  );
};
