import { useSelector } from "@xstate/react";
import { type ReactNode, useRef } from "react";
import { itemImportActors } from "#machines/catalogue/itemImport.actors.ts";
import { itemImportMachine } from "#machines/catalogue/itemImport.machine.ts";
import { TABLES, type TableReason } from "#machines/catalogue/itemImport.ts";
import type { Failure } from "#machines/core/failure.ts";
import type { CatalogueOwner } from "#machines/directory/descriptors/catalogue.ts";
import { createUploadFetch } from "../../http/xhrUpload.ts";
import { useServices } from "../../services/context.ts";
import { failureText } from "../../services/failureText.ts";
import { useProvidedActor } from "../../shared/useProvidedActor.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { ErrorBox } from "../../ui/ErrorBox.tsx";
import { Note } from "../../ui/Note.tsx";
import { describeImport } from "./describeImport.ts";
import { ImportErrors, ImportRows } from "./ImportTables.tsx";

const Progress = ({ fraction, label }: { fraction: number; label: string }) => (
  <p role="status" className="flex flex-wrap items-center gap-2">
    <progress
      aria-label={label}
      className="h-2 w-48 accent-accent"
      max={100}
      {...(fraction < 1 && { value: Math.round(fraction * 100) })}
    />
    {fraction < 1 ? `Отправлено ${Math.round(fraction * 100)} %` : label}
  </p>
);

const reasonTexts: Readonly<Record<TableReason, string>> = {
  notTable: "Это не таблица. Выберите файл XLSX или CSV.",
  tooLarge: "Файл больше 5 МБ. Разделите таблицу на части.",
  empty: "Файл пуст. Выберите другой.",
};

/**
 * Returns the error text of a failed import, with the row numbers. The names of request fields are removed, because
 * users do not know them.
 */
const importFailureText = (failure: Failure | undefined): string | undefined =>
  failure &&
  [
    failureText(failure),
    ...Object.entries(failure.errors).map(([field, text]) => (field.startsWith("Строка") ? `${field}: ${text}` : text)),
  ].join("\n");

const useImport = (scope: CatalogueOwner) => {
  const { api, environment, newKey, fetchBy } = useServices();
  const task = useProvidedActor(
    itemImportMachine,
    () => itemImportActors({ api, environment, newKey, fetchWith: createUploadFetch(fetchBy) }),
    { scope },
  );
  return { task, state: useSelector(task, (snapshot) => snapshot) };
};

/**
 * Dialog that imports dishes. The user chooses a file and reviews the changes, and then one request writes all rows.
 */
export const ItemImport = ({ scope, onClose }: { scope: CatalogueOwner; onClose: (isWritten: boolean) => void }) => {
  const { task, state } = useImport(scope);
  const { report, reason, failure, fraction, file } = state.context;
  const problem = reason ? reasonTexts[reason] : importFailureText(failure);
  // While the machine verifies an unanswered write, the dialog tells the user that the table cannot be written twice.
  const isDoubtful = useSelector(state.children.write, (write) => write?.hasTag("verifying") ?? false);
  const picker = useRef<HTMLInputElement>(null);
  const isDone = state.matches("done");
  const canClose = !state.matches("importing");
  const confirm = { type: "import.confirm" } as const;
  const actions: ReactNode = (
    <>
      {state.can({ type: "import.cancel" }) && state.hasTag("busy") && (
        <Button onClick={() => task.send({ type: "import.cancel" })}>Отменить</Button>
      )}
      {state.can({ type: "import.retry" }) && (
        <Button kind="primary" onClick={() => task.send({ type: "import.retry" })}>
          Повторить
        </Button>
      )}
      {!state.hasTag("busy") && !isDone && (
        <Button kind={state.matches("choosing") ? "primary" : "plain"} onClick={() => picker.current?.click()}>
          {state.matches("choosing") ? "Выбрать файл" : "Другой файл"}
        </Button>
      )}
      {state.matches("reviewing") && (
        <Button
          kind="primary"
          why={!state.can(confirm) && (report?.errors.length ? "В таблице есть ошибки" : "Записывать нечего")}
          onClick={() => task.send(confirm)}
        >
          Записать
        </Button>
      )}
      {isDone && (
        <Button kind="primary" data-autofocus onClick={() => onClose(true)}>
          Закрыть
        </Button>
      )}
    </>
  );
  return (
    <Dialog title="Импорт позиций" size="large" onClose={() => canClose && onClose(isDone)} actions={actions}>
      <div className="grid gap-3">
        {state.matches("choosing") && (
          <p>
            Таблица XLSX или CSV, до 5 000 строк и 5 МБ, с теми же столбцами, что у экспорта. Строка с Id меняет
            позицию, без Id — добавляет новую. Сначала покажем, что изменится; состав, модификаторы и картинки останутся
            как были.
          </p>
        )}
        {file && <p className="text-sm text-muted wrap-anywhere">{file.name}</p>}
        {state.matches("checking") && <Progress fraction={fraction} label="Проверяется…" />}
        {state.matches("importing") && <Progress fraction={fraction} label="Записывается…" />}
        {isDoubtful && <Note>Сервер не ответил. Узнаём, записана ли таблица: дважды она не запишется.</Note>}
        {problem && <ErrorBox message={problem} />}
        {report && (state.matches("reviewing") || isDone) && (
          <>
            <p role="status" className="font-semibold">
              {describeImport(report)}
            </p>
            <ImportErrors errors={report.errors} />
            {report.errors.length === 0 && <ImportRows rows={report.rows} count={report.added + report.updated} />}
          </>
        )}
      </div>
      <input
        ref={picker}
        type="file"
        accept={TABLES}
        className="hidden"
        aria-label="Файл с таблицей"
        tabIndex={-1}
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          target.value = "";
          if (chosen) task.send({ type: "file.choose", file: chosen });
        }}
      />
    </Dialog>
  );
};
