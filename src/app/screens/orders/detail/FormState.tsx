import type { ReactNode } from "react";
import { Button } from "../../../ui/Button.tsx";
import { ErrorBox } from "../../../ui/ErrorBox.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";

/**
 * Wrapper of a form that needs the payment methods. Until the payment methods are loaded, a spinner or an error is
 * shown instead of the form.
 */
export const FormState = ({
  state,
  onRetry,
  children,
}: {
  state: { matches: (state: "loading" | "failed") => boolean };
  onRetry: () => void;
  children: ReactNode;
}) => {
  if (state.matches("loading")) {
    return (
      <p className="flex justify-center py-8 text-muted">
        <Spinner />
      </p>
    );
  }
  if (state.matches("failed")) {
    return (
      <ErrorBox message="Не удалось прочитать способы оплаты.">
        <Button data-autofocus onClick={onRetry}>
          Повторить
        </Button>
      </ErrorBox>
    );
  }
  return children;
};
