import { useSelector } from "@xstate/react";
import type { PackingListTable } from "#machines/directory/descriptors/packingLists.ts";
import { lineTableActors } from "#machines/stock/lineTable.actors.ts";
import { lineTableMachine } from "#machines/stock/lineTable.machine.ts";
import { useServices } from "../../services/context.ts";
import { useEmitted } from "../../shared/useEmitted.ts";
import { useProvidedActor } from "../../shared/useProvidedActor.ts";

/** Reads lines from table files and from pasted cells. `onLines` gets the lines that the server has recognised. */
export const useLineTable = (companyId: number, onLines: (table: PackingListTable) => void) => {
  const services = useServices();
  const actor = useProvidedActor(lineTableMachine, () => lineTableActors(services, companyId), undefined, {
    id: "lineTable",
  });
  const state = useSelector(actor, (snapshot) => snapshot);
  useEmitted(actor, { "table.read": ({ table }) => onLines(table) });
  return {
    ...state.context,
    isBusy: state.hasTag("busy"),
    read: (file: File) => actor.send({ type: "table.choose", file }),
    cancel: () => actor.send({ type: "table.cancel" }),
    dismiss: () => actor.send({ type: "errors.dismiss" }),
  };
};

/** State of the table that is being read, with the functions that start and cancel the read. */
export type LineTable = ReturnType<typeof useLineTable>;
