import { useSelector } from "@xstate/react";
import { Download } from "lucide-react";
import { useState } from "react";
import { type MakeTable, tableExportActors } from "#machines/files/tableExport.actors.ts";
import { type ExportFormat, tableExportMachineOf } from "#machines/files/tableExport.machine.ts";
import { saveFile } from "../http/saveFile.ts";
import { failureText } from "../services/failureText.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { ErrorBox } from "../ui/ErrorBox.tsx";
import { PopupMenu } from "../ui/PopupMenu.tsx";
import { useEmitted } from "./useEmitted.ts";
import { useProvidedActor } from "./useProvidedActor.ts";

/** Props of the export menu. */
interface TableExportProps<Request> {
  name: string;
  make: MakeTable<Request>;
  /** Returns the argument for `make`, for example the current filter. Called when the user chooses a format. */
  request: () => Request;
}

/**
 * Menu that exports a table as an XLSX or CSV file. Changes of `name` and `make` after the first render have no effect.
 */
export const RequestExport = <Request,>({ name, make, request }: TableExportProps<Request>) => {
  const [machine] = useState(tableExportMachineOf<Request>);
  const task = useProvidedActor(machine, () => tableExportActors(name, make));
  const state = useSelector(task, (snapshot) => snapshot);
  useEmitted(task, { "file.ready": ({ file }) => saveFile(file.data, file.name) });
  const start = (format: ExportFormat) => () => task.send({ type: "export.start", format, request: request() });
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
        label="Экспорт"
        trigger={
          <>
            <Download size={16} aria-hidden />
            <span className="max-[560px]:hidden">Экспорт</span>
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

const noRequest = () => undefined;

/** Menu that exports a table for which `make` needs no request. */
export const TableExport = ({ name, make }: { name: string; make: MakeTable }) => (
  <RequestExport name={name} make={make} request={noRequest} />
);
