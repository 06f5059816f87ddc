import { useSelector } from "@xstate/react";
import { type AdminCompanyRow, allCompaniesQuery } from "#machines/directory/descriptors/administration.ts";
import type { ListColumn } from "../../directory/listParts.ts";
import { PagedExport } from "../../directory/PagedExport.tsx";
import { PagedList } from "../../directory/PagedList.tsx";
import { exportColumnsOf } from "../../directory/tableOfRows.ts";
import { useServices } from "../../services/context.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Link } from "../../ui/Link.tsx";
import { AdminOnly } from "./AdminOnly.tsx";
import { FilterSearch } from "./FilterSearch.tsx";

const FILTERS = ["search"];

/** Name of a company, as a link if the user belongs to the company. */
const CompanyName = ({ id, name }: AdminCompanyRow) => {
  const isMember = useSelector(useServices().shell, ({ context }) =>
    context.companies.some((company) => company.id === id),
  );
  if (!isMember) return <span title="Вы не состоите в этой компании">{name}</span>;
  return (
    <Link href={`/Company/${id}`} className="text-accent hover:underline">
      {name}
    </Link>
  );
};

const columns: readonly ListColumn<AdminCompanyRow>[] = [
  { head: "Id", align: "right", cell: ({ id }) => id },
  { head: "Название", narrow: "lead", cell: (row) => <CompanyName {...row} />, value: ({ name }) => name },
  { head: "Группа", cell: ({ groupName }) => groupName ?? "—" },
  {
    head: "Состояние",
    cell: ({ isActive }) => <Badge colour={isActive ? "green" : "grey"}>{isActive ? "Работает" : "Отключена"}</Badge>,
    value: ({ isActive }) => (isActive ? "Работает" : "Отключена"),
  },
  { head: "Пользователи", align: "right", cell: ({ users }) => users },
  { head: "Заказы за 7 дней", align: "right", cell: ({ orders }) => orders },
];

/**
 * List of all companies, each with the number of its users, and with the number of its orders in the last seven days
 * (platform, section 2).
 */
export const Companies = () => (
  <AdminOnly>
    <PagedList
      descriptor={allCompaniesQuery}
      title="Компании системы"
      filters={FILTERS}
      columns={columns}
      links={[]}
      commands={{}}
      empty="Компаний пока нет."
    >
      {(filter, change) => (
        <>
          <FilterSearch
            label="Название или группа"
            value={filter["search"] ?? ""}
            onText={(text) => change({ search: text })}
          />
          <span className="flex-1" />
          <PagedExport
            name="Компании"
            descriptor={allCompaniesQuery}
            columns={exportColumnsOf(columns)}
            filter={filter}
          />
        </>
      )}
    </PagedList>
  </AdminOnly>
);
