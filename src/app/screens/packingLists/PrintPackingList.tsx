import { formatDate } from "#domain/format.ts";
import type { PackingList } from "#machines/directory/descriptors/packingLists.ts";
import { PrintButton } from "../../ui/PrintButton.tsx";
import { PrintedLines } from "./PackingListLines.tsx";
import { packingKinds, packingStates, packingTitle, vatText } from "./packingListTexts.ts";

/** Button that prints a packing list on A4. */
export const PrintPackingList = ({ list, timeZone }: { list: PackingList; timeZone: string }) => (
  <PrintButton paper="a4">
    <h1 className="mb-1 text-base font-bold">
      {packingTitle(list)} от {formatDate(list.date, timeZone)}
    </h1>
    <p className="mb-3">
      {packingKinds[list.kind]}: {list.supplierName}. {packingStates[list.state].title}. {vatText(list)}.
    </p>
    <PrintedLines list={list} />
    <p className="mt-8">Сдал ____________________ Принял ____________________</p>
  </PrintButton>
);
