import type { ShiftReport } from "#machines/finance/cashShift.ts";
import { PrintButton } from "../../ui/PrintButton.tsx";
import { ShiftReportTable } from "./ShiftReportTable.tsx";

/** Button that prints the report of a cash shift. */
export const PrintShiftReport = ({ report, timeZone }: { report: ShiftReport; timeZone: string }) => {
  const { number, financeSourceName, closedAt } = report.shift;
  return (
    <PrintButton paper="80mm">
      <h1 className="font-bold">
        {closedAt === null ? "X-отчёт" : "Z-отчёт"}. {financeSourceName}, смена № {number}
      </h1>
      <ShiftReportTable report={report} timeZone={timeZone} />
    </PrintButton>
  );
};
