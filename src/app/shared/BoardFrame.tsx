import type { ReactNode } from "react";
import { counted } from "#domain/format.ts";
import { failureText } from "../services/failureText.ts";
import { Button } from "../ui/Button.tsx";
import { ErrorBox } from "../ui/ErrorBox.tsx";
import { Note } from "../ui/Note.tsx";
import { NotOffered } from "../ui/NotOffered.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import type { Board } from "./useBoard.ts";

/**
 * Frame of a board: errors, the number of unsent taps if there are several, the content, and the undo button of the
 * last tap. If the server does not offer the board, only a note about this is shown.
 */
export const BoardFrame = <Data, Tap, Undo>({
  board,
  undoText,
  onUndo,
  children,
}: {
  board: Board<Data, Tap, Undo>;
  undoText: (undoable: Undo) => string;
  onUndo: (undoable: Undo) => void;
  /** Content of the board. Undefined before the first answer of the server. */
  children: ReactNode;
}) => {
  const { failure, refusal, waiting, undoable, refresh, dismissRefusal } = board;
  if (failure?.kind === "notOffered") return <NotOffered />;
  const [error, refused] = [failureText(failure), failureText(refusal)];
  return (
    <>
      <div className="grid gap-2 empty:hidden not-empty:mb-3">
        {refused && (
          <ErrorBox message={refused}>
            <Button className="pointer-coarse:min-h-14" onClick={dismissRefusal}>
              Закрыть
            </Button>
          </ErrorBox>
        )}
        {error && (
          <ErrorBox message={error}>
            <Button className="pointer-coarse:min-h-14" onClick={refresh}>
              Повторить
            </Button>
          </ErrorBox>
        )}
        {waiting > 1 && (
          <Note>{counted(waiting, ["нажатие", "нажатия", "нажатий"])} ждут связи с сервером. Они не пропадут.</Note>
        )}
      </div>
      {children ?? (!error && <Spinner />)}
      {undoable !== undefined && (
        <div className="sticky bottom-float z-10 mx-auto mt-3 flex w-fit max-w-full items-center gap-3 rounded-lg border border-line bg-raised px-4 py-2 shadow-float">
          <span className="min-w-0 wrap-anywhere">{undoText(undoable)}</span>
          <Button className="min-h-14!" onClick={() => onUndo(undoable)}>
            Отменить
          </Button>
        </div>
      )}
    </>
  );
};
