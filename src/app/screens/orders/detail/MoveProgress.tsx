import { useSelector } from "@xstate/react";
import type { ActorRefFrom } from "xstate";
import type { moneyMoveMachine } from "#machines/payments/moneyMove.machine.ts";
import { Button } from "../../../ui/Button.tsx";
import { Note } from "../../../ui/Note.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";

/** The movement of money behind a dialog. */
export type MoveActor = ActorRefFrom<typeof moneyMoveMachine>;

/** Whether the dialog may be left: not while the money is being sent. */
export const useMayLeave = (move: MoveActor | undefined): boolean =>
  useSelector(move, (state) => !state?.hasTag("sending"));

/** How far a movement of money has come; offers no second payment while the first is in doubt. */
export const MoveProgress = ({ move, sending, absent }: { move: MoveActor; sending: string; absent: string }) => {
  const isVerifying = useSelector(move, (state) => state.hasTag("verifying"));
  const isAbsent = useSelector(move, (state) => state.hasTag("absent"));
  if (isAbsent) {
    return (
      <Note>
        <span className="w-full">{absent}</span>
        <Button kind="primary" data-autofocus onClick={() => move.send({ type: "move.again" })}>
          Отправить ещё раз
        </Button>
        <Button onClick={() => move.send({ type: "move.drop" })}>Не отправлять</Button>
      </Note>
    );
  }
  if (isVerifying) {
    return (
      <Note>
        <Spinner label="Проверяем оплату" />
        <span className="min-w-0 flex-1">
          <b className="block">Проверяем оплату</b>
          Сервер не ответил. Узнаём, записано ли действие. Не повторяйте его: ничего не пропадёт.
        </span>
      </Note>
    );
  }
  return (
    <p className="flex items-center gap-2 py-4 text-sm text-muted">
      <Spinner label={sending} />
      {sending}
    </p>
  );
};
