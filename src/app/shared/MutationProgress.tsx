import { useSelector } from "@xstate/react";
import type { ActorRef, Snapshot } from "xstate";
import { copyTrail } from "../trail/copyTrail.ts";
import { Button } from "../ui/Button.tsx";
import { Note } from "../ui/Note.tsx";
import { Spinner } from "../ui/Spinner.tsx";

type MutationSnapshot = Snapshot<unknown> & { hasTag(tag: "slow" | "verifying" | "notRecorded"): boolean };

type MutationEvent = { type: "mutation.verify" | "mutation.repeat" | "mutation.drop" };

/** Actor of a mutation, regardless of the types of request and result. */
type MutationActor = Pick<ActorRef<MutationSnapshot, MutationEvent>, "getSnapshot" | "subscribe" | "send">;

/**
 * Texts about a change on the server: during the request, during the verification of the outcome, and if the server has
 * no record of the change.
 */
export interface MutationTexts {
  readonly sending: string;
  readonly verifying: string;
  readonly notRecorded: string;
}

const NotRecorded = ({ mutation, text }: { mutation: MutationActor; text: string }) => (
  <Note>
    <span className="w-full">{text}</span>
    <Button kind="primary" data-autofocus onClick={() => mutation.send({ type: "mutation.repeat" })}>
      Отправить ещё раз
    </Button>
    <Button onClick={() => mutation.send({ type: "mutation.drop" })}>Не отправлять</Button>
  </Note>
);

/**
 * Note that the server has not answered a change for 10 s. One button checks whether the change was recorded, another
 * copies the recorded steps for the support.
 */
export const SlowNote = ({ isVerifying, onVerify }: { isVerifying: boolean; onVerify: () => void }) => (
  <Note>
    <Spinner label="Ждём ответа" />
    <span className="min-w-0 flex-1">
      <b className="block">Ответа нет дольше обычного</b>
      Не повторяйте действие: ничего не пропадёт.
    </span>
    <Button why={isVerifying && "Проверяем"} data-autofocus onClick={onVerify}>
      Проверить сейчас
    </Button>
    <Button onClick={() => void copyTrail()}>Скопировать след для поддержки</Button>
  </Note>
);

const Verifying = ({ text }: { text: string }) => (
  <Note>
    <Spinner label={text} />
    <span className="min-w-0 flex-1">
      <b className="block">{text}</b>
      Сервер не ответил. Узнаём, записано ли действие. Не повторяйте его: ничего не пропадёт.
    </span>
  </Note>
);

/**
 * Progress of a change on the server. If the server has no record of the change, the user can send it again or drop it.
 */
export const MutationProgress = ({ mutation, texts }: { mutation: MutationActor; texts: MutationTexts }) => {
  const state = useSelector(mutation, (snapshot) => snapshot);
  const isVerifying = state.hasTag("verifying");
  if (state.hasTag("notRecorded")) return <NotRecorded mutation={mutation} text={texts.notRecorded} />;
  if (state.hasTag("slow"))
    return <SlowNote isVerifying={isVerifying} onVerify={() => mutation.send({ type: "mutation.verify" })} />;
  if (isVerifying) return <Verifying text={texts.verifying} />;
  return (
    <p className="flex items-center gap-2 py-4 text-sm text-muted">
      <Spinner label={texts.sending} />
      {texts.sending}
    </p>
  );
};
