import { counted } from "#domain/format.ts";
import type { CatalogueOwner } from "#machines/directory/descriptors/catalogue.ts";
import { customFieldDirectory, type FieldDefinition } from "#machines/directory/descriptors/customFields.ts";
import { DirectoryList } from "../../directory/DirectoryList.tsx";
import type { ListColumn } from "../../directory/listParts.ts";
import { editLink, removal } from "../../directory/rowActions.tsx";
import { useIsOffered } from "../../services/useIsOffered.ts";
import { scopePath } from "../catalogue/catalogueScope.ts";
import { fieldKindNames, fieldTypeNames } from "./fieldNames.ts";
import { useReasonNotToEditFields } from "./useReasonNotToEditFields.ts";

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
  const reason = useReasonNotToEditFields(scope);
  const path = `${scopePath(scope)}/CustomField`;
  const reasonNotToEdit = ({ isCompanyGroup }: FieldDefinition) =>
    reason ?? (isCompanyGroup && "companyId" in scope ? "Общее поле группы: его меняют в каталоге группы" : undefined);
  const canEdit = useIsOffered("PUT /api/CustomField/{id}/Company/{companyId}");
  const remove = removal<FieldDefinition & { name: string }>("поле", "Поле удалено", reasonNotToEdit, question);
  return (
    <DirectoryList
      descriptor={customFieldDirectory}
      scope={scope}
      title="Дополнительные поля"
      {...(canEdit && {
        add: { label: "Добавить поле", href: `${path}/New`, why: reason },
        open: ({ id }: FieldDefinition) => `${path}/${id}/Edit`,
      })}
      columns={columns}
      links={[{ ...editLink<FieldDefinition>(path, reason), why: reasonNotToEdit, isFor: () => canEdit }]}
      commands={{ remove: { ...remove, isFor: () => canEdit, title: ({ title }) => `Удалить поле «${title}»?` } }}
      empty="Своих полей пока нет. Добавьте первое: оно появится в форме категории, позиции или статуса."
    />
  );
};
