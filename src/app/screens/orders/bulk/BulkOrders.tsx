import type { BulkItem, BulkStep } from "#machines/orders/bulk/bulkChange.ts";
import { classNames } from "../../../ui/classNames.ts";
import { ScrollRegion } from "../../../ui/ScrollRegion.tsx";
import { stepText } from "./bulkTexts.ts";

/** Kinds of steps, in the sequence of the list: orders that need the user's attention come first. */
const sequence: readonly BulkStep["kind"][] = [
  "refused",
  "unanswered",
  "unsent",
  "unchanged",
  "unread",
  "queued",
  "planned",
  "changed",
];

const tones: Partial<Record<BulkStep["kind"], string>> = {
  refused: "text-negative",
  unanswered: "text-warning",
  unsent: "text-warning",
  changed: "text-positive",
};

/** List of all selected orders. Beside each order is the text of the step that it has reached. */
export const BulkOrders = ({ items, isUndo }: { items: readonly BulkItem[]; isUndo: boolean }) => (
  <ScrollRegion label="Заказы" className="max-h-[40vh] rounded-md border border-line">
    <ul className="divide-y divide-line text-sm">
      {items
        .toSorted((one, other) => sequence.indexOf(one.step.kind) - sequence.indexOf(other.step.kind))
        .map((item) => (
          <li key={item.orderId} className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-3 px-3 py-1.5">
            <span className="tabular-nums">№ {item.internalId}</span>
            <span className={classNames("wrap-anywhere", tones[item.step.kind] ?? "text-muted")}>
              {stepText(item, isUndo)}
            </span>
          </li>
        ))}
    </ul>
  </ScrollRegion>
);
