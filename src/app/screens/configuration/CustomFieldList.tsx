import { counted } from "#domain/format.ts";
import type { CatalogueOwner } from "#machines/directory/descriptors/catalogue.ts";
import { customFieldDirectory, type FieldDefinition } from "#machines/directory/descriptors/customFields.ts";
import { DirectoryList } from "../../directory/DirectoryList.tsx";
import type { ListColumn } from "../../directory/listParts.ts";
import { editLink, removal } from "../../directory/rowActions.tsx";
import { useIsOffered } from "../../services/useIsOffered.ts";
import { scopePath, useCataloguePermissions } from "../catalogue/catalogueScope.ts";
import { FIELD_OF_GROUP, fieldKindNames, fieldTypeNames } from "./fieldNames.ts";

const columns: readonly ListColumn<FieldDefinition>[] = [
  { head: "Название", cell: ({ title }) => title, narrow: "lead" },
  { head: "У чего", cell: ({ type }) => fieldTypeNames[type] },
  { head: "Значение", cell: ({ kind, options }) => (kind === "list" ? options.join(", ") : fieldKindNames[kind]) },
  { head: "Имя", cell: ({ name }) => name },
  { head: "Заполнено", cell: ({ usedCount = 0 }) => usedCount, align: "right" },
];

const question = ({ usedCount }: FieldDefinition): string =>
  usedCount === undefined
    ? "Поле пропадёт из форм, а его значения будут стёрты."
    : usedCount === 0
      ? "Поле пропадёт из форм. Оно нигде не заполнено."
      : `Поле пропадёт из форм, а его значения будут стёрты: ${counted(usedCount, ["запись", "записи", "записей"])}.`;

/** List of the custom fields of a company or of a group. */
export const CustomFieldList = ({ scope }: { scope: CatalogueOwner }) => {
  const path = `${scopePath(scope)}/CustomField`;
  const why = ({ isCompanyGroup }: FieldDefinition) => isCompanyGroup && "companyId" in scope && FIELD_OF_GROUP;
  const canEdit = useIsOffered("PUT /api/CustomField/{id}/Company/{companyId}");
  const remove = removal<FieldDefinition & { name: string }>("поле", "Поле удалено", question);
  return (
    <DirectoryList
      descriptor={customFieldDirectory}
      scope={scope}
      permissions={useCataloguePermissions(scope)}
      title="Дополнительные поля"
      {...(canEdit && {
        add: { label: "Добавить поле", href: `${path}/New` },
        open: ({ id }: FieldDefinition) => `${path}/${id}/Edit`,
      })}
      columns={columns}
      links={[{ ...editLink<FieldDefinition>(path), why, isFor: () => canEdit }]}
      commands={{ remove: { ...remove, why, isOffered: canEdit, title: ({ title }) => `Удалить поле «${title}»?` } }}
      empty="Своих полей пока нет. Добавьте первое: оно появится в форме категории, позиции или статуса."
    />
  );
};
