import { useSelector } from "@xstate/react";
import { Pencil } from "lucide-react";
import { groupReader } from "#machines/directory/descriptors/groups.ts";
import { DirectoryDetail } from "../../directory/DirectoryDetail.tsx";
import { useServices } from "../../services/context.ts";
import { ActionLink } from "../../shared/ActionLink.tsx";
import { Link } from "../../ui/Link.tsx";
import { useReasonNotToEditGroups } from "./useReasonNotToEditGroups.ts";

const sharedAreas = [
  { area: "Category", title: "Категории" },
  { area: "Item", title: "Позиции меню" },
  { area: "StockItem", title: "Товары склада" },
  { area: "CustomField", title: "Дополнительные поля" },
] as const;

/** Company group with its companies and links to the shared catalogue. */
export const GroupDetail = ({ groupId }: { groupId: number }) => {
  const reason = useReasonNotToEditGroups();
  const own = useSelector(useServices().shell, ({ context }) => context.companies);
  const isOwn = (companyId: number) => own.some(({ id }) => id === companyId);
  const path = `/CompanyGroup/${groupId}`;
  return (
    <DirectoryDetail
      descriptor={groupReader}
      scope={undefined}
      id={groupId}
      title="Группа компаний"
      listPath="/CompanyGroup"
      action={() => (
        <ActionLink href={`${path}/Edit`} kind="primary" why={reason}>
          <Pencil size={16} aria-hidden />
          Редактировать
        </ActionLink>
      )}
    >
      {({ name, companies }) => (
        <div className="grid max-w-3xl gap-3">
          <section className="card">
            <h2 className="mb-2 text-base font-semibold wrap-anywhere">{name}</h2>
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
              {sharedAreas.map(({ area, title }) => (
                <ActionLink key={area} href={`${path}/${area}`}>
                  {title}
                </ActionLink>
              ))}
            </div>
          </section>
        </div>
      )}
    </DirectoryDetail>
  );
};
