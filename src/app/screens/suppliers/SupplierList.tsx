import { useDeferredValue } from "react";
import { formatDate } from "#domain/format.ts";
import { yesOrNo } from "#machines/resources/companyPlace.ts";
import { type SupplierRow, suppliers } from "#machines/resources/suppliers.ts";
import { useTimeZone } from "../../context.ts";
import type { Column } from "../../resource/listParts.ts";
import { ResourceList } from "../../resource/ResourceList.tsx";
import { editLink, removal } from "../../resource/rowActions.tsx";
import { SearchInput } from "../../resource/SearchInput.tsx";
import { useQueryText } from "../../resource/useQueryText.ts";
import { Badge } from "../../ui/Badge.tsx";
import { useWhyNotSuppliers } from "./useWhyNotSuppliers.ts";

const columnsFor = (timeZone: string): readonly Column<SupplierRow>[] => [
  { head: "Id", cell: ({ id }) => id },
  {
    head: "Название",
    cell: ({ name, description }) => (
      <span className="block wrap-anywhere">
        {name}
        <span className="line-clamp-2 text-xs font-normal text-muted">{description}</span>
      </span>
    ),
    narrow: "lead",
  },
  {
    head: "Работаем с ним",
    cell: ({ isActive }) => (isActive ? yesOrNo(true) : <Badge colour="grey">{yesOrNo(false)}</Badge>),
  },
  { head: "Добавлен", cell: ({ creationDate }) => formatDate(creationDate, timeZone) },
];

const isFound = ({ name, description }: SupplierRow, text: string): boolean =>
  `${name}\n${description ?? ""}`.toLowerCase().includes(text.trim().toLowerCase());

/** The suppliers of a company (business, section 2). */
export const SupplierList = ({ companyId }: { companyId: number }) => {
  const whyNot = useWhyNotSuppliers(companyId);
  const columns = columnsFor(useTimeZone(companyId));
  const [text, setText] = useQueryText("text");
  const wanted = useDeferredValue(text);
  const path = `/Company/${companyId}/Supplier`;
  return (
    <ResourceList
      resource={suppliers}
      scope={{ companyId }}
      title="Поставщики"
      add={{ label: "Добавить поставщика", href: `${path}/Add`, why: whyNot }}
      isShown={(row) => isFound(row, wanted)}
      columns={columns}
      open={({ id }) => `${path}/${id}/Detail`}
      links={[editLink(path, whyNot)]}
      commands={{
        remove: removal<SupplierRow>(
          "поставщика",
          "Поставщик удалён",
          () => whyNot,
          ({ isActive }) =>
            isActive
              ? "Если вы просто перестали у него закупать, снимите в его карточке отметку «Работаем с ним»."
              : "Вернуть его будет нельзя, только добавить заново.",
        ),
      }}
      empty="Поставщиков пока нет. Добавьте первого: тех, у кого компания закупает товары."
      module="suppliers"
    >
      <SearchInput
        label="Поиск поставщика"
        placeholder="Название или описание"
        value={text}
        onText={setText}
        className="field w-64"
      />
    </ResourceList>
  );
};
