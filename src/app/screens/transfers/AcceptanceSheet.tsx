import { useState } from "react";
import { formatQuantity } from "#domain/quantity.ts";
import { packingListItemsQuery } from "#machines/directory/descriptors/packingLists.ts";
import type { Transfer, TransferLine } from "#machines/directory/descriptors/transfers.ts";
import {
  type AcceptanceLineDraft,
  type AcceptanceReason,
  acceptanceDrafts,
  acceptanceOf,
  reasonNotToAccept,
  type TypedLine,
  unassignedCount,
} from "#machines/stock/acceptance.ts";
import type { ActionDetails } from "#machines/stock/stockDocument.ts";
import { useCommands } from "../../keyboard/commands.ts";
import { useQuery } from "../../shared/useQuery.ts";
import { Button } from "../../ui/Button.tsx";
import { DecimalField } from "../../ui/DecimalField.tsx";
import { ErrorBox } from "../../ui/ErrorBox.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { LineItemCell } from "../stockDocuments/LineItemCell.tsx";

const reasonTexts: Readonly<Record<AcceptanceReason, (left: string) => string>> = {
  tooLittle: (left) => `Не хватает ${left}: примите, верните или запишите в потери.`,
  tooMuch: (left) => `Лишние ${left}: столько не отправляли.`,
  noItem: () => "Выберите товар на вашем складе.",
  noReason: () => "Напишите причину.",
};

const lineText = (line: TransferLine, draft: AcceptanceLineDraft): string | undefined => {
  const reason = reasonNotToAccept(line, draft);
  return reason && reasonTexts[reason](formatQuantity(Math.abs(unassignedCount(line, draft)), line.stockItemUnit));
};

interface OwnItem {
  readonly id: number;
  readonly title: string;
  readonly unit: string;
}

const AcceptanceRow = ({
  line,
  draft,
  at,
  items,
  onChange,
}: {
  line: TransferLine;
  draft: AcceptanceLineDraft;
  at: number;
  items: readonly OwnItem[];
  onChange: (patch: Partial<AcceptanceLineDraft>) => void;
}) => {
  const { stockItemTitle, stockItemUnit, count } = line;
  const unit = <span className="text-xs text-muted">{stockItemUnit}</span>;
  const isWhole = draft.lost.trim() === "" && draft.refused.trim() === "";
  const text = lineText(line, draft);
  return (
    <fieldset aria-label={stockItemTitle} className="grid gap-2 border-b border-line pb-3">
      <p className="flex flex-wrap justify-between gap-x-4">
        <b className="wrap-anywhere">{stockItemTitle}</b>
        <span className="whitespace-nowrap text-muted">отправлено {formatQuantity(count, stockItemUnit)}</span>
      </p>
      <div className="grid grid-cols-3 gap-2 sm:grid-cols-[minmax(10rem,1fr)_7rem_7rem_7rem]">
        <div className="col-span-3 min-w-0 sm:col-span-1">
          <LineItemCell
            at={at}
            value={draft.stockItemId}
            title={items.find(({ id }) => id === draft.stockItemId)?.title}
            choicesOf={() =>
              items.filter((item) => item.unit === stockItemUnit).map(({ id, title }) => ({ id, name: title }))
            }
            error={undefined}
            onChoose={(stockItemId) => onChange({ stockItemId })}
          />
        </div>
        <DecimalField
          label="Принять"
          value={draft.accepted}
          after={unit}
          onText={(accepted) => onChange({ accepted })}
        />
        <DecimalField label="Потеряно" value={draft.lost} after={unit} onText={(lost) => onChange({ lost })} />
        <DecimalField label="Вернуть" value={draft.refused} after={unit} onText={(refused) => onChange({ refused })} />
      </div>
      {!isWhole && (
        <TextField label="Причина" maxLength={300} value={draft.reason} onText={(reason) => onChange({ reason })} />
      )}
      {text && (
        <p role="status" className="text-sm text-negative">
          {text}
        </p>
      )}
    </fieldset>
  );
};

/**
 * Form in which the recipient chooses one of their own stock items for each line, and enters the accepted, lost and
 * returned quantities. Initially all sent quantities are accepted. If the transfer changes, a line keeps its typed
 * values unless its stock item or sent quantity has changed.
 */
export const AcceptanceSheet = ({
  transfer,
  companyId,
  why,
  onAccept,
}: {
  transfer: Transfer;
  companyId: number;
  why: string | undefined;
  onAccept: (details: ActionDetails) => void;
}) => {
  const [typed, setTyped] = useState<readonly TypedLine[]>([]);
  const drafts = acceptanceDrafts(transfer.items, typed);
  const view = useQuery(packingListItemsQuery, { companyId });
  const items = view.shown?.answer ?? [];
  const lines = transfer.items.flatMap((line, at) => {
    const draft = drafts[at];
    return draft ? [{ line, draft }] : [];
  });
  const isUnfit = lines.some(({ line, draft }) => reasonNotToAccept(line, draft) !== undefined);
  const whyNot = why ?? (isUnfit ? "Проверьте строки" : undefined);
  const accept = () => onAccept(acceptanceOf(drafts));
  useCommands([{ title: "Принять товар", keys: "Ctrl+Enter", why: whyNot, run: accept }]);
  return (
    <section aria-label="Приёмка" className="grid gap-3">
      <h2 className="text-base font-semibold">Приёмка</h2>
      {view.error && (
        <ErrorBox title="Товары вашего склада не загружены" message={view.error}>
          <Button onClick={view.refresh}>Повторить</Button>
        </ErrorBox>
      )}
      {lines.map(({ line, draft }, at) => (
        <AcceptanceRow
          key={line.id}
          line={line}
          draft={draft}
          at={at}
          items={items}
          onChange={(patch) =>
            setTyped([...typed.filter((one) => one.line.id !== line.id), { line, draft: { ...draft, ...patch } }])
          }
        />
      ))}
      <div className="flex justify-end">
        <Button kind="primary" keys="Ctrl+Enter" why={whyNot} onClick={accept}>
          Принять
        </Button>
      </div>
    </section>
  );
};
