import { useActorRef, useSelector } from "@xstate/react";
import { useState } from "react";
import { NO_GROUP, type StockFilter } from "#machines/catalogue/stockFilter.ts";
import type { CatalogueScope } from "#machines/resources/catalogue.ts";
import { stockGroupChoices } from "#machines/resources/stockGroups.ts";
import { useApi } from "../../context.ts";
import { TextFilter } from "../../resource/TextFilter.tsx";

const useGroups = (scope: CatalogueScope): readonly string[] => {
  const api = useApi();
  const [logic] = useState(() => stockGroupChoices(api, scope));
  const known = useSelector(useActorRef(logic), ({ output }) => output);
  return (known ?? []).map(({ id }) => id || NO_GROUP);
};

const named = (group: string): string => (group === NO_GROUP ? "Без группы" : group);

/** Title and group that the list of stock items is narrowed by; a group that is gone is still said to be chosen. */
export const StockItemFilters = ({
  filter,
  scope,
  onTitle,
  onGroup,
}: {
  filter: StockFilter;
  scope: CatalogueScope;
  onTitle: (title: string) => void;
  onGroup: (group: string) => void;
}) => {
  const groups = useGroups(scope);
  const { title, group } = filter;
  return (
    <>
      <TextFilter label="Название" value={title} onText={onTitle} />
      <select
        aria-label="Группа товаров"
        className="field w-56"
        value={group}
        onChange={({ target }) => onGroup(target.value)}
      >
        <option value="">Все группы</option>
        {[...new Set([...groups, ...(group ? [group] : [])])].map((one) => (
          <option key={one} value={one}>
            {named(one)}
          </option>
        ))}
      </select>
    </>
  );
};
