import { useSelector } from "@xstate/react";
import { Download } from "lucide-react";
import { type MakeTable, tableExportActors } from "#machines/files/tableExport.actors.ts";
import { type ExportFormat, tableExportMachine } from "#machines/files/tableExport.machine.ts";
import { saveFile } from "../http/saveFile.ts";
import { failureText } from "../services/failureText.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { ErrorBox } from "../ui/ErrorBox.tsx";
import { PopupMenu } from "../ui/PopupMenu.tsx";
import { useEmitted } from "./useEmitted.ts";
import { useProvidedActor } from "./useProvidedActor.ts";

/** Menu that exports a table as an XLSX or CSV file. Changes of its props after the first render have no effect. */
export const TableExport = ({ name, make }: { name: string; make: MakeTable }) => {
  const task = useProvidedActor(tableExportMachine, () => tableExportActors(name, make));
  const state = useSelector(task, (snapshot) => snapshot);
  useEmitted(task, { "file.ready": ({ file }) => saveFile(file.data, file.name) });
  const start = (format: ExportFormat) => () => task.send({ type: "export.start", format });
  if (state.hasTag("busy"))
    return (
      <span className="flex items-center gap-2 text-sm" role="status">
        Готовится файл…
        <Button onClick={() => task.send({ type: "export.cancel" })}>Отменить</Button>
      </span>
    );
  return (
    <>
      <PopupMenu
        className="btn btn-plain"
        trigger={
          <>
            <Download size={16} aria-hidden />
            Экспорт
          </>
        }
        entries={[
          { title: "Таблица XLSX", run: start("xlsx") },
          { title: "Текст CSV", run: start("csv") },
        ]}
      />
      {state.context.failure && (
        <Dialog
          title="Экспорт не получился"
          onClose={() => task.send({ type: "failure.dismiss" })}
          actions={
            <Button data-autofocus onClick={() => task.send({ type: "failure.dismiss" })}>
              Понятно
            </Button>
          }
        >
          <ErrorBox message={failureText(state.context.failure)} />
        </Dialog>
      )}
    </>
  );
};
