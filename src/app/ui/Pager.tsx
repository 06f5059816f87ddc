import { pageCount, pageNumbers } from "#domain/paging.ts";
import { Button } from "./Button.tsx";

/**
 * Buttons for the previous and the next page, the first two pages, the last two, and two on each side of the current
 * page (platform, section 9). Renders nothing if there is only one page.
 */
export const Pager = ({
  page,
  count,
  size,
  onPage,
}: {
  page: number;
  count: number;
  size: number;
  onPage: (page: number) => void;
}) => {
  const last = pageCount(count, size);
  if (last < 2) return null;
  return (
    <nav aria-label="Страницы" className="flex items-center gap-0.5">
      <Button
        kind="ghost"
        className="min-w-6 pointer-coarse:min-w-10"
        why={page <= 1 && "Это первая страница"}
        aria-label="Назад"
        onClick={() => onPage(page - 1)}
      >
        ‹
      </Button>
      {pageNumbers(page, last).map((item, at, items) =>
        item === "gap" ? (
          <span key={`after ${items[at - 1]}`} className="px-1 text-muted">
            …
          </span>
        ) : (
          <button
            key={item}
            type="button"
            aria-current={item === page ? "page" : undefined}
            aria-label={`Страница ${item}`}
            className="min-h-7 min-w-7 rounded-md px-1.5 text-muted hover:bg-sunken aria-[current]:bg-accent-weak aria-[current]:font-semibold aria-[current]:text-accent pointer-coarse:min-h-10 pointer-coarse:min-w-10"
            onClick={() => onPage(item)}
          >
            {item}
          </button>
        ),
      )}
      <Button
        kind="ghost"
        className="min-w-6 pointer-coarse:min-w-10"
        why={page >= last && "Это последняя страница"}
        aria-label="Вперёд"
        onClick={() => onPage(page + 1)}
      >
        ›
      </Button>
    </nav>
  );
};
