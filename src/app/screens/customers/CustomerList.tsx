import { useMemo } from "react";
import { formatDate } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { formatPhone } from "#domain/phone.ts";
import type { ListFilter } from "#machines/core/pagedQuery.ts";
import {
  type CustomerRow,
  customerSegmentsQuery,
  customersQuery,
  makeCustomerTable,
} from "#machines/directory/descriptors/customers.ts";
import type { TableColumn } from "../../directory/listParts.ts";
import { PagedList } from "../../directory/PagedList.tsx";
import { useApi, usePermissions, useTimeZone } from "../../services/context.ts";
import { missingPermission } from "../../services/permissionReasons.ts";
import { ActionLink } from "../../shared/ActionLink.tsx";
import { RequestExport } from "../../shared/TableExport.tsx";
import { useQuery } from "../../shared/useQuery.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { FilterChips } from "../../ui/FilterChips.tsx";
import { Link } from "../../ui/Link.tsx";
import { FilterSearch } from "../admin/FilterSearch.tsx";
import { riskTexts, segmentTexts } from "./customerTexts.ts";

const FILTERS = ["search", "risk", "segment"];

const columnsOf = (timeZone: string): readonly TableColumn<CustomerRow>[] => [
  {
    head: "Клиент",
    narrow: "lead",
    cell: ({ alias, risk }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <span className="wrap-anywhere">{alias ?? "Имя не указано"}</span>
        {risk !== "none" && <Badge colour={riskTexts[risk].colour}>{riskTexts[risk].title}</Badge>}
      </span>
    ),
  },
  { head: "Телефон", cell: ({ phone }) => <span className="whitespace-nowrap">{formatPhone(phone)}</span> },
  { head: "Заказов", cell: ({ orderCount }) => orderCount, align: "right" },
  { head: "На сумму", cell: ({ totalPay }) => formatMoney(totalPay), align: "right" },
  { head: "Последний заказ", cell: ({ lastOrderDate }) => (lastOrderDate ? formatDate(lastOrderDate, timeZone) : "—") },
];

const Segments = ({
  companyId,
  value,
  onChoose,
}: {
  companyId: number;
  value: string;
  onChoose: (segment: string) => void;
}) => {
  const counts = useQuery(customerSegmentsQuery, { companyId }).shown?.answer;
  const options = segmentTexts.map(([segment, title]) => ({
    value: segment,
    title: counts ? `${title} ${counts[segment || "all"]}` : title,
  }));
  return (
    <>
      <FilterChips label="Группа клиентов" options={options} value={value} onChoose={onChoose} />
      {counts !== undefined && counts.duplicates > 0 && (
        <Link href={`/Company/${companyId}/Customer/Duplicate`} className="chip">
          Похожие карточки {counts.duplicates}
        </Link>
      )}
    </>
  );
};

const Export = ({ companyId, filter }: { companyId: number; filter: ListFilter }) => {
  const api = useApi();
  const mayExport = usePermissions(companyId)("report.view");
  if (!mayExport) return <Button why={missingPermission("report.view")}>Экспорт</Button>;
  return <RequestExport name="Клиенты" make={makeCustomerTable(api, companyId)} request={() => filter} />;
};

/**
 * List of a company's customers. It can be filtered by segment and searched by name, phone or address (areas, section
 * 10).
 */
export const CustomerList = ({ companyId }: { companyId: number }) => {
  const timeZone = useTimeZone(companyId);
  const may = usePermissions(companyId);
  const descriptor = useMemo(() => customersQuery(companyId), [companyId]);
  return (
    <PagedList
      descriptor={descriptor}
      title="Клиенты"
      filters={FILTERS}
      columns={columnsOf(timeZone)}
      open={({ id }) => `/Company/${companyId}/Customer/${id}`}
      commands={{}}
      links={[]}
      empty={
        <div className="grid justify-items-center gap-3">
          Клиентов пока нет: карточка появится с первым заказом по номеру телефона.
          <ActionLink
            href={`/Company/${companyId}/Order/New`}
            why={!may("order.create") && missingPermission("order.create")}
          >
            Новый заказ
          </ActionLink>
        </div>
      }
    >
      {(filter, change) => (
        <>
          <FilterSearch
            label="Имя, телефон или адрес"
            value={filter["search"] ?? ""}
            onText={(text) => change({ search: text })}
          />
          <Segments
            companyId={companyId}
            value={filter["segment"] ?? ""}
            onChoose={(segment) => change({ segment, risk: "" })}
          />
          <span className="flex-1" />
          <Export companyId={companyId} filter={filter} />
        </>
      )}
    </PagedList>
  );
};
