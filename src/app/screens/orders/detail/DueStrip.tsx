import { formatMoney } from "#domain/money.ts";
import type { PaymentSums } from "#machines/payments/orderSnapshot.ts";

/** Amounts of an order, roubles: total, accepted payments, pending payments, and the amount that is still due. */
export const DueStrip = ({ amount, sums }: { amount: number; sums: PaymentSums }) => (
  <dl className="grid grid-cols-4 gap-2 rounded-md bg-sunken px-3 py-2 text-sm max-[500px]:grid-cols-2">
    {(
      [
        ["Заказ", amount],
        ["Принято", sums.accepted],
        ["Ждёт", sums.pending],
        ["Остаток", sums.due],
      ] as const
    ).map(([name, value]) => (
      <div key={name}>
        <dt className="text-xs text-muted">{name}</dt>
        <dd className={name === "Остаток" ? "font-semibold whitespace-nowrap" : "whitespace-nowrap"}>
          {formatMoney(value)}
        </dd>
      </div>
    ))}
  </dl>
);
