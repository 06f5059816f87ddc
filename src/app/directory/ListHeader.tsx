import type { ReactNode } from "react";
import { RefreshButton } from "../ui/RefreshButton.tsx";
import { ListErrors } from "./ListErrors.tsx";

/**
 * Header of a list screen: title, a fact about the data, the refresh button and further buttons. Below it are the
 * failure of the last read and the refusal of the last command.
 */
export const ListHeader = ({
  title,
  fact,
  error,
  refusal,
  onRefresh,
  onDismiss,
  children,
}: {
  title: string;
  fact?: ReactNode;
  error: string | undefined;
  refusal: string | undefined;
  onRefresh: () => void;
  /** Called when the user dismisses the refusal. */
  onDismiss: () => void;
  children?: ReactNode;
}) => (
  <>
    <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <h1 tabIndex={-1} className="outline-none">
        {title}
      </h1>
      <p className="text-sm text-muted">{fact}</p>
      <span className="flex-1" />
      <RefreshButton onClick={onRefresh} />
      {children}
    </header>
    <ListErrors error={error} refusal={refusal} onRetry={onRefresh} onDismiss={onDismiss} />
  </>
);
