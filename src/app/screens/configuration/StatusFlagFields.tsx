import type { UseFormReturn } from "react-hook-form";
import type { OrderStatusDraft, OrderStatusFlags } from "#machines/directory/descriptors/orderStatuses.ts";
import { TickBox } from "../../ui/TickBox.tsx";
import { statusSentences } from "./statusTexts.ts";

const flags: readonly (readonly [keyof OrderStatusFlags, string])[] = [
  ["isEditable", "Заказ можно изменять"],
  ["isClosed", "Закрывает заказ"],
  ["isCancel", "Отменяет заказ (не считается выполненным)"],
  ["isAddStockOperation", "Списывает товар со склада"],
  ["isRequireReason", "Нужна причина"],
];

const technical = [["isTechnical", "Служебный статус"]] as const;

/**
 * Checkboxes for the flags of an order status, with a summary of their effect. The flag "technical" is shown only for
 * an existing status.
 */
export const StatusFlagFields = ({ form, isNew }: { form: UseFormReturn<OrderStatusDraft>; isNew: boolean }) => (
  <div className="grid items-start gap-3 md:grid-cols-2">
    <fieldset>
      <legend className="mb-1 text-xs text-muted">Что делает статус</legend>
      {[...flags, ...(isNew ? [] : technical)].map(([flag, label]) => (
        <TickBox key={flag} {...form.register(flag)}>
          {label}
        </TickBox>
      ))}
    </fieldset>
    <section aria-live="polite" className="rounded-md bg-sunken px-3 py-2">
      <h2 className="mb-1 text-xs text-muted">Это значит</h2>
      <ul className="grid list-disc gap-1 pl-4 text-sm">
        {statusSentences(form.watch()).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  </div>
);
