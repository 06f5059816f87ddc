import { useSelector } from "@xstate/react";
import type { ReactNode } from "react";
import type { ActorRefFrom } from "xstate";
import type { moneyDialogMachine } from "#machines/payments/moneyDialog.machine.ts";
import { useCommands } from "../../../keyboard/commands.ts";
import { failureText } from "../../../services/failureText.ts";
import { MutationProgress, type MutationTexts } from "../../../shared/MutationProgress.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ErrorBox } from "../../../ui/ErrorBox.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { StaleNote } from "./StaleNote.tsx";
import { useDetailActor } from "./useDetail.ts";

/** Actor of the machine of a payment dialog. */
export type MoneyDialogActor = ActorRefFrom<typeof moneyDialogMachine>;

/**
 * Texts of a payment dialog. `dropped` is shown after the user gave up the money movement, and `lost` is shown after an
 * unexpected error.
 */
export interface MoneyTexts extends Omit<MutationTexts, "verifying"> {
  readonly dropped: string;
  readonly lost: string;
}

/** Submit button of a dialog. `why` is the reason why the button is disabled. */
export interface SubmitAction {
  readonly label: string;
  readonly command: string;
  readonly why: string | undefined;
  readonly kind?: "primary" | "danger";
  readonly run: () => void;
}

const Reload = ({ message }: { message: string }) => (
  <ErrorBox message={message}>
    <Button data-autofocus onClick={() => location.reload()}>
      Обновить страницу
    </Button>
  </ErrorBox>
);

/**
 * Dialog for a payment, an invoice or an action on a payment. It shows a form, and then the progress of the money
 * movement.
 */
export const MoneyDialog = ({
  actor,
  title,
  size,
  cancel = "Отмена",
  isCancelFocused = false,
  submit,
  texts,
  children,
}: {
  actor: MoneyDialogActor;
  title: string;
  size?: "medium";
  cancel?: string;
  /** True if the cancel button gets the focus when the dialog opens. */
  isCancelFocused?: boolean;
  submit: SubmitAction | undefined;
  texts: MoneyTexts;
  children: ReactNode;
}) => {
  const detail = useDetailActor();
  const state = useSelector(actor, (snapshot) => snapshot);
  const { snapshot, before, failure, isDropped } = state.context;
  const { move } = state.children;
  // The user must not close the dialog while the money movement is being sent.
  const isSending = useSelector(move, (moving) => moving?.hasTag("sending") ?? false);
  const isEntering = state.matches({ open: { progress: "entering" } });
  const close = () => isSending || detail.send({ type: "dialog.close" });
  const why = isEntering ? submit?.why : "Выполняется";
  useCommands(submit ? [{ title: submit.command, keys: "Ctrl+Enter", scope: "dialog", why, run: submit.run }] : []);
  return (
    <Dialog
      title={title}
      {...(size && { size })}
      onClose={close}
      actions={
        <>
          <Button
            why={isSending && "Отправляется"}
            onClick={close}
            data-autofocus={(isEntering && isCancelFocused) || undefined}
          >
            {isEntering ? cancel : "Закрыть"}
          </Button>
          {isEntering && submit && (
            <Button kind={submit.kind ?? "primary"} why={why} title="Ctrl+Enter" onClick={submit.run}>
              {submit.label}
            </Button>
          )}
        </>
      }
    >
      {isEntering && (
        <div className="grid gap-3">
          {failure && !before && <ErrorBox message={failureText(failure)} />}
          {isDropped && <ErrorBox message={texts.dropped} />}
          <StaleNote before={before} order={snapshot.order} />
          {children}
        </div>
      )}
      {move && <MutationProgress mutation={move} texts={{ verifying: "Проверяем оплату", ...texts }} />}
      {state.matches({ open: { progress: "rereading" } }) && (
        <p className="flex justify-center py-8 text-muted">
          <Spinner />
        </p>
      )}
      {state.matches({ open: { progress: "lost" } }) && <Reload message={texts.lost} />}
    </Dialog>
  );
};
