import { useDeferredValue } from "react";
import { formatDate } from "#domain/format.ts";
import { type SupplierRow, supplierDirectory } from "#machines/directory/descriptors/suppliers.ts";
import { DirectoryList } from "../../directory/DirectoryList.tsx";
import type { ListColumn } from "../../directory/listParts.ts";
import { editLink, removal } from "../../directory/rowActions.tsx";
import { useTimeZone } from "../../services/context.ts";
import { SearchInput } from "../../shared/SearchInput.tsx";
import { useQueryText } from "../../shared/useQueryText.ts";
import { yesOrNo } from "../../shared/yesOrNo.ts";
import { Badge } from "../../ui/Badge.tsx";

const columnsFor = (timeZone: string): readonly ListColumn<SupplierRow>[] => [
  {
    head: "Название",
    cell: ({ name, description }) => (
      <span className="block wrap-anywhere">
        {name}
        <span title={description ?? undefined} className="line-clamp-2 text-xs font-normal text-muted">
          {description}
        </span>
      </span>
    ),
    value: ({ name }) => name,
    narrow: "lead",
  },
  {
    head: "Работаем с ним",
    cell: ({ isActive }) => (isActive ? yesOrNo(true) : <Badge colour="grey">{yesOrNo(false)}</Badge>),
    value: ({ isActive }) => isActive,
  },
  { head: "Добавлен", cell: ({ creationDate }) => formatDate(creationDate, timeZone) },
];

const isFound = ({ name, description }: SupplierRow, text: string): boolean =>
  `${name}\n${description ?? ""}`.toLowerCase().includes(text.trim().toLowerCase());

/** List of a company's suppliers (business, section 2). */
export const SupplierList = ({ companyId }: { companyId: number }) => {
  const columns = columnsFor(useTimeZone(companyId));
  const [text, setText] = useQueryText("text");
  const deferredText = useDeferredValue(text);
  const path = `/Company/${companyId}/Supplier`;
  return (
    <DirectoryList
      descriptor={supplierDirectory}
      scope={{ companyId }}
      title="Поставщики"
      add={{ label: "Добавить поставщика", href: `${path}/Add` }}
      isShown={(row) => isFound(row, deferredText)}
      columns={columns}
      open={({ id }) => `${path}/${id}/Detail`}
      links={[editLink(path)]}
      commands={{
        remove: removal<SupplierRow>("поставщика", "Поставщик удалён", ({ isActive }) =>
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
    </DirectoryList>
  );
};
