import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { type Fact, findDifferences } from "./findDifferences.ts";

/** Dialog that asks before unsaved changes are discarded. */
export const LeaveDialog = ({ onStay, onGo }: { onStay: () => void; onGo: () => void }) => (
  <Dialog
    title="Уйти без сохранения?"
    onClose={onStay}
    actions={
      <>
        <Button kind="danger" onClick={onGo}>
          Уйти
        </Button>
        <Button kind="primary" data-autofocus onClick={onStay}>
          Остаться
        </Button>
      </>
    }
  >
    <p>Изменения не сохранены и будут потеряны.</p>
  </Dialog>
);

/**
 * Dialog for a conflict with another user's save, with that user's changes. The user keeps one of the two versions,
 * merges them, or returns to the form.
 */
export const DirectoryConflictDialog = ({
  before,
  after,
  why,
  onMerge,
  onTake,
  onOverwrite,
  onLook,
}: {
  before: readonly Fact[];
  after: readonly Fact[];
  /** Reason why the user cannot save their version. */
  why: string | undefined;
  /** Undefined if the two versions cannot be merged. */
  onMerge: (() => void) | undefined;
  onTake: () => void;
  onOverwrite: () => void;
  onLook: () => void;
}) => {
  const changed = findDifferences(before, after);
  return (
    <Dialog
      title="Запись уже изменил кто-то другой"
      size="large"
      onClose={onLook}
      actions={
        <>
          <Button kind="danger" why={why} onClick={onOverwrite}>
            Сохранить моё
          </Button>
          <Button onClick={onTake}>Взять чужие изменения</Button>
          {onMerge && <Button onClick={onMerge}>Объединить</Button>}
          <Button kind="primary" data-autofocus onClick={onLook}>
            Вернуться к правке
          </Button>
        </>
      }
    >
      <p>Пока вы правили, запись сохранили с другими значениями. Ваши правки ещё не записаны.</p>
      {onMerge && <p className="mt-2">«Объединить» оставит и ваши правки, и чужие; где правили одно и то же — ваши.</p>}
      {changed.length > 0 && (
        <table className="table mt-3">
          <thead className="static">
            <tr>
              <th scope="col">Что изменилось</th>
              <th scope="col">Было</th>
              <th scope="col">Стало</th>
            </tr>
          </thead>
          <tbody>
            {changed.map(({ label, before: was, after: is }) => (
              <tr key={label}>
                <td className="wrap-anywhere">{label}</td>
                <td className="text-muted wrap-anywhere">{was || "—"}</td>
                <td className="font-semibold wrap-anywhere">{is || "—"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  );
};
