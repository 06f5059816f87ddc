import type { Schemas } from "#api/client.ts";
import { formatNumber } from "#domain/figures.ts";
import { formatMoney } from "#domain/money.ts";
import { discountPercent, isDiscountAbove, type OrderPrice } from "#domain/pricing.ts";
import { offeredDiscounts } from "#machines/orders/editor/offeredDiscounts.ts";
import { Field } from "../../../ui/Field.tsx";
import { problemText } from "./editorTexts.ts";
import { useEditor, useEditorActor, usePreview } from "./useEditor.ts";

/** Returns the name of a discount for the list. If the name contains no number, the value of the discount is added. */
const titleOf = ({ name, type, value, detail }: Schemas["Discount"]): string => {
  if (detail !== null || /\d/.test(name)) return name;
  return `${name} (−${type === "%" ? `${formatNumber(value)} %` : formatMoney(value)})`;
};

const discountWarning = (limit: number | undefined, price: OrderPrice): string | undefined =>
  limit !== undefined && isDiscountAbove(price, limit)
    ? `Скидка ${formatNumber(discountPercent(price))} % больше разрешённых вам ${formatNumber(limit)} %: сервер её не примет.`
    : undefined;

/** Select field for the discount of the order. The discounts are read again each time the list opens. */
export const DiscountField = ({ why, limit }: { why: string | undefined; limit: number | undefined }) => {
  const editor = useEditorActor();
  const discounts = useEditor(({ context }) => context.discounts);
  const lines = useEditor(({ context }) => context.draft.lines);
  const chosen = useEditor(({ context }) => context.draft.discountId);
  const kept = useEditor(({ context }) => context.base?.draft.discountId ?? null);
  const keptName = useEditor(({ context }) => context.order?.discountName);
  const error = useEditor(({ context }) => problemText(context.problems.discountId));
  const refresh = () => editor.send({ type: "discounts.refresh" });
  const offered = offeredDiscounts({ lines, discountId: chosen }, discounts, kept, limit);
  const warning = discountWarning(limit, usePreview());
  const isUnlisted = chosen !== null && !offered.some(({ id }) => id === chosen);
  return (
    <Field
      label="Скидка"
      keys="Ctrl D"
      error={error}
      hint={why ?? (warning && <span className="text-warning">{warning}</span>)}
    >
      {(control) => (
        <span id="discount-field">
          <select
            {...control}
            className="field text-sm"
            data-walk=""
            disabled={why !== undefined}
            value={chosen ?? ""}
            onPointerDown={refresh}
            onFocus={refresh}
            onChange={(event) =>
              editor.send({ type: "draft.discount", discountId: Number(event.target.value) || null })
            }
          >
            <option value="">Без скидки</option>
            {offered.map((discount) => (
              <option key={discount.id} value={discount.id}>
                {titleOf(discount)}
                {discount.isRemoved ? " — больше не даётся" : ""}
              </option>
            ))}
            {isUnlisted && (
              <option value={chosen}>{(chosen === kept && keptName) || `Скидка №${chosen}`} — больше не даётся</option>
            )}
          </select>
        </span>
      )}
    </Field>
  );
};
