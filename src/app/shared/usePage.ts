import { clampPage, pageCount, readPage } from "#domain/paging.ts";
import { useCountPerPage } from "../services/context.ts";
import { useQueryText } from "./useQueryText.ts";

/** Returns the page named by the query string and its rows, by the page size of a module. Without a module all rows are shown. */
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
