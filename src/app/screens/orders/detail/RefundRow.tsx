import { Clock, CornerDownRight } from "lucide-react";
import type { ReactNode } from "react";
import type { Schemas } from "#api/client.ts";
import { formatAmount } from "#domain/money.ts";

type Refund = Schemas["PaymentRefund"];

const dishesOf = ({ lines }: Refund): string => lines.map(({ name, count }) => `${name} × ${count}`).join(", ");

/**
 * Returns the refunds that are listed below a payment: all refunds except the failed ones. The list is empty if one
 * refund without dishes has returned the whole payment.
 */
export const shownRefunds = ({ refunds = [], isRejected }: Schemas["Payment"]): readonly Refund[] => {
  const made = refunds.filter(({ state }) => state !== "failed");
  return isRejected && made.length === 1 && made[0]?.lines.length === 0 ? [] : made;
};

/** Row of a refund below its payment. `moment` is the formatted time of the refund. */
export const RefundRow = ({ refund, moment }: { refund: Refund; moment: ReactNode }) => {
  const isPending = refund.state === "pending";
  const details = [dishesOf(refund), refund.reason].filter(Boolean).join(" · ");
  return (
    <tr data-refund={refund.id} className="text-muted">
      <td className="py-1.5 pl-6!">
        <span className="flex items-center gap-1.5">
          <CornerDownRight size={14} aria-hidden className="shrink-0" />
          Возврат
        </span>
        <span className="block text-xs min-[1101px]:hidden">
          {moment}
          {refund.byAlias && <span className="min-[701px]:hidden"> · {refund.byAlias}</span>}
        </span>
      </td>
      <td className="whitespace-nowrap max-[1100px]:hidden">{moment}</td>
      <td className="py-1.5 wrap-anywhere">
        {isPending && (
          <span className="flex items-center gap-1.5 text-warning">
            <Clock size={16} aria-hidden className="shrink-0" />
            Ждёт ответа платёжной системы
          </span>
        )}
        {details}
      </td>
      <td className="whitespace-nowrap max-[1100px]:hidden">{isPending ? "—" : moment}</td>
      <td className="max-[700px]:hidden">{refund.byAlias ?? "—"}</td>
      <td className="num whitespace-nowrap">−{formatAmount(refund.amount)}</td>
      <td />
    </tr>
  );
};
