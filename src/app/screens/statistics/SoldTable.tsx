import { Fragment } from "react";
import { counted } from "#domain/format.ts";
import { countDishes, groupByCategory, type SoldDish } from "#machines/queries/realization.ts";

/** Formats a number of portions, for example "12 шт." */
const formatPieces = (count: number): string => `${count}\u00a0шт.`;

/** Table of sold dishes by category, with subtotals and a total (business, section 2). */
export const SoldTable = ({ title, dishes, empty }: { title: string; dishes: readonly SoldDish[]; empty: string }) => (
  <section aria-label={title} className="sheet min-w-0">
    <header className="flex flex-wrap items-baseline gap-x-3 border-b border-line px-3 py-2">
      <h2 className="text-base font-semibold">{title}</h2>
      <span className="text-sm text-muted">
        {dishes.length > 0 && counted(countDishes(dishes), ["позиция", "позиции", "позиций"])}
      </span>
    </header>
    <table className="table">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr>
          <th scope="col" className="w-16">
            Id
          </th>
          <th scope="col">Название</th>
          <th scope="col" className="max-[700px]:hidden">
            Категория
          </th>
          <th scope="col" className="num">
            Количество
          </th>
        </tr>
      </thead>
      <tbody>
        {groupByCategory(dishes).map((category) => (
          <Fragment key={category.key}>
            <tr>
              <th scope="rowgroup" colSpan={2} className="static! rounded-none! bg-sunken! text-text!">
                {category.name}
              </th>
              <td className="bg-sunken max-[700px]:hidden" />
              <td className="num bg-sunken font-semibold">{formatPieces(category.count)}</td>
            </tr>
            {category.dishes.map(({ itemId, itemName, categoryName, count }) => (
              <tr key={itemId}>
                <td className="text-muted">{itemId}</td>
                <td className="wrap-anywhere">{itemName}</td>
                <td className="text-muted wrap-anywhere max-[700px]:hidden">{categoryName}</td>
                <td className="num">{count}</td>
              </tr>
            ))}
          </Fragment>
        ))}
        {dishes.length === 0 && (
          <tr>
            <td colSpan={4} className="py-8 text-center text-muted">
              {empty}
            </td>
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={2} className="font-semibold">
            Итого
          </td>
          <td className="max-[700px]:hidden" />
          <td className="num text-base font-semibold">{formatPieces(countDishes(dishes))}</td>
        </tr>
      </tfoot>
    </table>
  </section>
);
