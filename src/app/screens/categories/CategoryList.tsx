import { List } from "lucide-react";
import { useMemo } from "react";
import { counted } from "#domain/format.ts";
import { type CatalogueOwner, isOwn } from "#machines/directory/descriptors/catalogue.ts";
import { type CategoryRow, categoryDirectory } from "#machines/directory/descriptors/categories.ts";
import { DirectoryList } from "../../directory/DirectoryList.tsx";
import type { ListColumn, RowCommandTexts, RowLink } from "../../directory/listParts.ts";
import { editLink, removeLabel } from "../../directory/rowActions.tsx";
import { SearchInput } from "../../shared/SearchInput.tsx";
import { useQueryText } from "../../shared/useQueryText.ts";
import { scopePath, useCataloguePermissions } from "../catalogue/catalogueScope.ts";
import { CategoryName } from "./CategoryName.tsx";

const columnsFor = (scope: CatalogueOwner): readonly ListColumn<CategoryRow>[] => [
  { head: "Id", cell: ({ id }) => id },
  {
    head: "Название",
    cell: (category) => <CategoryName category={category} isInherited={!isOwn(scope, category)} />,
    value: ({ fullName }) => fullName,
    narrow: "lead",
  },
  { head: "Позиций", cell: ({ countItems }) => countItems, align: "right" },
  { head: "Активна", cell: ({ isActive }) => (isActive ? "да" : "нет") },
];

const reasonNotToRemove = ({ countItems }: CategoryRow): string | false =>
  countItems > 0 &&
  `В категории ${counted(countItems, ["позиция", "позиции", "позиций"])}: сначала перенесите ${countItems === 1 ? "её" : "их"}`;

/**
 * List of the categories of a company or of a company group. For a company it includes the categories inherited from
 * the group (business, section 2).
 */
export const CategoryList = ({ scope }: { scope: CatalogueOwner }) => {
  const path = scopePath(scope);
  const columns = useMemo(() => columnsFor(scope), [scope]);
  const [text, setText] = useQueryText("name");
  const query = text.trim().toLowerCase();
  const isOwnRow = (category: CategoryRow) => isOwn(scope, category);
  const links: readonly RowLink<CategoryRow>[] = [
    {
      label: "Позиции",
      icon: <List size={16} aria-hidden />,
      href: ({ id }) => `${path}/Item?category=${id}`,
    },
    { ...editLink(`${path}/Category`), isFor: isOwnRow },
  ];
  const remove: RowCommandTexts<CategoryRow> = {
    ...removeLabel,
    why: reasonNotToRemove,
    title: ({ fullName }) => `Удалить категорию «${fullName}»?`,
    question: () => "Уверены, что хотите удалить категорию? В принятых заказах её название останется.",
    done: ({ name }) => `Категория «${name}» удалена`,
  };
  return (
    <DirectoryList
      descriptor={categoryDirectory}
      scope={scope}
      permissions={useCataloguePermissions(scope)}
      title={"companyId" in scope ? "Категории" : "Категории группы компаний"}
      add={{ label: "Добавить категорию", href: `${path}/Category/New` }}
      columns={columns}
      // A click opens the form of the category. For a category inherited from the group, it opens the list of dishes of
      // the category instead, because only the group can change the category.
      open={(category) =>
        `${path}/${isOwnRow(category) ? `Category/${category.id}/Edit` : `Item?category=${category.id}`}`
      }
      links={links}
      commands={{ remove }}
      isShown={({ fullName }) => fullName.toLowerCase().includes(query)}
      module="Category_list_module"
      empty="Категорий пока нет. Добавьте первую: в ней будут позиции меню."
    >
      <SearchInput
        label="Название категории"
        placeholder="Название"
        value={text}
        onText={setText}
        className="field w-64"
      />
    </DirectoryList>
  );
};
