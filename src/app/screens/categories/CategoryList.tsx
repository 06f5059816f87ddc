import { List } from "lucide-react";
import { useMemo } from "react";
import { counted } from "#domain/format.ts";
import { type CatalogueScope, isOwn } from "#machines/resources/catalogue.ts";
import { type CategoryRow, categories } from "#machines/resources/categories.ts";
import type { Column, RowCommandWords, RowLink } from "../../resource/listParts.ts";
import { ResourceList } from "../../resource/ResourceList.tsx";
import { editLink, removing } from "../../resource/rowActions.tsx";
import { SearchInput } from "../../resource/SearchInput.tsx";
import { useQueryText } from "../../resource/useQueryText.ts";
import { scopePath, useWhyFixed } from "../catalogue/cataloguePlace.ts";
import { CategoryName } from "./CategoryName.tsx";

const columnsFor = (scope: CatalogueScope): readonly Column<CategoryRow>[] => [
  { head: "Id", cell: ({ id }) => id },
  {
    head: "Название",
    cell: (category) => <CategoryName category={category} isInherited={!isOwn(scope, category)} />,
    narrow: "lead",
  },
  { head: "Позиций", cell: ({ countItems }) => countItems, align: "right" },
  { head: "Активна", cell: ({ isActive }) => (isActive ? "да" : "нет") },
];

const whyKept = ({ countItems }: CategoryRow): string | false =>
  countItems > 0 &&
  `В категории ${counted(countItems, ["позиция", "позиции", "позиций"])}: сначала перенесите ${countItems === 1 ? "её" : "их"}`;

/** The categories of a company with those of its group, or of a group (business, section 2). */
export const CategoryList = ({ scope }: { scope: CatalogueScope }) => {
  const path = scopePath(scope);
  const whyFixed = useWhyFixed(scope);
  const columns = useMemo(() => columnsFor(scope), [scope]);
  const [text, setText] = useQueryText("name");
  const wanted = text.trim().toLowerCase();
  const isMine = (category: CategoryRow) => isOwn(scope, category);
  const links: readonly RowLink<CategoryRow>[] = [
    {
      label: "Позиции",
      icon: <List size={16} aria-hidden />,
      href: ({ id }) => `${path}/Item?category=${id}`,
    },
    { ...editLink(`${path}/Category`, whyFixed), isFor: isMine },
  ];
  const remove: RowCommandWords<CategoryRow> = {
    ...removing,
    isFor: isMine,
    why: (category) => whyFixed || whyKept(category),
    title: ({ fullName }) => `Удалить категорию «${fullName}»?`,
    question: () => "Уверены, что хотите удалить категорию? В принятых заказах её название останется.",
    done: ({ name }) => `Категория «${name}» удалена`,
  };
  return (
    <ResourceList
      resource={categories}
      scope={scope}
      title={"companyId" in scope ? "Категории" : "Категории группы компаний"}
      add={{ label: "Добавить категорию", href: `${path}/Category/New`, why: whyFixed }}
      columns={columns}
      links={links}
      commands={{ remove }}
      isShown={({ fullName }) => fullName.toLowerCase().includes(wanted)}
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
    </ResourceList>
  );
};
