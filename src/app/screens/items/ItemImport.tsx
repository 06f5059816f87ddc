import { useActorRef, useSelector } from "@xstate/react";
import { type ReactNode, useRef, useState } from "react";
import { itemImportActors } from "#machines/catalogue/itemImport.actors.ts";
import { itemImportMachine } from "#machines/catalogue/itemImport.machine.ts";
import { TABLES } from "#machines/catalogue/itemImport.ts";
import type { CatalogueScope } from "#machines/resources/catalogue.ts";
import { useServices } from "../../context.ts";
import { newKey } from "../../newKey.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { ErrorBox } from "../../ui/ErrorBox.tsx";
import { Note } from "../../ui/Note.tsx";
import { reportingFetch } from "../../upload.ts";
import { ImportErrors, ImportRows } from "./ImportTables.tsx";
import { importWords } from "./importWords.ts";

const Progress = ({ fraction, word }: { fraction: number; word: string }) => (
  <p role="status" className="flex flex-wrap items-center gap-2">
    <progress
      aria-label={word}
      className="h-2 w-48 accent-accent"
      max={100}
      {...(fraction < 1 && { value: Math.round(fraction * 100) })}
    />
    {fraction < 1 ? `Отправлено ${Math.round(fraction * 100)} %` : word}
  </p>
);

const useImport = (scope: CatalogueScope) => {
  const { api, fetchBy } = useServices();
  const [machine] = useState(() =>
    itemImportMachine.provide({ actors: itemImportActors(api, scope, reportingFetch(fetchBy)) }),
  );
  const task = useActorRef(machine);
  return { task, state: useSelector(task, (snapshot) => snapshot) };
};

/** The import of dishes: a table is chosen, looked at row by row, and written as a whole. */
export const ItemImport = ({ scope, onClose }: { scope: CatalogueScope; onClose: (isWritten: boolean) => void }) => {
  const { task, state } = useImport(scope);
  const { report, problem, fraction, file } = state.context;
  const picker = useRef<HTMLInputElement>(null);
  const isDone = state.matches("done");
  const mayClose = !state.matches("importing");
  const confirm = { type: "import.confirm", key: "" } as const;
  const actions: ReactNode = (
    <>
      {state.can({ type: "send.cancel" }) && state.hasTag("busy") && (
        <Button onClick={() => task.send({ type: "send.cancel" })}>Отменить</Button>
      )}
      {state.can({ type: "send.retry" }) && (
        <Button kind="primary" onClick={() => task.send({ type: "send.retry" })}>
          {state.matches("unsure") ? "Узнать, записано ли" : "Повторить"}
        </Button>
      )}
      {!state.hasTag("busy") && !state.matches("unsure") && !isDone && (
        <Button kind={state.matches("choosing") ? "primary" : "plain"} onClick={() => picker.current?.click()}>
          {state.matches("choosing") ? "Выбрать файл" : "Другой файл"}
        </Button>
      )}
      {state.matches("reviewing") && (
        <Button
          kind="primary"
          why={!state.can(confirm) && (report?.errors.length ? "В таблице есть ошибки" : "Записывать нечего")}
          onClick={() => task.send({ ...confirm, key: newKey() })}
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
    <Dialog
      title="Импорт позиций"
      size="large"
      onClose={() => mayClose && onClose(isDone || state.matches("unsure"))}
      actions={actions}
    >
      <div className="grid gap-3">
        {state.matches("choosing") && (
          <p>
            Таблица XLSX или CSV, до 5 000 строк и 5 МБ, с теми же столбцами, что у экспорта. Строка с Id меняет
            позицию, без Id — добавляет новую. Сначала покажем, что изменится; состав, модификаторы и картинки останутся
            как были.
          </p>
        )}
        {file && <p className="text-sm text-muted wrap-anywhere">{file.name}</p>}
        {state.matches("checking") && <Progress fraction={fraction} word="Проверяется…" />}
        {state.matches("importing") && <Progress fraction={fraction} word="Записывается…" />}
        {state.matches("unsure") && <Note>Ответа нет, поэтому неизвестно, записано ли. Повтор ничего не удвоит.</Note>}
        {problem && <ErrorBox message={problem} />}
        {report && (state.matches("reviewing") || isDone) && (
          <>
            <p role="status" className="font-semibold">
              {importWords(report)}
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
          if (chosen) task.send({ type: "file.choose", file: chosen, key: newKey() });
        }}
      />
    </Dialog>
  );
};
