import { counted } from "#domain/format.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorBox } from "../../ui/ErrorBox.tsx";
import { Note } from "../../ui/Note.tsx";
import { NotOffered } from "../../ui/NotOffered.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { ExpoBoard } from "./ExpoBoard.tsx";
import { KitchenBoard } from "./KitchenBoard.tsx";
import { useKitchen } from "./useKitchen.ts";

/** Dishes of a station or of the whole kitchen, with errors, waiting taps and the undo of the last tap. */
export const KitchenPanel = ({
  companyId,
  stationId,
  isExpo,
  onNews,
}: {
  companyId: number;
  stationId: number | undefined;
  isExpo: boolean;
  onNews: () => void;
}) => {
  const kitchen = useKitchen(companyId, stationId, onNews);
  const { items, error, isOffered, refusal, waiting, undoable, tap, undo, refresh, dismissRefusal } = kitchen;
  if (!isOffered) return <NotOffered />;
  const Board = isExpo ? ExpoBoard : KitchenBoard;
  return (
    <>
      <div className="grid gap-2 empty:hidden not-empty:mb-3">
        {refusal && (
          <ErrorBox message={refusal}>
            <Button onClick={dismissRefusal}>Закрыть</Button>
          </ErrorBox>
        )}
        {error && (
          <ErrorBox message={error}>
            <Button onClick={refresh}>Повторить</Button>
          </ErrorBox>
        )}
        {waiting > 1 && (
          <Note>{counted(waiting, ["нажатие", "нажатия", "нажатий"])} ждут связи с сервером. Они не пропадут.</Note>
        )}
      </div>
      {items ? <Board companyId={companyId} items={items} tap={tap} /> : !error && <Spinner />}
      {undoable && (
        <div className="sticky bottom-3 z-10 mx-auto mt-3 flex w-fit max-w-full items-center gap-3 rounded-lg border border-line bg-raised px-4 py-2 shadow-float">
          <span className="min-w-0 wrap-anywhere">{undoable.name}</span>
          <Button className="min-h-14!" onClick={() => undo(undoable)}>
            Отменить
          </Button>
        </div>
      )}
    </>
  );
};
