import { formatDateTime } from "#domain/format.ts";
import type { Transfer } from "#machines/directory/descriptors/transfers.ts";
import { Badge } from "../../ui/Badge.tsx";
import { lossTexts, transferStates } from "./transferTexts.ts";

const closedTexts = { accepted: "Принято", refused: "Отказ", recalled: "Отозвано" } as const;

const Stamp = ({ label, at, by, timeZone }: { label: string; at: string; by: string | null; timeZone: string }) => (
  <>
    <dt className="text-muted">{label}</dt>
    <dd>{[formatDateTime(at, timeZone), by].filter(Boolean).join(", ")}</dd>
  </>
);

/**
 * Facts of a transfer: state, companies, bearer of losses, author and time of the creation, sending and end, reason of
 * the end, and comment.
 */
export const TransferFacts = ({ transfer, timeZone }: { transfer: Transfer; timeZone: string }) => {
  const { state, sendingDate, closedAt, closingReason, comment } = transfer;
  return (
    <dl className="mb-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
      <dt className="text-muted">Состояние</dt>
      <dd>
        <Badge colour={transferStates[state].colour}>{transferStates[state].title}</Badge>
      </dd>
      <dt className="text-muted">Откуда</dt>
      <dd className="wrap-anywhere">{transfer.fromCompanyName}</dd>
      <dt className="text-muted">Куда</dt>
      <dd className="wrap-anywhere">{transfer.toCompanyName}</dd>
      <dt className="text-muted">Потери в пути</dt>
      <dd>несёт {lossTexts[transfer.lossOn].toLowerCase()}</dd>
      <Stamp label="Внесено" at={transfer.creationDate} by={transfer.createdByAlias} timeZone={timeZone} />
      {sendingDate && <Stamp label="Отправлено" at={sendingDate} by={transfer.sentByAlias} timeZone={timeZone} />}
      {closedAt && state in closedTexts && (
        <Stamp
          label={closedTexts[state as keyof typeof closedTexts]}
          at={closedAt}
          by={transfer.closedByAlias}
          timeZone={timeZone}
        />
      )}
      {closingReason && (
        <>
          <dt className="text-muted">Причина</dt>
          <dd className="wrap-anywhere">{closingReason}</dd>
        </>
      )}
      {comment && (
        <>
          <dt className="text-muted">Комментарий</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{comment}</dd>
        </>
      )}
    </dl>
  );
};
