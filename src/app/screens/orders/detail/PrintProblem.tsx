import { Button } from "../../../ui/Button.tsx";
import { ErrorBox } from "../../../ui/ErrorBox.tsx";
import { Note } from "../../../ui/Note.tsx";
import type { usePrint } from "./usePrint.ts";

/** Message about a print request that the server refused or has not answered yet. */
export const PrintProblem = ({ printer }: { printer: ReturnType<typeof usePrint> }) => (
  <>
    {printer.isUnanswered && (
      <Note>
        <span className="min-w-0 flex-1">Сервер не ответил. Отправляем ещё раз: второго задания не будет.</span>
        <Button onClick={printer.cancel}>Не ждать</Button>
      </Note>
    )}
    {printer.error !== undefined && (
      <ErrorBox message={printer.error}>
        <Button onClick={printer.dismiss}>Понятно</Button>
      </ErrorBox>
    )}
  </>
);
