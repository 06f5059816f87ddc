import { costPercent } from "#domain/dish.ts";
import { formatMoney } from "#domain/money.ts";
import { classNames } from "../../ui/classNames.ts";

const percentFormat = new Intl.NumberFormat("ru-RU", { maximumFractionDigits: 1 });

/** Estimated cost of a dish and its share of the price, shown as text and as a bar (business, section 9). */
export const CostBar = ({ cost, price }: { cost: number; price: number }) => {
  const percent = costPercent(cost, price);
  const shareText = percent === undefined ? "цена не указана" : `${percentFormat.format(percent)} % цены`;
  const isLoss = cost > price;
  return (
    <div className="grid gap-1" role="status" aria-label="Себестоимость">
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
        <span className="text-muted">Расчётная себестоимость</span>
        <strong className="tabular-nums">{formatMoney(cost)}</strong>
        <span className={isLoss ? "font-semibold text-negative" : "text-muted"}>
          {shareText}
          {isLoss && percent !== undefined && " — дороже цены"}
        </span>
      </p>
      <div aria-hidden className="h-2 overflow-hidden rounded-full bg-sunken">
        <div
          className={classNames("h-full rounded-full", isLoss ? "bg-negative" : "bg-accent")}
          style={{ width: `${Math.min(percent ?? 0, 100)}%` }}
        />
      </div>
    </div>
  );
};
