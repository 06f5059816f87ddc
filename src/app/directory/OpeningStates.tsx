import { withLastQuery } from "../shared/lastQuery.ts";
import { Button } from "../ui/Button.tsx";
import { ErrorBox } from "../ui/ErrorBox.tsx";
import { Link } from "../ui/Link.tsx";
import { NotOffered } from "../ui/NotOffered.tsx";

/** Placeholder of a form that is not open yet. */
export const FormSkeleton = () => (
  <div aria-hidden className="card grid max-w-3xl animate-pulse gap-4">
    {["w-40", "w-72", "w-56"].map((width) => (
      <span key={width} className={`block h-8 rounded bg-sunken ${width}`} />
    ))}
  </div>
);

/**
 * Screen content until a directory entry is open: a skeleton during the read, or an error box if the read failed or
 * the entry does not exist. If the server does not offer the operation, a note says so.
 */
export const OpeningStates = ({
  state,
  error,
  isOffered,
  listPath,
  onRetry,
}: {
  state: "opening" | "failed" | "missing";
  error: string | undefined;
  /** False if the server does not offer the operation that reads the entry. */
  isOffered: boolean;
  listPath: string;
  onRetry: () => void;
}) => {
  if (state === "opening") return <FormSkeleton />;
  if (!isOffered) return <NotOffered />;
  const back = (
    <Link href={withLastQuery(listPath)} className="btn btn-plain">
      К списку
    </Link>
  );
  return state === "failed" ? (
    <ErrorBox title="Не удалось открыть" message={error}>
      <Button onClick={onRetry}>Повторить</Button>
      {back}
    </ErrorBox>
  ) : (
    <ErrorBox title="Не найдено" message={error}>
      {back}
    </ErrorBox>
  );
};
