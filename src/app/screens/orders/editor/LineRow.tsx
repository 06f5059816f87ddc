import { Pencil, X } from "lucide-react";
import { memo, useState } from "react";
import { formatAmount, roundMoney } from "#domain/money.ts";
import type { OrderLineDraft } from "#machines/orders/editor/draft.ts";
import { pricesOf } from "#machines/orders/editor/editorContext.ts";
import { missingChoices } from "#machines/orders/editor/requiredChoices.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { prefetchDialog } from "../../../ui/Dialog.tsx";
import { useEditor, useEditorActor } from "./useEditor.ts";

const Details = ({ line }: { line: OrderLineDraft }) => {
  const extras = line.modificators.map(
    ({ name, count, price }) => `+ ${name} × ${count} — ${formatAmount(price * count)}`,
  );
  const words = [...extras, line.note && `«${line.note}»`].filter(Boolean).join(" · ");
  return words ? <div className="text-xs text-muted wrap-anywhere">{words}</div> : null;
};

const Price = ({ line, amount, discount }: { line: OrderLineDraft; amount: number; discount: string }) => {
  const one = roundMoney(amount / line.count);
  if (discount === "") return formatAmount(line.price);
  return (
    <span title={discount}>
      <s className="mr-1 text-xs text-muted">{formatAmount(line.price)}</s>
      {formatAmount(one)}
    </span>
  );
};

const Count = ({ line }: { line: OrderLineDraft }) => {
  const editor = useEditorActor();
  // `text` is typed text that is no valid count (empty, 0 or not an integer). The field shows `text`, while the draft
  // keeps `before`, the count before the user began to type.
  const [typed, setTyped] = useState<{ text?: string; before: number }>();
  const set = (count: number) => editor.send({ type: "draft.count", key: line.key, count });
  const type = (text: string) => {
    if (/^\d{5,}$/.test(text)) return;
    const before = typed?.before ?? line.count;
    const count = /^\d+$/.test(text) ? Number(text) : 0;
    setTyped(count > 0 ? { before } : { text, before });
    set(count > 0 ? count : before);
  };
  const step =
    "min-h-6.5 min-w-6.5 bg-sunken text-muted hover:text-text pointer-coarse:min-h-10 pointer-coarse:min-w-10";
  return (
    <span className="inline-flex items-stretch overflow-hidden rounded-md border border-line">
      <button
        type="button"
        tabIndex={-1}
        className={step}
        aria-label={`${line.name}: меньше`}
        title={line.count === 1 ? "Убрать (−)" : "Меньше (−)"}
        onClick={() => set(line.count - 1)}
      >
        −
      </button>
      <input
        type="text"
        inputMode="numeric"
        tabIndex={-1}
        aria-label={`${line.name}: количество`}
        className="w-9 bg-transparent text-center font-semibold"
        value={typed?.text ?? line.count}
        onChange={(event) => type(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => setTyped(undefined)}
      />
      <button
        type="button"
        tabIndex={-1}
        className={step}
        aria-label={`${line.name}: больше`}
        title="Больше (+)"
        onClick={() => set(line.count + 1)}
      >
        +
      </button>
    </span>
  );
};

/** Table row of an order line, with the dish, price, count, and total including modifiers. */
export const LineRow = memo(
  ({
    line,
    amount,
    extras,
    discount,
    onOpen,
  }: {
    line: OrderLineDraft;
    amount: number;
    extras: number;
    discount: string;
    onOpen: (key: string) => void;
  }) => {
    const editor = useEditorActor();
    const isSold = useEditor(
      ({ context }) => !context.isCurrent || context.menu.items.some(({ id }) => id === line.itemId),
    );
    const missing = useEditor(({ context }) => missingChoices(line, pricesOf(context)).join(", "));
    return (
      <tr
        data-line={line.key}
        data-invalid={missing ? "" : undefined}
        tabIndex={0}
        className="focus-visible:-outline-offset-2"
      >
        <td className="!py-1">
          <b className="wrap-anywhere">{line.name}</b>
          {(line.isRemoved || !isSold) && (
            <span className="ml-1.5">
              <Badge colour="grey" title="Блюда больше нет в меню; в этом заказе оно остаётся по своей цене">
                нет в меню
              </Badge>
            </span>
          )}
          <Details line={line} />
          {missing && <div className="text-xs text-negative wrap-anywhere">Нужно выбрать: {missing}</div>}
        </td>
        <td className="num whitespace-nowrap">
          <Price line={line} amount={amount} discount={discount} />
        </td>
        <td>
          <Count line={line} />
        </td>
        <td className="num font-semibold whitespace-nowrap">{formatAmount(amount + extras)}</td>
        <td className="!pl-0 text-right whitespace-nowrap">
          <button
            type="button"
            className="btn btn-ghost pointer-fine:!min-h-7 pointer-fine:!px-1.5 pointer-coarse:min-w-10"
            aria-label={`${line.name}: добавки и слово повару`}
            title="Добавки и слово повару (Enter)"
            onPointerEnter={prefetchDialog}
            onClick={() => onOpen(line.key)}
          >
            <Pencil size={16} aria-hidden />
          </button>
          <button
            type="button"
            className="btn btn-ghost pointer-fine:!min-h-7 pointer-fine:!px-1.5 pointer-coarse:min-w-10"
            aria-label={`${line.name}: убрать`}
            title="Убрать (Delete)"
            onClick={() => editor.send({ type: "draft.remove", key: line.key })}
          >
            <X size={16} aria-hidden />
          </button>
        </td>
      </tr>
    );
  },
);
