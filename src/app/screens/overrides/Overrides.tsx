import { useSelector } from "@xstate/react";
import { useState } from "react";
import { formatDateTime } from "#domain/format.ts";
import { overrideAnswerActors } from "#machines/overrides/overrideAnswer.actors.ts";
import {
  type GrantRow,
  overrideGrantsQuery,
  type WaitingRequest,
  waitingRequestsQuery,
} from "#machines/queries/overrides.ts";
import type { TableColumn } from "../../directory/listParts.ts";
import { PagedExport } from "../../directory/PagedExport.tsx";
import { PagedList } from "../../directory/PagedList.tsx";
import { useServices, useTimeZone } from "../../services/context.ts";
import { failureText } from "../../services/failureText.ts";
import { useQuery } from "../../shared/useQuery.ts";
import { useTask } from "../../shared/useTask.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorBox } from "../../ui/ErrorBox.tsx";
import { Link } from "../../ui/Link.tsx";
import { toast } from "../../ui/toast.ts";
import { grantExportColumns } from "./grantExport.ts";
import { grantMethods } from "./grantMethods.ts";

const FILTERS: readonly string[] = [];

const OrderLink = ({ companyId, row }: { companyId: number; row: Pick<GrantRow, "orderId" | "summary"> }) =>
  row.orderId === null ? (
    row.summary
  ) : (
    <Link href={`/Company/${companyId}/Order/${row.orderId}`} className="text-accent hover:underline">
      {row.summary}
    </Link>
  );

const columnsFor = (companyId: number, timeZone: string): readonly TableColumn<GrantRow>[] => [
  {
    head: "Действие",
    narrow: "lead",
    cell: (row) => (
      <span className="wrap-anywhere">
        <OrderLink companyId={companyId} row={row} />
      </span>
    ),
  },
  { head: "Право", cell: ({ permissions }) => permissions.join(", ") },
  { head: "Сделал", cell: ({ alias }) => alias },
  { head: "Разрешил", cell: ({ by, method }) => `${by}, ${grantMethods[method]}` },
  { head: "Когда", cell: ({ date }) => <span className="whitespace-nowrap">{formatDateTime(date, timeZone)}</span> },
];

const useAnswer = (companyId: number, isAllowed: boolean, onDone: () => void) => {
  const { api, newKey } = useServices();
  const task = useTask(
    () => overrideAnswerActors({ api, newKey, companyId }, isAllowed),
    () => {
      toast(isAllowed ? "Разрешено" : "Отказано");
      onDone();
    },
  );
  const { failure } = useSelector(task, ({ context }) => context);
  const isBusy = useSelector(task, (state) => state.hasTag("busy"));
  return { send: (id: number) => task.send({ type: "task.start", id }), failure, isBusy };
};

const Waiting = ({
  companyId,
  request,
  onDone,
}: {
  companyId: number;
  request: WaitingRequest;
  onDone: () => void;
}) => {
  const allow = useAnswer(companyId, true, onDone);
  const refuse = useAnswer(companyId, false, onDone);
  const timeZone = useTimeZone(companyId);
  const failure = allow.failure ?? refuse.failure;
  const why = (allow.isBusy || refuse.isBusy) && "Сохраняется";
  const { id, alias, permissions, date } = request;
  return (
    <li className="card grid gap-2">
      <div>
        <p className="font-semibold wrap-anywhere">
          <OrderLink companyId={companyId} row={request} />
        </p>
        <p className="text-sm text-muted">
          Просит {alias}, {formatDateTime(date, timeZone)}. Право: {permissions.join(", ")}
        </p>
      </div>
      {failure && <ErrorBox message={failureText(failure)} />}
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" className="min-h-11!" why={why} onClick={() => allow.send(id)}>
          Разрешить
        </Button>
        <Button className="min-h-11!" why={why} onClick={() => refuse.send(id)}>
          Отказать
        </Button>
      </div>
    </li>
  );
};

const WaitingRequests = ({ companyId, onAnswer }: { companyId: number; onAnswer: () => void }) => {
  const { shown, error, refresh } = useQuery(waitingRequestsQuery, { companyId });
  const requests = shown?.answer ?? [];
  const answered = () => {
    refresh();
    onAnswer();
  };
  return (
    <section aria-labelledby="override-waiting" className="mb-2 grid basis-full gap-2">
      <h2 id="override-waiting" className="text-base font-semibold">
        Ждут ответа
      </h2>
      {error && <ErrorBox message={error} />}
      {shown && requests.length === 0 && <p className="text-sm text-muted">Сейчас никто не просит разрешения.</p>}
      <ul aria-live="polite" className="grid gap-2">
        {requests.map((request) => (
          <Waiting key={request.id} companyId={companyId} request={request} onDone={answered} />
        ))}
      </ul>
    </section>
  );
};

/**
 * Screen on which a manager answers requests of employees, and sees the actions that were allowed (areas, section 13).
 */
export const Overrides = ({ companyId }: { companyId: number }) => {
  const timeZone = useTimeZone(companyId);
  const [descriptor] = useState(() => overrideGrantsQuery(companyId));
  return (
    <PagedList
      descriptor={descriptor}
      title="Разрешения"
      filters={FILTERS}
      columns={columnsFor(companyId, timeZone)}
      links={[]}
      commands={{}}
      empty="Пока ничего не разрешали. Здесь появятся действия, которые менеджер разрешил сотруднику."
    >
      {(filter, _change, refresh) => (
        <>
          <WaitingRequests companyId={companyId} onAnswer={refresh} />
          <PagedExport
            key={timeZone}
            name="Разрешения"
            descriptor={descriptor}
            columns={grantExportColumns(timeZone)}
            filter={filter}
          />
        </>
      )}
    </PagedList>
  );
};
