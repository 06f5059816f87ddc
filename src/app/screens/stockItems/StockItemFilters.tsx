import { NO_GROUP, type StockFilter } from "#machines/catalogue/stockFilter.ts";
import type { CatalogueOwner } from "#machines/directory/descriptors/catalogue.ts";
import { readStockGroups } from "#machines/directory/descriptors/stockGroups.ts";
import { TextFilter } from "../../shared/TextFilter.tsx";
import { useQuery } from "../../shared/useQuery.ts";

const groupsQuery = { name: "stockGroupChoices", load: readStockGroups };

const useGroups = (scope: CatalogueOwner): readonly string[] =>
  (useQuery(groupsQuery, scope).shown?.answer ?? []).map(({ id }) => id || NO_GROUP);

const groupTitle = (group: string): string => (group === NO_GROUP ? "Без группы" : group);

/**
 * Filters of the stock item list: title and stock group. A chosen stock group remains an option even if no stock item
 * is in it.
 */
export const StockItemFilters = ({
  filter,
  scope,
  hasGroups,
  onTitle,
  onGroup,
}: {
  filter: StockFilter;
  scope: CatalogueOwner;
  /** False if the server does not send the stock groups. */
  hasGroups: boolean;
  onTitle: (title: string) => void;
  onGroup: (group: string) => void;
}) => {
  const groups = useGroups(scope);
  const { title, group } = filter;
  return (
    <>
      <TextFilter label="Название" value={title} onText={onTitle} />
      {hasGroups && (
        <select
          aria-label="Группа товаров"
          className="field w-56"
          value={group}
          onChange={({ target }) => onGroup(target.value)}
        >
          <option value="">Все группы</option>
          {[...new Set([...groups, ...(group ? [group] : [])])].map((name) => (
            <option key={name} value={name}>
              {groupTitle(name)}
            </option>
          ))}
        </select>
      )}
    </>
  );
};
