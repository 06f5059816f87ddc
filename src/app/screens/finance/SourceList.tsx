import { formatMoney, sumMoney } from "#domain/money.ts";
import { type FinanceSourceRow, financeSourceDirectory } from "#machines/directory/descriptors/finance.ts";
import { DirectoryList } from "../../directory/DirectoryList.tsx";
import type { ListColumn } from "../../directory/listParts.ts";
import { editLink, removal } from "../../directory/rowActions.tsx";
import { ActionLink } from "../../shared/ActionLink.tsx";
import { classNames } from "../../ui/classNames.ts";
import { sourceKinds } from "./financeTexts.ts";

const columns: readonly ListColumn<FinanceSourceRow>[] = [
  {
    head: "Название",
    cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
    value: ({ name }) => name,
    narrow: "lead",
  },
  { head: "Вид", cell: ({ kind }) => sourceKinds[kind] },
  {
    head: "Остаток",
    cell: ({ balance }) => (
      <b className={classNames("whitespace-nowrap", balance < 0 && "text-negative")}>{formatMoney(balance)}</b>
    ),
    value: ({ balance }) => balance,
    align: "right",
    narrow: "lead",
  },
];

const Total = ({ rows }: { rows: readonly FinanceSourceRow[] }) => (
  <p className="text-sm text-muted">Всего: {formatMoney(sumMoney(rows.map(({ balance }) => balance)))}</p>
);

/** List of a company's finance sources with their balances (areas, section 6). */
export const SourceList = ({ companyId }: { companyId: number }) => {
  const path = `/Company/${companyId}/Finance`;
  return (
    <DirectoryList
      descriptor={financeSourceDirectory}
      scope={{ companyId }}
      title="Источники финансов"
      add={{ label: "Добавить источник", href: `${path}/Source/New` }}
      columns={columns}
      open={({ id }) => `${path}/Transaction?source=${id}`}
      links={[editLink(`${path}/Source`)]}
      commands={{
        remove: removal<FinanceSourceRow>("источник", "Источник удалён", () => "Его операции останутся."),
      }}
      above={(rows) => <Total rows={rows} />}
      empty="Источников пока нет. Добавьте кассу и расчётный счёт."
    >
      <ActionLink href={`${path}/Transaction`}>Движение денег</ActionLink>
      <ActionLink href={`${path}/Category`}>Категории</ActionLink>
      <ActionLink href={`${path}/Settings`}>Настройки</ActionLink>
    </DirectoryList>
  );
};
