import type { ComponentProps } from "react";
import { MAX_SEARCH_LENGTH } from "#domain/search.ts";
import { useCommands } from "../keyboard/commands.ts";

const FIELD = '#main input[type="search"]';

const focusFirst = () =>
  (document.querySelector<HTMLElement>(`${FIELD}:not(nav *)`) ?? document.querySelector<HTMLElement>(FIELD))?.focus();

/**
 * Search field of a list, with the text limited to the length that the server accepts. The key "/" focuses the first
 * search field of a screen, or of a menu if the screen has none.
 */
export const SearchInput = ({
  label,
  onText,
  ...rest
}: Omit<ComponentProps<"input">, "onChange"> & { label: string; onText: (text: string) => void }) => {
  useCommands([{ title: "Поиск в списке", keys: "/", run: focusFirst }]);
  return (
    <input
      {...rest}
      type="search"
      autoComplete="off"
      aria-label={label}
      title={`${label} (/)`}
      maxLength={MAX_SEARCH_LENGTH}
      onChange={({ target }) => onText(target.value)}
    />
  );
};
