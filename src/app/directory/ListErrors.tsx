import { Button } from "../ui/Button.tsx";
import { ErrorBox } from "../ui/ErrorBox.tsx";

/** Error boxes of a list: one for a failed read, one for a failed command. */
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
