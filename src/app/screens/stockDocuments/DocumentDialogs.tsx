import { useSelector } from "@xstate/react";
import { isForceable, isShelfQuestion } from "#machines/stock/stockDocument.ts";
import { ConfirmCommand } from "../../directory/ConfirmCommand.tsx";
import { failureText } from "../../services/failureText.ts";
import { MutationProgress } from "../../shared/MutationProgress.tsx";
import { Button } from "../../ui/Button.tsx";
import { ErrorBox } from "../../ui/ErrorBox.tsx";
import { Note } from "../../ui/Note.tsx";
import { type DocumentTexts, textsOf } from "./documentTexts.ts";
import { ReasonDialog } from "./ReasonDialog.tsx";
import { ShelfQuestion } from "./ShelfQuestion.tsx";
import type { DocumentActor } from "./useStockDocument.ts";

const progressTexts = {
  sending: "Записываем…",
  verifying: "Узнаём, записано ли действие",
  notRecorded: "Действие не записано: сервер не ответил.",
};

/**
 * Dialogs and notes of an action on a stock document: the confirmation, the progress, a conflict, the refusal, and the
 * question about a later inventory.
 */
export const DocumentDialogs = ({ actor, texts }: { actor: DocumentActor; texts: DocumentTexts }) => {
  const state = useSelector(actor, (snapshot) => snapshot);
  const { action, failure } = state.context;
  const { change } = state.children;
  const { title, question, refused, force, isReasonNeeded } = textsOf(texts, action);
  const cancel = () => actor.send({ type: "action.cancel" });
  return (
    <>
      {state.matches("confirming") &&
        (isReasonNeeded ? (
          <ReasonDialog
            title={title}
            question={question}
            onYes={(reason) => actor.send({ type: "action.confirm", reason })}
            onNo={cancel}
          />
        ) : (
          <ConfirmCommand
            title={title}
            question={question}
            onYes={() => actor.send({ type: "action.confirm" })}
            onNo={cancel}
          />
        ))}
      {change && <MutationProgress mutation={change} texts={progressTexts} />}
      {state.matches("stale") && (
        <Note>
          <span className="min-w-0 flex-1">{texts.stale}</span>
          <Button data-autofocus onClick={() => actor.send({ type: "theirs.look" })}>
            Понятно
          </Button>
        </Note>
      )}
      {state.matches("refused") && failure && isShelfQuestion(failure) && (
        <ShelfQuestion
          texts={texts}
          message={failureText(failure)}
          onAnswer={(isOnShelf) => actor.send({ type: "refusal.answer", isOnShelf })}
          onClose={() => actor.send({ type: "refusal.dismiss" })}
        />
      )}
      {state.matches("refused") && failure && !isShelfQuestion(failure) && (
        <ErrorBox title={refused} message={failureText(failure)}>
          {force && isForceable(failure) && (
            <Button kind="danger" onClick={() => actor.send({ type: "refusal.force" })}>
              {force}
            </Button>
          )}
          <Button onClick={() => actor.send({ type: "refusal.dismiss" })}>Понятно</Button>
        </ErrorBox>
      )}
    </>
  );
};
