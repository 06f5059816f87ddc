import { useActorRef, useSelector } from "@xstate/react";
import { Download } from "lucide-react";
import { useEffect, useState } from "react";
import { itemExportActors } from "#machines/catalogue/itemExport.actors.ts";
import { itemExportMachine, type TableFormat } from "#machines/catalogue/itemExport.machine.ts";
import type { CatalogueScope } from "#machines/resources/catalogue.ts";
import { useApi } from "../../context.ts";
import { saveFile } from "../../download.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { ErrorBox } from "../../ui/ErrorBox.tsx";
import { Menu } from "../../ui/Menu.tsx";

/** The scope's own dishes as a file: XLSX or CSV. */
export const ItemExport = ({ scope }: { scope: CatalogueScope }) => {
  const api = useApi();
  const [machine] = useState(() => itemExportMachine.provide({ actors: itemExportActors(api, scope) }));
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
