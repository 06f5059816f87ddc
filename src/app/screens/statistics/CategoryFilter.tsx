import { groupByCategory, type SoldDish } from "#machines/queries/realization.ts";

/** Filter of sold dishes by category. If no category is chosen, all categories are shown. */
export const CategoryFilter = ({
  dishes,
  value,
  onChoose,
}: {
  dishes: readonly SoldDish[];
  value: string;
  onChoose: (id: string) => void;
}) => (
  <select
    aria-label="Категория"
    className="field min-h-8 w-auto py-1 text-sm"
    value={value}
    onChange={(event) => onChoose(event.target.value)}
  >
    <option value="">Все категории</option>
    {groupByCategory(dishes).map(({ key, name }) => (
      <option key={key} value={key}>
        {name}
      </option>
    ))}
  </select>
);
