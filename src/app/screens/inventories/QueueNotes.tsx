import { counted, plural } from "#domain/format.ts";
import { formatQuantity } from "#domain/quantity.ts";
import type { RefusedEntry } from "#machines/stock/countSheet.ts";
import { failureText } from "../../services/failureText.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorBox } from "../../ui/ErrorBox.tsx";
import { Note } from "../../ui/Note.tsx";
import type { CountSheetView } from "./useCountSheet.ts";

/** Part of an inventory sheet that the notes need. */
interface NotedSheet extends Pick<CountSheetView, "waiting" | "refused" | "isAway"> {
  readonly actor: Pick<CountSheetView["actor"], "send">;
}

const Refused = ({ sheet, one: { entry, failure } }: { sheet: NotedSheet; one: RefusedEntry }) => {
  const { title, place, count, unit, key } = entry;
  const what =
    count === null
      ? `Запись не убрана: ${title}, ${place}`
      : `Не записано: ${title}, ${place}, ${formatQuantity(count, unit)}`;
  return (
    <ErrorBox title={what} message={failureText(failure)}>
      <span className="flex flex-wrap gap-2 max-[600px]:w-full">
        <Button className="min-h-12!" onClick={() => sheet.actor.send({ type: "entry.retry", key })}>
          Отправить снова
        </Button>
        <Button className="min-h-12!" onClick={() => sheet.actor.send({ type: "entry.drop", key })}>
          {count === null ? "Оставить запись" : "Убрать"}
        </Button>
      </span>
    </ErrorBox>
  );
};

/**
 * Notes about the refused entries of an inventory. While the server does not answer, a note about the unsent entries is
 * shown too.
 */
export const QueueNotes = ({ sheet }: { sheet: NotedSheet }) => {
  const { waiting, refused, isAway, actor } = sheet;
  return (
    <div className="grid gap-2 empty:hidden not-empty:mb-3">
      {waiting.length > 0 && isAway && (
        <Note>
          <span className="min-w-0 flex-1">
            {counted(waiting.length, ["запись", "записи", "записей"])}{" "}
            {plural(waiting.length, ["ждёт", "ждут", "ждут"])} связи. Они не пропадут, но отправятся только с этого
            листа.
          </span>
          <Button className="min-h-12!" onClick={() => actor.send({ type: "batch.send" })}>
            Отправить сейчас
          </Button>
        </Note>
      )}
      {refused.map((each) => (
        <Refused key={each.entry.key} sheet={sheet} one={each} />
      ))}
    </div>
  );
};
