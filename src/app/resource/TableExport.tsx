import { useActorRef, useSelector } from "@xstate/react";
import { Download } from "lucide-react";
import { useEffect, useState } from "react";
import { type MakeTable, tableExportActors } from "#machines/files/tableExport.actors.ts";
import { type TableFormat, tableExportMachine } from "#machines/files/tableExport.machine.ts";
import { saveFile } from "../download.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { ErrorBox } from "../ui/ErrorBox.tsx";
import { Menu } from "../ui/Menu.tsx";

/** Something as a file to be saved under a name: XLSX or CSV. Reads its props once. */
export const TableExport = ({ name, make }: { name: string; make: MakeTable }) => {
  const [machine] = useState(() => tableExportMachine.provide({ actors: tableExportActors(name, make) }));
  const task = useActorRef(machine);
  const state = useSelector(task, (snapshot) => snapshot);
  useEffect(() => {
    const { unsubscribe } = task.on("file.ready", ({ file }) => saveFile(file.data, file.name));
    return unsubscribe;
  }, [task]);
  const start = (format: TableFormat) => () => task.send({ type: "export.start", format });
  if (state.hasTag("busy"))
    return (
      <span className="flex items-center gap-2 text-sm" role="status">
        Готовится файл…
        <Button onClick={() => task.send({ type: "export.cancel" })}>Отменить</Button>
      </span>
    );
  return (
    <>
      <Menu
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
      {state.context.problem && (
        <Dialog
          title="Экспорт не получился"
          onClose={() => task.send({ type: "problem.dismiss" })}
          actions={
            <Button data-autofocus onClick={() => task.send({ type: "problem.dismiss" })}>
              Понятно
            </Button>
          }
        >
          <ErrorBox message={state.context.problem} />
        </Dialog>
      )}
    </>
  );
};
