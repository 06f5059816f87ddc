import { useSelector } from "@xstate/react";
import { type AdminCompanyRow, allCompanies } from "#machines/resources/administration.ts";
import { useServices } from "../../context.ts";
import { Feed } from "../../resource/Feed.tsx";
import type { Column } from "../../resource/listParts.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Link } from "../../ui/Link.tsx";
import { AdminOnly } from "./AdminOnly.tsx";
import { FilterSearch } from "./FilterSearch.tsx";

const FILTERS = ["search"];

/** A company opens for whoever has a part in it, administrators of the system included. */
const CompanyName = ({ id, name }: AdminCompanyRow) => {
  const isMember = useSelector(useServices().shell, ({ context }) => context.companies.some((one) => one.id === id));
  if (!isMember) return <span title="Вы не состоите в этой компании">{name}</span>;
  return (
    <Link href={`/Company/${id}`} className="text-accent hover:underline">
      {name}
    </Link>
  );
};

const columns: readonly Column<AdminCompanyRow>[] = [
  { head: "Id", align: "right", cell: ({ id }) => id },
  { head: "Название", narrow: "lead", cell: (row) => <CompanyName {...row} /> },
  { head: "Группа", cell: ({ groupName }) => groupName ?? "—" },
  {
    head: "Состояние",
    cell: ({ isActive }) => <Badge colour={isActive ? "green" : "grey"}>{isActive ? "Работает" : "Отключена"}</Badge>,
  },
  { head: "Пользователи", align: "right", cell: ({ users }) => users },
  { head: "Заказы за 7 дней", align: "right", cell: ({ orders }) => orders },
];

/** All companies of the system, with their people and the orders of the last seven days (platform, section 2). */
export const Companies = () => (
  <AdminOnly>
    <Feed
      fed={allCompanies}
      title="Компании системы"
      filters={FILTERS}
      columns={columns}
      links={[]}
      commands={{}}
      empty="Компаний пока нет."
    >
      {({ search = "" }, change) => (
        <FilterSearch label="Название или группа" value={search} onText={(text) => change({ search: text })} />
      )}
    </Feed>
  </AdminOnly>
);
