import { useMemo } from "react";
import { counted } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { formatPhone } from "#domain/phone.ts";
import { type DuplicateGroup, duplicatesQuery } from "#machines/directory/descriptors/customers.ts";
import type { TableColumn } from "../../directory/listParts.ts";
import { PagedTableExport } from "../../directory/PagedExport.tsx";
import { PagedList } from "../../directory/PagedList.tsx";
import { tableOfRows } from "../../directory/tableOfRows.ts";
import { usePermissions } from "../../services/context.ts";
import { missingPermission } from "../../services/permissionReasons.ts";
import { ActionLink } from "../../shared/ActionLink.tsx";
import { Link } from "../../ui/Link.tsx";
import { duplicateExportColumns, duplicateExportRows } from "./duplicateExport.ts";

const TITLE = "Похожие карточки";
const NO_FILTERS: readonly string[] = [];

const Cards = ({ group, companyId }: { group: DuplicateGroup; companyId: number }) => (
  <span className="grid gap-1">
    {group.customers.map(({ id, alias, phone, orderCount, totalPay }) => (
      <span key={id} className="flex flex-wrap gap-x-3">
        <Link href={`/Company/${companyId}/Customer/${id}`} className="text-accent wrap-anywhere hover:underline">
          {alias ?? "Имя не указано"}
        </Link>
        <span className="whitespace-nowrap">{formatPhone(phone)}</span>
        <span className="text-muted">
          {counted(orderCount, ["заказ", "заказа", "заказов"])} на {formatMoney(totalPay)}
        </span>
      </span>
    ))}
  </span>
);

const columnsFor = (companyId: number, why: string | undefined): readonly TableColumn<DuplicateGroup>[] => [
  { head: "Карточки", narrow: "lead", cell: (group) => <Cards group={group} companyId={companyId} /> },
  { head: "Общий адрес", cell: ({ address }) => address ?? "—" },
  {
    head: "Действие",
    cell: ({ customers: [first, second] }) =>
      first &&
      second && (
        <ActionLink href={`/Company/${companyId}/Customer/${second.id}?merge=${first.id}`} why={why}>
          Объединить…
        </ActionLink>
      ),
  },
];

/** List of customer cards with the same name and address, which may belong to the same person (areas, section 10). */
export const Duplicates = ({ companyId }: { companyId: number }) => {
  const mayEdit = usePermissions(companyId)("customer.edit");
  const descriptor = useMemo(() => duplicatesQuery(companyId), [companyId]);
  return (
    <PagedList
      descriptor={descriptor}
      title={TITLE}
      filters={NO_FILTERS}
      columns={columnsFor(companyId, mayEdit ? undefined : missingPermission("customer.edit"))}
      commands={{}}
      links={[]}
      empty="Карточек с одинаковыми именем и адресом нет."
    >
      {(filter) => (
        <>
          <ActionLink href={`/Company/${companyId}/Customer`}>Ко всем клиентам</ActionLink>
          <span className="flex-1" />
          <PagedTableExport
            name={TITLE}
            descriptor={descriptor}
            filter={filter}
            table={(groups) => tableOfRows(TITLE, duplicateExportColumns, duplicateExportRows(groups))}
          />
        </>
      )}
    </PagedList>
  );
};
