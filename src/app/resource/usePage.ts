import { clampPage, pageCount, readPage } from "#domain/paging.ts";
import { useCountPerPage } from "../context.ts";
import { useQueryText } from "./useQueryText.ts";

/** The rows of the page that the query string names, by the page size of a module; all of them where the list has no module. */
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
