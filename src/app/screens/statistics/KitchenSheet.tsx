import { countDishes, groupByCategory, type SoldDish } from "#machines/queries/realization.ts";

/** Printed list of sold dishes for the kitchen. It shows counts by category, and no prices. */
export const KitchenSheet = ({
  lists,
  heading,
}: {
  lists: readonly { readonly title: string; readonly dishes: readonly SoldDish[] }[];
  heading: readonly string[];
}) => (
  <>
    <h1 className="mb-2 text-center text-xl font-bold">
      {heading.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </h1>
    {lists.map(({ title, dishes }) => (
      <section key={title} className="mb-4">
        <h2 className="flex justify-between border-y border-ink py-1 text-base font-bold">
          <span>{title}</span>
          <span>{countDishes(dishes)}</span>
        </h2>
        {dishes.length === 0 && <p className="py-1">Ничего нет.</p>}
        {groupByCategory(dishes).map((category) => (
          <div key={category.key} className="break-inside-avoid">
            <h3 className="mt-2 flex justify-between font-bold">
              <span>{category.name}</span>
              <span>{category.count}</span>
            </h3>
            <ul>
              {category.dishes.map(({ itemId, itemName, count }) => (
                <li key={itemId} className="flex justify-between gap-2 border-b border-dotted border-ink">
                  <span className="min-w-0 wrap-anywhere">{itemName}</span>
                  <span>{count}</span>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </section>
    ))}
  </>
);
