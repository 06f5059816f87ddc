import { Fragment } from "react";
import { decimalText } from "#domain/decimal.ts";
import { formatAmount, formatMoney } from "#domain/money.ts";
import { useOrderSnapshot } from "./useDetail.ts";

/**
 * Table of the ordered dishes with their modifiers. The discount, the delivery price and the total are below the table.
 */
export const Positions = () => {
  const { order } = useOrderSnapshot();
  return (
    <div className="sheet">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Название</th>
            <th scope="col" className="max-[700px]:hidden">
              Категория
            </th>
            <th scope="col" className="num">
              Цена, р.
            </th>
            <th scope="col" className="num">
              Кол-во
            </th>
            <th scope="col" className="num">
              Сумма, р.
            </th>
          </tr>
        </thead>
        <tbody>
          {order.items.map((item) => (
            <Fragment key={item.id}>
              <tr>
                <td className="py-1.5">
                  <span className="font-semibold wrap-anywhere">{item.name}</span>
                  {item.isRemoved && <span className="text-xs text-muted"> · снято с продажи</span>}
                  <span className="block text-xs text-muted wrap-anywhere min-[701px]:hidden">{item.categoryName}</span>
                  {item.note && <span className="block text-xs text-muted wrap-anywhere">повару: {item.note}</span>}
                </td>
                <td className="text-muted max-[700px]:hidden">{item.categoryName}</td>
                <td className="num whitespace-nowrap">
                  {formatAmount(item.price)}
                  {item.discountDescription && <span className="text-muted"> ({item.discountDescription})</span>}
                </td>
                <td className="num">{decimalText(item.count)}</td>
                <td className="num font-semibold whitespace-nowrap">{formatAmount(item.amount)}</td>
              </tr>
              {item.modificators.map((modificator) => (
                <tr key={modificator.id} className="text-muted">
                  <td className="pl-7!">+ {modificator.modificatorName}</td>
                  <td className="max-[700px]:hidden" />
                  <td className="num">{formatAmount(modificator.price)}</td>
                  <td className="num">{decimalText(modificator.count)}</td>
                  <td className="num">{formatAmount(modificator.amount)}</td>
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
      <footer className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2.5 text-sm text-muted">
        {order.discountName && (
          <span>
            Скидка «{order.discountName}»: <b className="text-text">{formatMoney(order.discountAmount)}</b>
          </span>
        )}
        {order.deliveryPrice !== undefined && order.deliveryPrice > 0 && (
          <span>
            Доставка{order.deliveryZoneName && ` «${order.deliveryZoneName}»`}:{" "}
            <b className="text-text">{formatMoney(order.deliveryPrice)}</b>
          </span>
        )}
        <span className="flex-1" />
        <span>
          Итого <b className="text-base text-text">{formatMoney(order.amount)}</b>
        </span>
      </footer>
    </div>
  );
};
