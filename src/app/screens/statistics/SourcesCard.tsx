import type { Schemas } from "#api/client.ts";
import { formatTime } from "#domain/format.ts";
import { formatMoney, sumMoney } from "#domain/money.ts";
import { type DayQuery, sourcesOfDayQuery } from "#machines/queries/dashboard.ts";
import { useQuery } from "../../shared/useQuery.ts";
import { classNames } from "../../ui/classNames.ts";
import { Link } from "../../ui/Link.tsx";
import { differenceText } from "../finance/financeTexts.ts";
import { DashboardCard } from "./DashboardCard.tsx";
import type { DashboardCardProps } from "./Figure.tsx";

type Sources = Schemas["DashboardSources"];

const movedText = (received: number, spent: number): string =>
  [received !== 0 && `+${formatMoney(received)}`, spent !== 0 && `−${formatMoney(spent)}`].filter(Boolean).join(" ") ||
  "Без движения";

const SourceRows = ({ sources, path }: { sources: Sources["sources"]; path: string }) => (
  <table className="w-full text-sm">
    <caption className="sr-only">Остатки по источникам</caption>
    <tbody>
      {sources.map(({ id, name, balance, received, spent }) => (
        <tr key={id} className="align-baseline">
          <th scope="row" className="py-1 text-left font-normal wrap-anywhere">
            <Link href={`${path}/Transaction?source=${id}`} className="text-accent hover:underline">
              {name}
            </Link>
            <span className="block text-xs text-muted">{movedText(received, spent)}</span>
          </th>
          <td className={classNames("py-1 text-right font-semibold whitespace-nowrap", balance < 0 && "text-negative")}>
            {formatMoney(balance)}
          </td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr className="border-t border-line font-semibold">
        <th scope="row" className="py-1 text-left">
          Всего
        </th>
        <td className="py-1 text-right whitespace-nowrap">
          {formatMoney(sumMoney(sources.map(({ balance }) => balance)))}
        </td>
      </tr>
    </tfoot>
  </table>
);

const Shift = ({ shift, path, timeZone }: { shift: Sources["shifts"][number]; path: string; timeZone: string }) => {
  const { id, number, financeSourceName, openedAt, openedByAlias, closedAt, difference, cash } = shift;
  return (
    <li className="text-sm">
      <Link href={`${path}/Shift/${id}`} className="text-accent underline underline-offset-4">
        Смена № {number}, {financeSourceName}
      </Link>
      {": "}
      {closedAt === null ? (
        <>
          открыта в {formatTime(openedAt, timeZone)}, в кассе {formatMoney(cash)}
        </>
      ) : (
        <span className={classNames(difference !== null && difference !== 0 && "text-negative")}>
          закрыта в {formatTime(closedAt, timeZone)}. {differenceText(difference ?? 0)}
        </span>
      )}
      {openedByAlias !== null && <span className="block text-xs text-muted">{openedByAlias}</span>}
    </li>
  );
};

/** Card with the balance of each finance source and the cash shifts of the day (areas, section 14). */
export const SourcesCard = ({
  query,
  timeZone,
  group,
}: Pick<DashboardCardProps, "timeZone" | "group"> & { query: DayQuery }) => {
  const path = `/Company/${query.companyId}/Finance`;
  return (
    <DashboardCard title="Где деньги" view={useQuery(sourcesOfDayQuery, query)} timeZone={timeZone} group={group}>
      {({ sources, shifts }) => (
        <div className="grid gap-3">
          <SourceRows sources={sources} path={path} />
          {shifts.length === 0 ? (
            <p className="text-sm text-muted">Кассовых смен в этот день нет.</p>
          ) : (
            <ul className="grid gap-1.5">
              {shifts.map((shift) => (
                <Shift key={shift.id} shift={shift} path={path} timeZone={timeZone} />
              ))}
            </ul>
          )}
        </div>
      )}
    </DashboardCard>
  );
};
