import { Button } from "../ui/Button.tsx";
import { ErrorBox } from "../ui/ErrorBox.tsx";

/** What went wrong with a list: it could not be read, or a command was refused, or nobody knows whether it was done. */
export const ListErrors = ({
  error,
  refusal,
  onRetry,
  onDismiss,
}: {
  error: string | undefined;
  refusal: string | undefined;
  onRetry: () => void;
  onDismiss: () => void;
}) => (
  <div className="mb-3 grid gap-2 empty:hidden">
    {error && (
      <ErrorBox message={error}>
        <Button onClick={onRetry}>Повторить</Button>
      </ErrorBox>
    )}
    {refusal && (
      <ErrorBox message={refusal}>
        <Button onClick={onDismiss}>Понятно</Button>
      </ErrorBox>
    )}
  </div>
);
