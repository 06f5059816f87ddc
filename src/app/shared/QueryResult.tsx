import type { ReactNode } from "react";
import { Button } from "../ui/Button.tsx";
import { ErrorBox } from "../ui/ErrorBox.tsx";
import { NotOffered } from "../ui/NotOffered.tsx";
import type { QueryView } from "./useQuery.ts";

const bars = ["w-8/12", "w-11/12", "w-6/12", "w-9/12"];

const Skeleton = ({ lines }: { lines: number }) => (
  <div role="status" className="animate-pulse p-1">
    <span className="sr-only">Загрузка</span>
    {bars.slice(0, lines).map((width) => (
      <span key={width} aria-hidden className={`my-3 block h-4 rounded bg-sunken ${width}`} />
    ))}
  </div>
);

/**
 * Result of a query, with a skeleton before the first answer, and a busy bar during later reads. After a failed
 * read, an error box with a retry button is shown above the earlier answer. If the server does not offer the query,
 * a note says so.
 */
export const QueryResult = <Query, Answer>({
  view: { shown, error, isOffered, isBusy, refresh },
  lines = bars.length,
  children,
}: {
  view: QueryView<Query, Answer>;
  /** Number of lines of the skeleton, at most 4. */
  lines?: number | undefined;
  children: (answer: Answer) => ReactNode;
}) => (
  <div className="relative" aria-busy={isBusy}>
    {isBusy && shown && <span aria-hidden className="absolute inset-x-0 -top-1 h-0.5 animate-pulse bg-accent" />}
    {!isOffered && <NotOffered />}
    {error && isOffered && (
      <div className="mb-3">
        <ErrorBox message={error}>
          <Button why={isBusy && "Загружается"} onClick={refresh}>
            Повторить
          </Button>
        </ErrorBox>
      </div>
    )}
    {shown ? children(shown.answer) : !error && <Skeleton lines={lines} />}
  </div>
);
