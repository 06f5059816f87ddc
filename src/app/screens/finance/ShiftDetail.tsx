import { shiftReportQuery } from "#machines/finance/cashShift.ts";
import { useTimeZone } from "../../services/context.ts";
import { ActionLink } from "../../shared/ActionLink.tsx";
import { QueryResult } from "../../shared/QueryResult.tsx";
import { useQuery } from "../../shared/useQuery.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { PrintShiftReport } from "./PrintShiftReport.tsx";
import { ShiftReportTable } from "./ShiftReportTable.tsx";

/** Report of a cash shift: the Z report after the shift was closed, the X report while the shift is open. */
export const ShiftDetail = ({ companyId, id }: { companyId: number; id: number }) => {
  const view = useQuery(shiftReportQuery, { companyId, id });
  const timeZone = useTimeZone(companyId);
  const report = view.shown?.answer;
  const path = `/Company/${companyId}/Finance/Shift`;
  const title = report
    ? `${report.shift.closedAt === null ? "X" : "Z"}-отчёт, смена № ${report.shift.number}`
    : "Смена";
  useTitle(title);
  return (
    <>
      <header className="mb-3 flex flex-wrap items-center gap-2">
        <h1 className="mr-auto">{title}</h1>
        {report && <PrintShiftReport report={report} timeZone={timeZone} />}
        <ActionLink href={`${path}/List`}>Все смены</ActionLink>
        <ActionLink href={path} kind="primary">
          К кассе
        </ActionLink>
      </header>
      <QueryResult view={view}>
        {(shown) => (
          <section aria-label={title} className="card max-w-3xl min-[1700px]:max-w-none">
            <p className="font-semibold wrap-anywhere">{shown.shift.financeSourceName}</p>
            <ShiftReportTable report={shown} timeZone={timeZone} />
          </section>
        )}
      </QueryResult>
    </>
  );
};
