import { formatTime } from "#domain/format.ts";
import { ticketLines, ticketNote, ticketWay } from "#domain/kitchenWords.ts";
import { orderPrintingQuery } from "#machines/queries/orderPrinting.ts";
import { useTimeZone } from "../../../services/context.ts";
import { useEmitted } from "../../../shared/useEmitted.ts";
import { useQuery } from "../../../shared/useQuery.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Link } from "../../../ui/Link.tsx";
import { documentNames, jobState } from "../../printing/printTexts.ts";
import type { PrintRequester } from "./usePrint.ts";

const SHOWN = 4;

/**
 * Card with the latest four print jobs of the order, hidden if there are none. It warns if the kitchen has received
 * only an older version of the order.
 */
export const PrintCard = ({
  companyId,
  orderId,
  version,
  printer,
  why,
  onCook,
}: {
  companyId: number;
  orderId: number;
  version: number | undefined;
  printer: PrintRequester;
  why: string | false | undefined;
  onCook: () => void;
}) => {
  const timeZone = useTimeZone(companyId);
  const { shown, refresh } = useQuery(orderPrintingQuery, { companyId, orderId, version });
  const answer = shown?.answer;
  useEmitted(printer, { "print.sent": refresh });
  if (!answer || answer.jobs.length === 0) return null;
  const { kitchen, jobs } = answer;
  const note = ticketNote(kitchen.changes);
  const way = ticketWay(kitchen.changes);
  return (
    <section
      className="card grid gap-2 text-sm max-[1000px]:order-last max-[1000px]:col-span-full"
      aria-labelledby="detail-printing"
    >
      <h2 id="detail-printing" className="font-semibold">
        Печать
      </h2>
      {kitchen.state === "stale" && (
        <div role="status" className="grid gap-2 rounded-md bg-warning-weak px-3 py-2 text-warning">
          <b>Кухня видит старую версию</b>
          <ul className="wrap-anywhere">
            {way && (
              <li>
                {way.text}, было: {way.before}
              </li>
            )}
            {ticketLines(kitchen.changes, false).map(({ lineId, head, details }) => (
              <li key={lineId}>{[head, ...details].join(", ")}</li>
            ))}
            {note?.before !== undefined && <li>комментарий: {note.text || "убран"}</li>}
          </ul>
          <Button why={why} onClick={onCook}>
            Отправить изменения
          </Button>
        </div>
      )}
      <ul className="grid gap-1.5">
        {jobs.slice(0, SHOWN).map((job) => {
          const { title, colour } = jobState(job);
          return (
            <li key={job.id} className="flex flex-wrap items-center justify-between gap-x-2 gap-y-0.5">
              <span className="text-muted">
                {documentNames[job.kind]}
                {job.kind === "kitchen" && job.printerName && `, ${job.printerName}`}{" "}
                {formatTime(new Date(job.createdAt), timeZone)}
              </span>
              <Badge colour={colour}>{title}</Badge>
              {job.reason && job.status === "failed" && <span className="w-full text-xs text-muted">{job.reason}</span>}
            </li>
          );
        })}
      </ul>
      {jobs.some(({ status }) => status !== "printed" && status !== "cancelled") && (
        <Link href={`/Company/${companyId}/Printer/Queue`} className="text-accent underline">
          {jobs.some(({ status }) => status === "unconfirmed") ? "Ответить в очереди печати" : "Очередь печати"}
        </Link>
      )}
    </section>
  );
};
