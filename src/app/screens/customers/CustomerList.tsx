import { useMemo } from "react";
import { formatDate } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { formatPhone } from "#domain/phone.ts";
import { type CustomerRow, customersQuery } from "#machines/directory/descriptors/customers.ts";
import type { TableColumn } from "../../directory/listParts.ts";
import { PagedList } from "../../directory/PagedList.tsx";
import { useTimeZone } from "../../services/context.ts";
import { Badge } from "../../ui/Badge.tsx";
import { FilterChips } from "../../ui/FilterChips.tsx";
import { Link } from "../../ui/Link.tsx";
import { FilterSearch } from "../admin/FilterSearch.tsx";
import { riskTexts } from "./customerTexts.ts";

const FILTERS = ["search", "risk"];

const risks = [
  { value: "", title: "Все" },
  { value: "attention", title: riskTexts.attention.title },
  { value: "blocked", title: riskTexts.blocked.title },
];

const columnsFor = (companyId: number, timeZone: string): readonly TableColumn<CustomerRow>[] => [
  {
    head: "Клиент",
    narrow: "lead",
    cell: ({ id, alias, risk }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <Link href={`/Company/${companyId}/Customer/${id}`} className="text-accent wrap-anywhere hover:underline">
          {alias ?? "Имя не указано"}
        </Link>
        {risk !== "none" && <Badge colour={riskTexts[risk].colour}>{riskTexts[risk].title}</Badge>}
      </span>
    ),
  },
  { head: "Телефон", cell: ({ phone }) => <span className="whitespace-nowrap">{formatPhone(phone)}</span> },
  { head: "Заказов", cell: ({ orderCount }) => orderCount, align: "right" },
  { head: "На сумму", cell: ({ totalPay }) => formatMoney(totalPay), align: "right" },
  { head: "Последний заказ", cell: ({ lastOrderDate }) => (lastOrderDate ? formatDate(lastOrderDate, timeZone) : "—") },
];

/** List of a company's customers. It can be searched by name or phone (areas, section 10). */
export const CustomerList = ({ companyId }: { companyId: number }) => {
  const timeZone = useTimeZone(companyId);
  const descriptor = useMemo(() => customersQuery(companyId), [companyId]);
  return (
    <PagedList
      descriptor={descriptor}
      title="Клиенты"
      filters={FILTERS}
      columns={columnsFor(companyId, timeZone)}
      commands={{}}
      links={[]}
      empty="Клиентов пока нет: карточка появится с первым заказом по номеру телефона."
    >
      {({ search = "", risk = "" }, change) => (
        <>
          <FilterSearch label="Имя или телефон" value={search} onText={(text) => change({ search: text })} />
          <FilterChips label="Отношение" options={risks} value={risk} onChoose={(value) => change({ risk: value })} />
        </>
      )}
    </PagedList>
  );
};
