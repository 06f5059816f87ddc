import { formatDateTime } from "#domain/format.ts";
import type { StockAct } from "#machines/directory/descriptors/stockActs.ts";
import { Badge } from "../../ui/Badge.tsx";
import { DocumentStamps } from "../stockDocuments/DocumentStamps.tsx";
import { actReasons, actStates } from "./stockActTexts.ts";

/** Facts of a stock act: state, reason, date, author and time of the creation, approval and reversal, and comment. */
export const StockActFacts = ({ act, timeZone }: { act: StockAct; timeZone: string }) => (
  <dl className="mb-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
    <dt className="text-muted">Состояние</dt>
    <dd>
      <Badge colour={actStates[act.state].colour}>{actStates[act.state].title}</Badge>
    </dd>
    {act.reason && (
      <>
        <dt className="text-muted">Причина</dt>
        <dd>{actReasons[act.reason]}</dd>
      </>
    )}
    <dt className="text-muted">Дата</dt>
    <dd>{formatDateTime(act.date, timeZone)}</dd>
    <DocumentStamps document={act} words={["Внесён", "Проведён", "Отменён"]} timeZone={timeZone} />
    {act.comment && (
      <>
        <dt className="text-muted">Комментарий</dt>
        <dd className="whitespace-pre-line wrap-anywhere">{act.comment}</dd>
      </>
    )}
  </dl>
);
