import { type FinanceCategoryRow, financeCategoryDirectory } from "#machines/directory/descriptors/finance.ts";
import { DirectoryList } from "../../directory/DirectoryList.tsx";
import type { ListColumn } from "../../directory/listParts.ts";
import { editLink, removal } from "../../directory/rowActions.tsx";
import { directions } from "./financeTexts.ts";

const columns: readonly ListColumn<FinanceCategoryRow>[] = [
  {
    head: "Название",
    cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
    value: ({ name }) => name,
    narrow: "lead",
  },
  { head: "Направление", cell: ({ direction }) => directions[direction] },
];

/** List of the categories of a company's transactions (areas, section 6). */
export const FinanceCategoryList = ({ companyId }: { companyId: number }) => {
  const path = `/Company/${companyId}/Finance/Category`;
  return (
    <DirectoryList
      descriptor={financeCategoryDirectory}
      scope={{ companyId }}
      title="Категории операций"
      add={{ label: "Добавить категорию", href: `${path}/New` }}
      columns={columns}
      open={({ id }) => `${path}/${id}/Edit`}
      links={[editLink(path)]}
      commands={{
        remove: removal<FinanceCategoryRow>(
          "категорию",
          "Категория удалена",
          () => "В прежних операциях она останется.",
        ),
      }}
      empty="Категорий пока нет. Добавьте, например, «Аренда» и «Хозяйственные расходы»."
    />
  );
};
