import { Printer } from "lucide-react";
import { useCallback, useState } from "react";
import type { ShiftReport } from "#machines/finance/cashShift.ts";
import { Button } from "../../ui/Button.tsx";
import { PrintSheet } from "../../ui/PrintSheet.tsx";
import { ShiftReportTable } from "./ShiftReportTable.tsx";

/** Button that prints the report of a cash shift. */
export const PrintShiftReport = ({ report, timeZone }: { report: ShiftReport; timeZone: string }) => {
  const [isPrinting, setIsPrinting] = useState(false);
  const end = useCallback(() => setIsPrinting(false), []);
  const { number, financeSourceName, closedAt } = report.shift;
  return (
    <>
      <Button onClick={() => setIsPrinting(true)}>
        <Printer size={16} aria-hidden />
        Печать
      </Button>
      {isPrinting && (
        <PrintSheet paper="80mm" onDone={end}>
          <h1 className="font-bold">
            {closedAt === null ? "X-отчёт" : "Z-отчёт"}. {financeSourceName}, смена № {number}
          </h1>
          <ShiftReportTable report={report} timeZone={timeZone} />
        </PrintSheet>
      )}
    </>
  );
};
