import type { KeyboardEvent } from "react";
import { formatMoney } from "#domain/money.ts";
import { requiredGroupsOf } from "#domain/requiredGroups.ts";
import type { OrderLineDraft, OrderModificatorDraft } from "#machines/orders/editor/draft.ts";
import type { SplitReason } from "#machines/orders/editor/draftEdits.ts";
import { splitOpenedLine } from "#machines/orders/editor/editorContext.ts";
import { missingChoices } from "#machines/orders/editor/requiredChoices.ts";
import { useCommands } from "../../../keyboard/commands.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { moveButtonFocus } from "../../../ui/moveButtonFocus.ts";
import { TextArea } from "../../../ui/TextArea.tsx";
import { Thumbnail } from "../../../ui/Thumbnail.tsx";
import { useEditor, useEditorActor } from "./useEditor.ts";

const MAX_COUNT = 10_000;

const ONLY_FOR_ONE = "Только для одной";

const splitReasons: Readonly<Record<SplitReason, string | undefined>> = {
  single: undefined,
  unchanged: "Сначала выберите добавку или напишите слово повару",
  notSold: "Блюда или добавки больше нет в меню",
  crowded: "В заказе слишком много позиций",
};

const useOffered = (line: OrderLineDraft) => {
  const item = useEditor(({ context }) => context.menu.items.find(({ id }) => id === line.itemId));
  const offered = item?.modificators ?? [];
  const menu = offered.map(({ id, name, price }) => ({ modificatorId: id, name, price, count: 0 }));
  const gone = line.modificators.filter(
    (one) => !menu.some(({ modificatorId }) => modificatorId === one.modificatorId),
  );
  const chosen = (one: OrderModificatorDraft) =>
    line.modificators.find(({ modificatorId }) => modificatorId === one.modificatorId) ?? one;
  const groupOf = ({ modificatorId }: OrderModificatorDraft): number | undefined =>
    offered.find(({ id }) => id === modificatorId)?.requiredGroup?.id;
  const groups = requiredGroupsOf(offered);
  // The sections of the required groups come first, then the section of the modifiers without a group (`undefined`).
  const places = [...groups.map(({ id }): number | undefined => id), undefined];
  const modificators = [...menu.map(chosen), ...gone];
  const sections = places.map((id) => ({
    group: groups.find((group) => group.id === id),
    modificators: modificators.filter((one) => groupOf(one) === id),
  }));
  return {
    imageUrl: item?.imageUrl,
    modificators,
    sections: sections.filter((section) => section.modificators.length > 0),
  };
};

/** Keys that change the count of the focused modifier. */
const steps: Readonly<Record<string, number>> = { "+": 1, "=": 1, ArrowRight: 1, "-": -1, ArrowLeft: -1 };

const Modificator = ({
  one,
  lineCount,
  isFirst,
  onCount,
}: {
  one: OrderModificatorDraft;
  lineCount: number;
  isFirst: boolean;
  onCount: (count: number) => void;
}) => {
  const less = () => onCount(Math.max(0, one.count - 1));
  const more = () => onCount(Math.min(MAX_COUNT, one.count === 0 ? lineCount : one.count + 1));
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (step > 0) more();
    else less();
  };
  return (
    <li className="flex items-center gap-2 py-1" onKeyDown={press}>
      <span className="min-w-0 flex-1">
        {one.name} <span className="text-muted">{formatMoney(one.price)}</span>
      </span>
      <Button
        className="!min-w-8 !px-1"
        tabIndex={-1}
        aria-label={`${one.name}: меньше`}
        title="Меньше (−)"
        onClick={less}
      >
        −
      </Button>
      <b className="w-8 text-center font-semibold" aria-live="polite">
        {one.count}
      </b>
      <Button
        className="!min-w-8 !px-1"
        data-more=""
        data-autofocus={isFirst ? "" : undefined}
        aria-label={`${one.name}: больше`}
        title="↑ ↓ — выбрать добавку, + − или ← → — изменить количество"
        onClick={more}
      >
        +
      </Button>
    </li>
  );
};

