import { formatDateTime, formatDay } from "#domain/format.ts";
import { formatAmount, formatMoney } from "#domain/money.ts";
import { formatQuantity } from "#domain/quantity.ts";
import {
  type InventoryFigures as Figures,
  inventoryDashBoardQuery,
} from "#machines/directory/descriptors/inventories.ts";
import { RowsExport } from "../../directory/RowsExport.tsx";
import { useCommands } from "../../keyboard/commands.ts";
import { useTimeZone } from "../../services/context.ts";
import { ActionLink } from "../../shared/ActionLink.tsx";
import { QueryHeader } from "../../shared/QueryHeader.tsx";
import { QueryResult } from "../../shared/QueryResult.tsx";
import { useQuery } from "../../shared/useQuery.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { Badge } from "../../ui/Badge.tsx";
import { BarTable } from "../../ui/charts/BarTable.tsx";
import { Link } from "../../ui/Link.tsx";
import { useReasonNotToDraft } from "../stockDocuments/useDocumentRights.ts";
import { CountProgress } from "./CountProgress.tsx";
import { inventoryFigureColumns, inventoryFigureRows } from "./inventoryDashBoardExport.ts";
import { daysText, inventoryStates } from "./inventoryTexts.ts";
import { LossChart } from "./LossChart.tsx";
import { UnsentCounts } from "./UnsentCounts.tsx";

const TITLE = "Обзор инвентаризации";

const Due = ({ due, path, why }: { due: Figures["due"]; path: string; why: string | undefined }) => (
  <section aria-label="Пора считать" className="card min-w-0">
    <h2 className="mb-2 font-semibold">Пора считать</h2>
    {due.length === 0 ? (
      <p className="text-sm text-muted">По расписанию групп сейчас считать нечего.</p>
    ) : (
      <ul className="divide-y divide-line">
        {due.map(({ groupId, name, dueOn, daysLate }) => (
          <li key={groupId} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
            <span className="min-w-40 flex-1 wrap-anywhere">
              {name}
              <span className="block text-xs text-muted">срок {formatDay(dueOn)}</span>
            </span>
            <Badge colour={daysLate > 0 ? "red" : "orange"}>
              {daysLate > 0 ? `Опоздание ${daysText(daysLate)}` : "Сегодня"}
            </Badge>
            <ActionLink href={`${path}/New?group=${groupId}`} why={why}>
              Начать подсчёт
            </ActionLink>
          </li>
        ))}
      </ul>
    )}
  </section>
);

const Open = ({ open, path, timeZone }: { open: Figures["open"]; path: string; timeZone: string }) => (
  <section aria-label="Считают сейчас" className="card min-w-0">
    <h2 className="mb-2 font-semibold">Считают сейчас</h2>
    {open.length === 0 ? (
      <p className="text-sm text-muted">Открытых подсчётов нет.</p>
    ) : (
      <ul className="divide-y divide-line">
        {open.map(({ id, groupName, state, startedAt, countedItems, itemCount }) => (
          <li key={id} className="py-1.5">
            <p className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1">
              <Link href={`${path}/${id}`} className="min-w-0 flex-1 text-accent wrap-anywhere hover:underline">
                {groupName}
              </Link>
              <Badge colour={inventoryStates[state].colour}>{inventoryStates[state].title}</Badge>
            </p>
            <CountProgress done={countedItems} total={itemCount} />
            <p className="text-xs text-muted">начали {formatDateTime(startedAt, timeZone)}</p>
          </li>
        ))}
      </ul>
    )}
  </section>
);

const Items = ({
  title,
  note,
  amountHead,
  rows,
  empty,
  href,
}: {
  title: string;
  note: string;
  amountHead: string;
  rows: Figures["worst"];
  empty: string;
  href: (stockItemId: number) => string;
}) => (
  <section aria-label={title} className="card min-w-0">
    <h2 className="font-semibold">{title}</h2>
    <p className="mb-2 text-sm text-muted">{note}</p>
    <BarTable
      caption={title}
      head="Товар"
      rows={rows}
      keyOf={({ stockItemId }) => stockItemId}
      name={({ stockItemId, title: name }) => (
        <Link href={href(stockItemId)} className="text-accent hover:underline">
          {name}
        </Link>
      )}
      size={({ amount }) => amount}
      columns={[
        { head: "Количество", cell: ({ count, unit }) => formatQuantity(count, unit) },
        { head: amountHead, cell: ({ amount }) => formatAmount(amount) },
      ]}
      empty={empty}
    />
  </section>
);

const neverNote = (shown: number, total: number): string =>
  total > shown ? `Самые дорогие из ${total}, ещё не попавших в инвентаризацию` : "Что сейчас на складе";

/**
 * Dashboard of the inventories: the inventory groups that are due, the open inventories, the losses, and the items that
 * were never counted (areas, section 4).
 */
export const InventoryDashBoard = ({ companyId }: { companyId: number }) => {
  const path = `/Company/${companyId}/Inventory`;
  const timeZone = useTimeZone(companyId);
  const view = useQuery(inventoryDashBoardQuery, { companyId });
  const why = useReasonNotToDraft(companyId);
  const operations = (stockItemId: number) => `/Company/${companyId}/StockOperation?stockItem=${stockItemId}`;
  useTitle(TITLE);
  useCommands([{ title: "Обновить", keys: "r", run: view.refresh }]);
  return (
    <>
      <QueryHeader
        title={TITLE}
        shown={view.shown}
        timeZone={timeZone}
        onRefresh={view.refresh}
        links={
          <>
            <ActionLink href={path}>Все инвентаризации</ActionLink>
            <ActionLink href={`/Company/${companyId}/InventoryGroup`}>Группы</ActionLink>
          </>
        }
      >
        {view.shown && (
          <RowsExport
            name={TITLE}
            columns={() => inventoryFigureColumns}
            rows={() => (view.shown ? inventoryFigureRows(view.shown.answer, timeZone) : [])}
          />
        )}
      </QueryHeader>
      <UnsentCounts companyId={companyId} />
      <QueryResult view={view}>
        {({ due, open, lossByWeek, worst, neverCounted, neverCountedTotal }) => (
          <div className="grid gap-3 min-[1200px]:grid-cols-2">
            <Due due={due} path={path} why={why} />
            <Open open={open} path={path} timeZone={timeZone} />
            <LossChart weeks={lossByWeek} />
            <Items
              title="Больше всего недостач"
              note={
                worst.length === 0
                  ? "За 90 дней"
                  : `За 90 дней: ${formatMoney(worst.reduce((sum, { amount }) => sum + amount, 0))}`
              }
              amountHead="Недостача, р."
              rows={worst}
              empty="Недостач за 90 дней нет."
              href={operations}
            />
            <div className="min-[1200px]:col-span-2">
              <Items
                title="Ни разу не считали"
                note={neverNote(neverCounted.length, neverCountedTotal)}
                amountHead="На складе, р."
                rows={neverCounted}
                empty="Каждый товар хоть раз посчитан."
                href={operations}
              />
            </div>
          </div>
        )}
      </QueryResult>
    </>
  );
};
