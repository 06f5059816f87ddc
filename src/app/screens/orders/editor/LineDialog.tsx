import type { KeyboardEvent } from "react";
import { formatMoney } from "#domain/money.ts";
import type { OrderLineDraft, OrderModificatorDraft } from "#machines/orders/editor/draft.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { TextArea } from "../../../ui/TextArea.tsx";
import { useEditor, useEditorActor } from "./useEditor.ts";

const MAX_COUNT = 10_000;

const useOffered = (line: OrderLineDraft): OrderModificatorDraft[] => {
  const item = useEditor(({ context }) => context.menu.items.find(({ id }) => id === line.itemId));
  const menu = (item?.modificators ?? []).map(({ id, name, price }) => ({ modificatorId: id, name, price, count: 0 }));
  const gone = line.modificators.filter(
    (one) => !menu.some(({ modificatorId }) => modificatorId === one.modificatorId),
  );
  const chosen = (one: OrderModificatorDraft) =>
    line.modificators.find(({ modificatorId }) => modificatorId === one.modificatorId) ?? one;
  return [...menu.map(chosen), ...gone];
};

const Modificator = ({
  one,
  lineCount,
  onCount,
}: {
  one: OrderModificatorDraft;
  lineCount: number;
  onCount: (count: number) => void;
}) => (
  <li className="flex items-center gap-2 py-1">
    <span className="min-w-0 flex-1">
      {one.name} <span className="text-muted">{formatMoney(one.price)}</span>
    </span>
    <Button
      className="!min-w-8 !px-1"
      aria-label={`${one.name}: меньше`}
      onClick={() => onCount(Math.max(0, one.count - 1))}
    >
      −
    </Button>
    <b className="w-8 text-center font-semibold" aria-live="polite">
      {one.count}
    </b>
    <Button
      className="!min-w-8 !px-1"
      aria-label={`${one.name}: больше`}
      onClick={() => onCount(Math.min(MAX_COUNT, one.count === 0 ? lineCount : one.count + 1))}
    >
      +
    </Button>
  </li>
);

/**
 * Dialog with the modifiers of an order line and the note for the cook. Each change is applied to the draft
 * immediately.
 */
export const LineDialog = ({ line, onClose }: { line: OrderLineDraft; onClose: () => void }) => {
  const editor = useEditorActor();
  const modificators = useOffered(line);
  const change = (part: { note?: string; modificators?: OrderModificatorDraft[] }) =>
    editor.send({ type: "draft.line", key: line.key, note: line.note, modificators, ...part });
  const count = (id: number, to: number) =>
    change({ modificators: modificators.map((one) => (one.modificatorId === id ? { ...one, count: to } : one)) });
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.target instanceof HTMLButtonElement) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  return (
    <Dialog
      title={`${line.name} × ${line.count}`}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          Готово
        </Button>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in the note presses the button Готово */}
      <div className="grid gap-3" onKeyDown={press}>
        <TextArea
          label="Слово повару"
          data-autofocus
          maxLength={500}
          value={line.note}
          onText={(note) => change({ note })}
        />
        {modificators.length > 0 ? (
          <section aria-label="Добавки">
            <h3 className="text-xs text-muted">Добавки, на всю строку</h3>
            <ul>
              {modificators.map((one) => (
                <Modificator
                  key={one.modificatorId}
                  one={one}
                  lineCount={line.count}
                  onCount={(to) => count(one.modificatorId, to)}
                />
              ))}
            </ul>
          </section>
        ) : (
          <p className="text-sm text-muted">Добавок к этому блюду нет.</p>
        )}
      </div>
    </Dialog>
  );
};
