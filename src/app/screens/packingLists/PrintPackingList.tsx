import { Printer } from "lucide-react";
import { useCallback, useState } from "react";
import { formatDate } from "#domain/format.ts";
import type { PackingList } from "#machines/directory/descriptors/packingLists.ts";
import { Button } from "../../ui/Button.tsx";
import { PrintSheet } from "../../ui/PrintSheet.tsx";
import { PrintedLines } from "./PackingListLines.tsx";
import { packingKinds, packingStates, packingTitle, vatText } from "./packingListTexts.ts";

/** Button that prints a packing list on A4. */
export const PrintPackingList = ({ list, timeZone }: { list: PackingList; timeZone: string }) => {
  const [isPrinting, setIsPrinting] = useState(false);
  const end = useCallback(() => setIsPrinting(false), []);
  return (
    <>
      <Button onClick={() => setIsPrinting(true)}>
        <Printer size={16} aria-hidden />
        Печать
      </Button>
      {isPrinting && (
        <PrintSheet paper="a4" onDone={end}>
          <h1 className="mb-1 text-base font-bold">
            {packingTitle(list)} от {formatDate(list.date, timeZone)}
          </h1>
          <p className="mb-3">
            {packingKinds[list.kind]}: {list.supplierName}. {packingStates[list.state].title}. Цены:{" "}
            {vatText(list).toLowerCase()}.
          </p>
          <PrintedLines list={list} />
          <p className="mt-8">Сдал ____________________ Принял ____________________</p>
        </PrintSheet>
      )}
    </>
  );
};
