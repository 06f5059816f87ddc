import { clampPage, pageCount, readPage } from "#domain/paging.ts";
import { useCountPerPage } from "../services/context.ts";
import { useQueryText } from "./useQueryText.ts";

/**
 * Returns the number and the rows of the current page, and a function that changes the page number in the query string.
 * The page size is a setting of the module; without a module all rows are returned.
 */
export const usePage = <Row>(rows: readonly Row[], module: string | undefined) => {
  const size = useCountPerPage(module ?? "");
  const [text, setText] = useQueryText("page");
  const page = clampPage(readPage(text), pageCount(rows.length, size));
  return {
    page,
    shown: module === undefined ? rows : rows.slice((page - 1) * size, page * size),
    turn: (next: number) => setText(next > 1 ? String(next) : ""),
  };
};
