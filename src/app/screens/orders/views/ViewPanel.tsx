import type { ActorRefFrom } from "xstate";
import { userViewsQuery, type ViewTarget } from "#machines/directory/descriptors/userViews.ts";
import type { orderListMachine } from "#machines/orders/list/orderList.machine.ts";
import {
  type HideableColumn,
  hideableColumns,
  type OrderListQuery,
  type OrderListView,
  type Sort,
  sorts,
  writeQuery,
} from "#machines/orders/list/orderList.ts";
import { useQuery } from "../../../shared/useQuery.ts";
import { ErrorBox } from "../../../ui/ErrorBox.tsx";
import { Link } from "../../../ui/Link.tsx";
import { Popover } from "../../../ui/Popover.tsx";
import { TickBox } from "../../../ui/TickBox.tsx";
import { audienceText, pathOfView, screenNames, writeTarget } from "./viewTarget.ts";

const sortNames: Readonly<Record<Sort, string>> = { due: "По сроку", number: "По номеру", amount: "По сумме" };

const columnNames: Readonly<Record<HideableColumn, string>> = {
  elapsed: "Прошло времени",
  tags: "Теги",
  customer: "Клиент и телефон",
  address: "Адрес и комментарий",
  courier: "Курьер",
};

/** Columns of each order list that the user can hide. */
const columnsOf: Readonly<Record<OrderListView, readonly HideableColumn[]>> = {
  open: hideableColumns,
  summary: ["elapsed", "tags"],
  medium: hideableColumns,
};

const entryClass = "block rounded-md px-2 py-1.5 hover:bg-sunken aria-[current]:font-semibold pointer-coarse:py-2.5";
const groupClass = "mt-1 border-t border-line px-2 py-1";
const headClass = "px-2 pt-2 text-xs font-semibold text-muted";

/**
 * Panel with the views of the order list: the three built-in lists and the saved views. Below them the user chooses the
 * sort key and the shown columns of the current list (areas, section 13).
 */
export const ViewPanel = ({
  companyId,
  list,
  view,
  query,
  findButton,
  onClose,
}: {
  companyId: number;
  list: ActorRefFrom<typeof orderListMachine>;
  view: OrderListView;
  query: OrderListQuery;
  findButton: () => Element | null;
  onClose: () => void;
}) => {
  const { shown, error, isOffered } = useQuery(userViewsQuery, { companyId });
  const current: ViewTarget = { screen: view, query: writeQuery({ ...query, page: 1 }) };
  const isCurrent = (target: ViewTarget) => target.screen === current.screen && target.query === current.query;
  const saved = shown?.answer ?? [];
  const open = saved.find((one) => one.isOwn && isCurrent(one));
  const base = `/Company/${companyId}/UserView`;
  const toggle = (column: HideableColumn) =>
    list.send({
      type: "query.change",
      patch: { hidden: hideableColumns.filter((other) => query.hidden.includes(other) !== (other === column)) },
    });
  return (
    <Popover label="Вид списка" findAnchor={findButton} onClose={onClose}>
      <nav aria-label="Виды списка">
        <ul>
          {(["open", "summary", "medium"] as const).map((screen, at) => (
            <li key={screen}>
              <Link
                onClick={onClose}
                href={pathOfView(companyId, { screen, query: "" })}
                className={entryClass}
                data-autofocus={at === 0 || undefined}
                aria-current={isCurrent({ screen, query: "" }) || undefined}
              >
                {screenNames[screen]}
              </Link>
            </li>
          ))}
        </ul>
        {saved.length > 0 && (
          <>
            <h2 className={headClass}>Сохранённые</h2>
            <ul>
              {saved.map((one) => (
                <li key={one.id}>
                  <Link
                    onClick={onClose}
                    href={pathOfView(companyId, one)}
                    className={entryClass}
                    aria-current={isCurrent(one) || undefined}
                  >
                    {one.name}
                    {one.roleName !== null && <span className="block text-xs text-muted">{audienceText(one)}</span>}
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )}
      </nav>
      {error && <ErrorBox message={error} />}
      <fieldset className={groupClass}>
        <legend className="sr-only">Порядок</legend>
        {sorts.map((sort) => (
          <TickBox
            key={sort}
            type="radio"
            name="sort"
            checked={query.sort === sort}
            onChange={() => list.send({ type: "query.change", patch: { sort } })}
          >
            {sortNames[sort]}
          </TickBox>
        ))}
      </fieldset>
      <fieldset className={groupClass}>
        <legend className="sr-only">Колонки</legend>
        {columnsOf[view].map((column) => (
          <TickBox key={column} checked={!query.hidden.includes(column)} onChange={() => toggle(column)}>
            {columnNames[column]}
          </TickBox>
        ))}
      </fieldset>
      {isOffered && (
        <p className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-2 pt-2 pb-1">
          <Link
            onClick={onClose}
            href={open ? `${base}/${open.id}/Edit` : `${base}/New?${writeTarget(current)}`}
            className="text-accent underline"
          >
            {open ? `Изменить «${open.name}»` : "Сохранить вид"}
          </Link>
          {saved.length > 0 && (
            <Link href={base} onClick={onClose} className="text-accent underline">
              Все виды
            </Link>
          )}
        </p>
      )}
    </Popover>
  );
};
