import { useSelector } from "@xstate/react";
import { Pencil } from "lucide-react";
import { group } from "#machines/resources/groups.ts";
import { useServices } from "../../context.ts";
import { ActionLink } from "../../resource/ActionLink.tsx";
import { ResourceDetail } from "../../resource/ResourceDetail.tsx";
import { Link } from "../../ui/Link.tsx";
import { useWhyNotAdmin } from "./useWhyNotAdmin.ts";

const shared = [
  { area: "Category", title: "Категории" },
  { area: "Item", title: "Позиции меню" },
  { area: "StockItem", title: "Товары склада" },
  { area: "CustomField", title: "Дополнительные поля" },
] as const;

/** One company group: its companies, and the way to the catalogue that they share. */
export const GroupDetail = ({ groupId }: { groupId: number }) => {
  const whyNot = useWhyNotAdmin();
  const own = useSelector(useServices().shell, ({ context }) => context.companies);
  const isOwn = (companyId: number) => own.some(({ id }) => id === companyId);
  const path = `/CompanyGroup/${groupId}`;
  return (
    <ResourceDetail
      resource={group}
      scope={undefined}
      id={groupId}
      title="Группа компаний"
      listPath="/CompanyGroup"
      action={() => (
        <ActionLink href={`${path}/Edit`} kind="primary" why={whyNot}>
          <Pencil size={16} aria-hidden />
          Редактировать
        </ActionLink>
      )}
    >
      {({ name, companies }) => (
        <div className="grid max-w-3xl gap-3">
          <section className="card">
            <h2 className="mb-2 text-lg font-semibold wrap-anywhere">{name}</h2>
            {companies.length === 0 && <p className="text-muted">Компаний в группе пока нет.</p>}
            <ul className="grid gap-1">
              {companies.map((company) => (
                <li key={company.id}>
                  {isOwn(company.id) ? (
                    <Link href={`/Company/${company.id}`} className="inline-block py-1 text-accent hover:underline">
                      {company.name}
                    </Link>
                  ) : (
                    <span className="inline-block py-1">{company.name}</span>
                  )}
                </li>
              ))}
            </ul>
          </section>
          <section className="card">
            <h2 className="mb-2 font-semibold">Общий каталог</h2>
            <div className="flex flex-wrap gap-2">
              {shared.map(({ area, title }) => (
                <ActionLink key={area} href={`${path}/${area}`}>
                  {title}
                </ActionLink>
              ))}
            </div>
          </section>
        </div>
      )}
    </ResourceDetail>
  );
};
