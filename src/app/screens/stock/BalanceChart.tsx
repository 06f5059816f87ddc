import { formatDay } from "#domain/format.ts";
import { formatQuantity } from "#domain/quantity.ts";
import { type OperationsQuery, type StockBalance, stockBalanceQuery } from "#machines/queries/stockOperations.ts";
import { QueryResult } from "../../shared/QueryResult.tsx";
import { useQuery } from "../../shared/useQuery.ts";
import { type RefreshGroup, useGroupMember } from "../../shared/useRefreshGroup.ts";
import { BarChart } from "../../ui/charts/BarChart.tsx";
import { ChartWithTable } from "../../ui/charts/ChartWithTable.tsx";
import { Quantity } from "./Quantity.tsx";

const DayTable = ({ balance: { title, unit, days } }: { balance: StockBalance }) => (
  <div className="table-box max-h-72">
    <table className="table">
      <caption className="sr-only">{`${title}: остаток по дням, ${unit}`}</caption>
      <thead>
        <tr>
          {["День", "Приход", "Расход", "Остаток"].map((head, at) => (
            <th key={head} scope="col" className={at > 0 ? "num" : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ date, income, expense, balance }) => (
          <tr key={date}>
            <td>{formatDay(date)}</td>
            <td className="num">{income === 0 ? "—" : formatQuantity(income)}</td>
            <td className="num">{expense === 0 ? "—" : formatQuantity(expense)}</td>
            <td className="num">
              <Quantity value={balance} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const CurrentBalance = ({ balance: { count, reservedCount, unit } }: { balance: StockBalance }) => (
  <>
    Сейчас на складе <Quantity value={count} unit={unit} />
    {reservedCount > 0 && (
      <>
        , зарезервировано {formatQuantity(reservedCount, unit)}, свободно{" "}
        <Quantity value={count - reservedCount} unit={unit} />
      </>
    )}
  </>
);

/** Chart of a stock item's balance at the end of each day, with the current balance. */
export const BalanceChart = ({
  query,
  group,
}: {
  query: OperationsQuery & { readonly stockItemId: number };
  group: RefreshGroup;
}) => {
  const view = useQuery(stockBalanceQuery, query);
  useGroupMember(group, view);
  return (
    <div className="mb-3">
      <QueryResult view={view}>
        {(balance) => (
          <ChartWithTable
            title={`${balance.title}: остаток на конец дня, ${balance.unit}`}
            note={<CurrentBalance balance={balance} />}
            chart={
              <BarChart
                label={`${balance.title}: остаток на конец каждого дня`}
                title="Остаток"
                points={balance.days.map(({ date, balance: value }) => ({
                  key: date,
                  label: formatDay(date).slice(0, 5),
                  name: formatDay(date),
                  value,
                }))}
                format={(value) => formatQuantity(value, balance.unit)}
                axis={(value) => formatQuantity(value)}
              />
            }
            table={<DayTable balance={balance} />}
          />
        )}
      </QueryResult>
    </div>
  );
};
