import { useSelector } from "@xstate/react";
import { Suspense } from "react";
import { counted, formatTime } from "#domain/format.ts";
import { useCommands } from "../../../keyboard/commands.ts";
import { lazyComponent } from "../../../routing/lazyComponent.ts";
import { usePermissions, useServices, useTimeZone } from "../../../services/context.ts";
import { failureText } from "../../../services/failureText.ts";
import { ActionLink } from "../../../shared/ActionLink.tsx";
import { useTitle } from "../../../shared/useTitle.ts";
import { Button } from "../../../ui/Button.tsx";
import { ErrorBox } from "../../../ui/ErrorBox.tsx";
import { RefreshButton } from "../../../ui/RefreshButton.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { StageColumns } from "./StageColumns.tsx";
import { useStageBoard } from "./useStageBoard.ts";

const UndoBar = lazyComponent("UndoBar", () => import("../detail/UndoBar.tsx"));

const Empty = ({
  text,
  href,
  title,
  needs,
  companyId,
}: {
  text: string;
  href: string;
  title: string;
  needs: string;
  companyId: number;
}) => {
  const hasPermission = usePermissions(companyId);
  return (
    <div className="card grid justify-items-start gap-3">
      <p>{text}</p>
      {hasPermission(needs) && (
        <ActionLink href={`/Company/${companyId}/${href}`} kind="primary">
          {title}
        </ActionLink>
      )}
    </div>
  );
};

/**
 * Stage board: the open orders of a company in columns by status. The user moves orders between the columns (areas,
 * section 13).
 */
export const OrderBoard = ({ companyId }: { companyId: number }) => {
  useTitle("Доска заказов");
  const board = useStageBoard(companyId);
  const { orders, at, failure, undo } = useSelector(board, ({ context }) => context);
  const references = useServices().references(companyId);
  const known = useSelector(references, ({ context }) => context);
  const timeZone = useTimeZone(companyId);
  const error = failureText(failure) ?? (known.data ? undefined : failureText(known.failure));
  const refresh = () => {
    board.send({ type: "board.refresh" });
    if (!known.data) references.send({ type: "query.refresh" });
  };
  useCommands([{ title: "Обновить доску", keys: "r", run: refresh }]);
  return (
    <>
      <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1>Доска заказов</h1>
        <p className="mr-auto text-sm text-muted">
          {orders && at !== undefined && (
            <>
              {counted(orders.length, ["заказ", "заказа", "заказов"])} ·{" "}
              <span className="whitespace-nowrap">данные на {formatTime(new Date(at), timeZone)}</span>
              <span className="pointer-coarse:hidden max-[1200px]:hidden">
                {" "}
                · стрелки выбирают заказ, <kbd>M</kbd> и цифра столбца перемещают
              </span>
            </>
          )}
        </p>
        <RefreshButton onClick={refresh} />
      </header>
      {error && (
        <div className="mb-3">
          <ErrorBox message={error}>
            <Button onClick={refresh}>Повторить</Button>
          </ErrorBox>
        </div>
      )}
      {!(orders && known.data) && !error && <Spinner />}
      {known.data?.statuses.length === 0 ? (
        <Empty
          companyId={companyId}
          text="У компании нет статусов заказов. Столбцы доски — это статусы."
          href="OrderStatus/New"
          title="Добавить статус"
          needs="settings.edit"
        />
      ) : (
        orders?.length === 0 && (
          <Empty
            companyId={companyId}
            text="Открытых заказов нет. Принятый заказ появится здесь."
            href="Order/New"
            title="Принять заказ"
            needs="order.create"
          />
        )
      )}
      {orders && known.data && orders.length > 0 && (
        <StageColumns companyId={companyId} board={board} orders={orders} references={known.data} />
      )}
      <Suspense>
        {undo && (
          <UndoBar
            key={`${undo.orderId} ${undo.version}`}
            request={undo}
            onChange={refresh}
            onEnd={() => board.send({ type: "undo.end" })}
          />
        )}
      </Suspense>
    </>
  );
};