/** Heading of a required group. It is red until a modifier of the group is chosen. */
const GroupTitle = ({ name, isMissing }: { name: string; isMissing: boolean }) => (
  <span className={isMissing ? "text-negative" : undefined}>
    <b className="font-semibold">{name}</b> — выберите хотя бы одно
  </span>
);

/**
 * Dialog with the modifiers of an order line and the note for the cook; each change is applied to the draft
 * immediately. Ctrl+Enter works only if each required group has a chosen modifier, but Esc always closes the dialog.
 */
export const LineDialog = ({ line }: { line: OrderLineDraft }) => {
  const editor = useEditorActor();
  const { imageUrl, modificators, sections } = useOffered(line);
  const items = useEditor(({ context }) => context.menu.items);
  const base = useEditor(({ context }) => context.base);
  const missing = missingChoices(line, { items, base });
  const isChosen = useEditor((snapshot) => snapshot.can({ type: "line.apply" }));
  const why = isChosen ? undefined : `Нужно выбрать: ${missing.join(", ")}`;
  const hasModificators = modificators.length > 0;
  const [first] = sections[0]?.modificators ?? [];
  const change = (part: { note?: string; modificators?: OrderModificatorDraft[] }) =>
    editor.send({ type: "draft.line", key: line.key, note: line.note, modificators, ...part });
  const count = (id: number, to: number) =>
    change({ modificators: modificators.map((one) => (one.modificatorId === id ? { ...one, count: to } : one)) });
  const apply = () => editor.send({ type: "line.apply" });
  const splitReason = useEditor(({ context }) => {
    const split = splitOpenedLine(context);
    return typeof split === "string" ? split : undefined;
  });
  const isSeveral = line.count > 1;
  const whyNotSplit = why ?? (splitReason && splitReasons[splitReason]);
  const split = () => editor.send({ type: "line.split" });
  useCommands([
    { title: "Готово", keys: "Ctrl+Enter", scope: "dialog", why, run: apply },
    ...(isSeveral
      ? [{ title: ONLY_FOR_ONE, keys: "Alt+O", scope: "dialog" as const, why: whyNotSplit, run: split }]
      : []),
  ]);
  const pressInNote = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.ctrlKey) return;
    event.preventDefault();
    event.stopPropagation();
    apply();
  };
  return (
    <Dialog
      title={`${line.name} × ${line.count}`}
      onClose={() => editor.send({ type: "line.close" })}
      actions={
        <>
          {isSeveral && (
            <Button keys="Alt+O" why={whyNotSplit} onClick={split}>
              {ONLY_FOR_ONE}
            </Button>
          )}
          <Button kind="primary" keys="Ctrl ↵" why={why} onClick={apply}>
            Готово
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {imageUrl && <Thumbnail src={imageUrl} size={96} className="size-24 rounded-md bg-sunken object-cover" />}
        {hasModificators ? (
          // biome-ignore lint/a11y/noStaticElementInteractions: one listener moves the focus between all modifiers
          <div className="grid gap-3" onKeyDown={(event) => moveButtonFocus(event, "[data-more]")}>
            {sections.map(({ group, modificators: offered }) => (
              <section key={group?.id} aria-label={group?.name ?? "Добавки"}>
                <h3 className="text-xs text-muted">
                  {group ? <GroupTitle name={group.name} isMissing={missing.includes(group.name)} /> : "Добавки"}
                </h3>
                <ul>
                  {offered.map((one) => (
                    <Modificator
                      key={one.modificatorId}
                      one={one}
                      lineCount={line.count}
                      isFirst={one === first}
                      onCount={(to) => count(one.modificatorId, to)}
                    />
                  ))}
                </ul>
              </section>
            ))}
          </div>
        ) : (
          <p className="text-sm text-muted">Добавок к этому блюду нет.</p>
        )}
        <TextArea
          label="Слово повару"
          data-autofocus={hasModificators ? undefined : ""}
          maxLength={500}
          value={line.note}
          onKeyDown={pressInNote}
          onText={(note) => change({ note })}
        />
        {isSeveral && <p className="text-xs text-muted">Выбор — на все порции, «{ONLY_FOR_ONE}» — на одну.</p>}
      </div>
    </Dialog>
  );
};
