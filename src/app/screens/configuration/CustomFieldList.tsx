import { counted } from "#domain/format.ts";
import type { CatalogueScope } from "#machines/resources/catalogue.ts";
import { customFields, type FieldDefinition } from "#machines/resources/customFields.ts";
import type { Column } from "../../resource/listParts.ts";
import { ResourceList } from "../../resource/ResourceList.tsx";
import { editLink, removal } from "../../resource/rowActions.tsx";
import { scopePath } from "../catalogue/cataloguePlace.ts";
import { kindNames, typeNames } from "./fieldNames.ts";
import { useWhyNotFields } from "./useWhyNotFields.ts";

const columns: readonly Column<FieldDefinition>[] = [
  { head: "Название", cell: ({ title }) => title, narrow: "lead" },
  { head: "У чего", cell: ({ type }) => typeNames[type] },
  { head: "Значение", cell: ({ kind, options }) => (kind === "list" ? options.join(", ") : kindNames[kind]) },
  { head: "Имя", cell: ({ name }) => name },
  { head: "Заполнено", cell: ({ usedCount }) => usedCount, align: "right" },
];

const question = ({ usedCount }: FieldDefinition): string =>
  usedCount === 0
    ? "Поле пропадёт из форм. Оно нигде не заполнено."
    : `Поле пропадёт из форм, а его значения будут стёрты: ${counted(usedCount, ["запись", "записи", "записей"])}.`;

/** The fields that a company, or a group for its shared catalogue, has added to its entries. */
export const CustomFieldList = ({ scope }: { scope: CatalogueScope }) => {
  const whyNot = useWhyNotFields(scope);
  const path = `${scopePath(scope)}/CustomField`;
  const whyNotThis = ({ isCompanyGroup }: FieldDefinition) =>
    whyNot ?? (isCompanyGroup && "companyId" in scope ? "Общее поле группы: его меняют в каталоге группы" : undefined);
  const remove = removal<FieldDefinition & { name: string }>("поле", "Поле удалено", whyNotThis, question);
  return (
    <ResourceList
      resource={customFields}
      scope={scope}
      title="Дополнительные поля"
      add={{ label: "Добавить поле", href: `${path}/New`, why: whyNot }}
      columns={columns}
      open={({ id }) => `${path}/${id}/Edit`}
      links={[{ ...editLink<FieldDefinition>(path, whyNot), why: whyNotThis }]}
      commands={{ remove: { ...remove, title: ({ title }) => `Удалить поле «${title}»?` } }}
      empty="Своих полей пока нет. Добавьте первое: оно появится в форме категории, позиции или статуса."
    />
  );
};
