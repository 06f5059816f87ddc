import type { Schemas } from "#api/client.ts";
import { formatMoney } from "#domain/money.ts";
import { formatPhone } from "#domain/phone.ts";
import { callReportQuery, type ReportParams } from "#machines/queries/reports.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Link } from "../../ui/Link.tsx";
import { BarSheet } from "./BarSheet.tsx";
import { GroupChart } from "./GroupChart.tsx";
import { ReportSection } from "./ReportSection.tsx";
import { Totals } from "./Totals.tsx";

type Figures = Schemas["CallFigures"];

const percents = new Intl.NumberFormat("ru-RU", { style: "percent", maximumFractionDigits: 0 });

const shareOf = ({ count, orderCount }: Figures): number => (count > 0 ? orderCount / count : 0);

const Phones = ({ rows }: { rows: Schemas["CallReport"]["rows"] }) => (
  <BarSheet
    title="По телефонам"
    head="Телефон"
    rows={rows}
    keyOf={({ operatorPhoneId }) => operatorPhoneId}
    name={({ number, name, color }) => (
      <>
        <Badge colour={color}>{formatPhone(number)}</Badge> <span className="text-xs text-muted">{name}</span>
      </>
    )}
    size={({ count }) => count}
    columns={[
      { head: "Звонков", cell: ({ count }) => count },
      { head: "Отвечено", cell: ({ answeredCount }) => answeredCount },
      { head: "Стали заказами", cell: ({ orderCount }) => orderCount },
      { head: "Доля", cell: (row) => percents.format(shareOf(row)) },
      { head: "Сумма", cell: ({ amount }) => formatMoney(amount) },
    ]}
    empty="Звонков не было."
  />
);

/** Report on calls, and on the orders taken during calls. */
export const CallSection = ({ query }: { query: ReportParams }) => (
  <ReportSection
    descriptor={callReportQuery}
    query={query}
    isEmpty={({ total }) => total.count === 0}
    empty={
      <>
        За этот период звонков не было. Они появятся, когда к{" "}
        <Link href={`/Company/${query.companyId}/OperatorPhone`} className="text-accent underline">
          телефонам операторов
        </Link>{" "}
        будет подключена программа слежения за звонками.
      </>
    }
  >
    {(report, before) => (
      <>
        <Totals
          report={report}
          before={before}
          totals={[
            { label: "Звонков", of: ({ total }) => total.count, format: String },
            { label: "Отвечено", of: ({ total }) => total.answeredCount, format: String },
            { label: "Стали заказами", of: ({ total }) => total.orderCount, format: String },
            { label: "Доля ставших заказами", of: ({ total }) => shareOf(total), format: percents.format },
            { label: "Сумма", of: ({ total }) => total.amount, format: formatMoney },
          ]}
        />
        <div className="mb-3 grid gap-3 xl:grid-cols-2">
          <GroupChart title="Звонки" report={report} before={before} measure={({ count }) => count} format={String} />
          <GroupChart
            title="Заказы по звонкам"
            report={report}
            before={before}
            measure={({ orderCount }) => orderCount}
            format={String}
          />
        </div>
        <Phones rows={report.rows} />
      </>
    )}
  </ReportSection>
);
