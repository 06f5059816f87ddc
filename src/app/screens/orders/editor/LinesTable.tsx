import { type FocusEvent, type KeyboardEvent, Suspense, useCallback, useEffect, useRef } from "react";
import { lazyComponent } from "../../../routing/lazyComponent.ts";
import { problemText } from "./editorTexts.ts";
import { LineRow } from "./LineRow.tsx";
import { useEditor, useEditorActor, usePreview } from "./useEditor.ts";

const LineDialog = lazyComponent("LineDialog", () => import("./LineDialog.tsx"));

const isTyping = (target: EventTarget | null): boolean => target instanceof HTMLInputElement;

const rowsOf = (box: HTMLElement | null) => [...(box?.querySelectorAll<HTMLElement>("tr[data-line]") ?? [])];

const rowIndexOf = (box: HTMLElement, inside: Element): number => rowsOf(box).findIndex((row) => row.contains(inside));

const focusRow = (box: HTMLElement | null, index: number): void => {
  const rows = rowsOf(box);
  const row = rows[Math.min(Math.max(0, index), rows.length - 1)];
  (row ?? document.getElementById("picker-search"))?.focus();
};

/**
 * Restores the focus after a line was removed: to the next line, or the last line if no line follows. If no line is
 * left, the dish search gets the focus.
 */
const useFocusAfterRemoval = (count: number) => {
  const box = useRef<HTMLDivElement>(null);
  const focusedIndex = useRef(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run after a line is removed
  useEffect(() => {
    if (focusedIndex.current >= 0 && document.activeElement === document.body)
      focusRow(box.current, focusedIndex.current);
  }, [count]);
  const onFocus = ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
    focusedIndex.current = rowIndexOf(currentTarget, target);
  };
  return { ref: box, onFocus };
};

/**
 * Table of the order lines. The up and down arrows move the focus between the lines, + and − change the count, Delete
 * removes the line, Enter opens its modifiers.
 */
export const LinesTable = () => {
  const editor = useEditorActor();
  const lines = useEditor(({ context }) => context.draft.lines);
  const problem = useEditor(({ context }) => problemText(context.problems.lines));
  const price = usePreview();
  const openedKey = useEditor(({ context }) => context.openedLine?.key);
  const focus = useFocusAfterRemoval(lines.length);
  const openedLine = lines.find(({ key }) => key === openedKey);
  const open = useCallback((key: string) => editor.send({ type: "line.open", key }), [editor]);

  const act = (key: string, line: { key: string; count: number }): boolean => {
    if (key === "+" || key === "=") editor.send({ type: "draft.count", key: line.key, count: line.count + 1 });
    else if (key === "-") editor.send({ type: "draft.count", key: line.key, count: line.count - 1 });
    else if (key === "Delete") editor.send({ type: "draft.remove", key: line.key });
    else if (key === "Enter") open(line.key);
    else return false;
    return true;
  };

  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const row = event.target instanceof Element ? event.target.closest("tr[data-line]") : null;
    const line = lines.find(({ key }) => key === row?.getAttribute("data-line"));
    const isOnRow = row !== null && row === event.target;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (row && step) focusRow(event.currentTarget, rowIndexOf(event.currentTarget, row) + step);
    else if (!line || (event.key === "Enter" && !isOnRow) || !act(event.key, line)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: one listener handles the keys of all rows
    <div className="flex min-h-0 flex-1 flex-col" onKeyDown={press} {...focus}>
      <div className="table-box min-h-0 flex-1" tabIndex={-1}>
        <table className="table lines">
          <caption className="sr-only">Позиции заказа</caption>
          <thead>
            <tr>
              <th scope="col">Позиция</th>
              <th scope="col" className="num">
                Цена, р.
              </th>
              <th scope="col">Кол-во</th>
              <th scope="col" className="num">
                Сумма, р.
              </th>
              <th scope="col">
                <span className="sr-only">Действия</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line, index) => {
              const { amount = 0, modificators = [], discountDescription = "" } = price.lines[index] ?? {};
              const extras = modificators.reduce((sum, one) => sum + one.amount, 0);
              return (
                <LineRow
                  key={line.key}
                  line={line}
                  amount={amount}
                  extras={extras}
                  discount={discountDescription}
                  onOpen={open}
                />
              );
            })}
          </tbody>
        </table>
        {lines.length === 0 && (
          <p className="px-4 py-6 text-center text-sm text-muted">
            Здесь появятся позиции заказа. Начните печатать название или нажмите на плитку.
          </p>
        )}
      </div>
      {problem && (
        <p role="alert" className="border-t border-line bg-negative-weak px-3 py-2 text-sm text-negative">
          {problem}
        </p>
      )}
      <Suspense>{openedLine && <LineDialog line={openedLine} />}</Suspense>
    </div>
  );
};
