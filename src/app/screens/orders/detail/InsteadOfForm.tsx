import { Button } from "../../../ui/Button.tsx";
import { ErrorBox } from "../../../ui/ErrorBox.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { type MoveActor, MoveProgress } from "./MoveProgress.tsx";

interface Standing {
  matches: (state: "failed" | "lost" | "opening" | "rereading") => boolean;
}

/** What a dialog that moves money shows in place of its form: reading, sending, and what became of it, in the words of what is moved. */
export const InsteadOfForm = ({
  state,
  move,
  words,
  onRetry,
}: {
  state: Standing;
  move: MoveActor | undefined;
  words: { sending: string; absent: string; lost: string };
  onRetry: () => void;
}) => (
  <>
    {move && <MoveProgress move={move} sending={words.sending} absent={words.absent} />}
    {state.matches("failed") && (
      <ErrorBox message="Не удалось прочитать способы оплаты.">
        <Button data-autofocus onClick={onRetry}>
          Повторить
        </Button>
      </ErrorBox>
    )}
    {state.matches("lost") && (
      <ErrorBox message={words.lost}>
        <Button data-autofocus onClick={() => location.reload()}>
          Обновить страницу
        </Button>
      </ErrorBox>
    )}
    {(state.matches("opening") || state.matches("rereading")) && (
      <p className="flex justify-center py-8 text-muted">
        <Spinner />
      </p>
    )}
  </>
);
