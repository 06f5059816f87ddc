import { formatAmount, formatMoney, sumMoney } from "#domain/money.ts";
import { formatQuantity } from "#domain/quantity.ts";
import { type StockAct, sumIngredients, type UsedIngredient } from "#machines/directory/descriptors/stockActs.ts";
import { DirectoryTable } from "../../directory/DirectoryTable.tsx";
import type { TableColumn } from "../../directory/listParts.ts";
import { type PrintedColumn, PrintedTable } from "../stockDocuments/PrintedTable.tsx";

type Line = StockAct["items"][number];

const Quantity = ({ count, unit, isShort = false }: { count: number; unit: string; isShort?: boolean }) => (
  <span className={`whitespace-nowrap ${isShort ? "text-negative" : ""}`}>{formatQuantity(count, unit)}</span>
);

const Ingredients = ({ parts }: { parts: readonly UsedIngredient[] }) => (
  <ul aria-label="Ингредиенты" className="text-xs font-normal text-muted">
    {parts.map(({ stockItemId, title, unit, count, amount }) => (
      <li key={stockItemId}>
        {title} {formatQuantity(count, unit)}, {formatMoney(amount)}
      </li>
    ))}
  </ul>
);

const columnsFor = ({ state, kind }: StockAct): readonly TableColumn<Line>[] => [
  {
    head: "Товар",
    narrow: "lead",
    cell: ({ stockItemTitle, ingredients }) => (
      <span className="block py-1 wrap-anywhere">
        {stockItemTitle}
        {ingredients.length > 0 && <Ingredients parts={ingredients} />}
      </span>
    ),
  },
  {
    head: "Количество",
    align: "right",
    cell: ({ count, stockItemUnit }) => <Quantity count={count} unit={stockItemUnit} />,
  },
  {
    head: "На складе",
    align: "right",
    cell: ({ balance, stockItemUnit, count, ingredients }) => (
      <Quantity
        count={balance}
        unit={stockItemUnit}
        isShort={
          balance < 0 || (state === "draft" && kind === "writeOff" && ingredients.length === 0 && balance < count)
        }
      />
    ),
  },
  { head: "Себестоимость", align: "right", cell: ({ unitCost }) => formatAmount(unitCost) },
  { head: "Сумма", align: "right", narrow: "lead", cell: ({ amount }) => formatMoney(amount) },
];

const usedColumnsFor = (isDraft: boolean): readonly TableColumn<UsedIngredient & { readonly id: number }>[] => [
  { head: "Ингредиент", narrow: "lead", cell: ({ title }) => <span className="block wrap-anywhere">{title}</span> },
  { head: "Расход", align: "right", cell: ({ count, unit }) => <Quantity count={count} unit={unit} /> },
  {
    head: "На складе",
    align: "right",
    cell: ({ balance, unit, count }) => (
      <Quantity count={balance} unit={unit} isShort={balance < 0 || (isDraft && balance < count)} />
    ),
  },
  { head: "Сумма", align: "right", narrow: "lead", cell: ({ amount }) => formatMoney(amount) },
];

const noActions = { links: [], commands: {} };
const ignoreCommand = () => undefined;

const Sum = ({ act }: { act: StockAct }) => (
  <p className="mt-2 text-right">
    Итого{" "}
    <strong className="whitespace-nowrap tabular-nums">{formatMoney(sumMoney(act.items.map((l) => l.amount)))}</strong>
  </p>
);

/**
 * Lines of a stock act with their costs and ingredients. For several lines, the total quantity of each ingredient is
 * shown too.
 */
export const StockActLines = ({ act }: { act: StockAct }) => {
  const isDraft = act.state === "draft";
  const used = sumIngredients(act).map((part) => ({ ...part, id: part.stockItemId }));
  return (
    <>
      <DirectoryTable
        rows={act.items}
        parts={{ columns: columnsFor(act), ...noActions }}
        isSkeleton={false}
        empty="В акте нет строк."
        onCommand={ignoreCommand}
      />
      <Sum act={act} />
      {isDraft && (
        <p className="text-right text-sm text-muted">По нынешней себестоимости. Точная — когда акт будет проведён.</p>
      )}
      {used.length > 0 && act.items.length > 1 && (
        <section aria-labelledby="used-ingredients" className="mt-4">
          <h2 id="used-ingredients" className="mb-2 font-semibold">
            Ингредиенты вместе
          </h2>
          <DirectoryTable
            rows={used}
            parts={{ columns: usedColumnsFor(isDraft), ...noActions }}
            isSkeleton={false}
            empty=""
            onCommand={ignoreCommand}
          />
        </section>
      )}
    </>
  );
};

const printedColumns: readonly PrintedColumn<Line>[] = [
  { head: "Количество", cell: ({ count, stockItemUnit }) => formatQuantity(count, stockItemUnit) },
  { head: "Себестоимость", cell: ({ unitCost }) => formatAmount(unitCost) },
  { head: "Сумма", cell: ({ amount }) => formatAmount(amount) },
];

const printedUsedColumns: readonly PrintedColumn<UsedIngredient>[] = [
  { head: "Расход", cell: ({ count, unit }) => formatQuantity(count, unit) },
  { head: "Сумма", cell: ({ amount }) => formatAmount(amount) },
];

/** Lines of a stock act with their ingredients, on paper. */
export const PrintedActLines = ({ act }: { act: StockAct }) => {
  const used = sumIngredients(act);
  return (
    <>
      <PrintedTable rows={act.items} titleOf={(line) => line.stockItemTitle} columns={printedColumns} />
      <Sum act={act} />
      {used.length > 0 && (
        <>
          <h2 className="mt-4 mb-1 font-bold">Ингредиенты</h2>
          <PrintedTable rows={used} titleOf={({ title }) => title} columns={printedUsedColumns} />
        </>
      )}
    </>
  );
};
