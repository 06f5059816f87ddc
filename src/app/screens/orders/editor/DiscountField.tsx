import { Suspense } from "react";
import type { Schemas } from "#api/client.ts";
import { refusalHint, refusalSentence } from "#domain/discountTermsText.ts";
import { formatNumber } from "#domain/figures.ts";
import { formatMoney } from "#domain/money.ts";
import { discountPercent, isDiscountAbove, type OrderPrice } from "#domain/pricing.ts";
import { findRefused } from "#machines/orders/editor/discountRefusals.ts";
import { discountLimitOf, offeredDiscounts } from "#machines/orders/editor/offeredDiscounts.ts";
import { isPermitted } from "#machines/session/permissions.ts";
import { useOverridable } from "../../../overrides/useOverridable.ts";
import { lazyComponent } from "../../../routing/lazyComponent.ts";
import { useCompany } from "../../../services/context.ts";
import { missingPermission } from "../../../services/permissionReasons.ts";
import { Field } from "../../../ui/Field.tsx";
import { problemText } from "./editorTexts.ts";
import { useDiscountedDraft } from "./useDiscountedDraft.ts";
import { useEditor, useEditorActor, usePreview } from "./useEditor.ts";

/**
 * Returns the name of a discount for the list. The value is added if the name contains no digit and the discount has no
 * conditions.
 */
const titleOf = ({ name, type, value, detail }: Schemas["Discount"]): string => {
  if (detail !== null || /\d/.test(name)) return name;
  return `${name} (−${type === "%" ? `${formatNumber(value)} %` : formatMoney(value)})`;
};

const discountWarning = (limit: number | undefined, price: OrderPrice, end: string): string | undefined =>
  limit !== undefined && isDiscountAbove(price, limit)
    ? `Скидка ${formatNumber(discountPercent(price))} % больше разрешённых вам ${formatNumber(limit)} %: ${end}.`
    : undefined;

// Few companies have promo codes, so the field's chunk is loaded only if a discount has a promo code.
const PromoCodeField = lazyComponent("PromoCodeField", () => import("./PromoCodeField.tsx"));

/**
 * Select field for the discount of the order, and the field for a promo code if a discount has a code. The discounts
 * are read again each time the select field gets the focus or is pressed.
 */
export const DiscountField = ({ companyId }: { companyId: number }) => {
  const { permissions, isOffered: isOverridable } = useOverridable(companyId);
  const why = isPermitted(permissions, "discount.apply") ? undefined : missingPermission("discount.apply");
  const limit = discountLimitOf(useCompany(companyId)?.permissions);
  const editor = useEditorActor();
  const discounts = useEditor(({ context }) => context.discounts);
  const lines = useEditor(({ context }) => context.draft.lines);
  const chosen = useEditor(({ context }) => context.draft.discountId);
  const kept = useEditor(({ context }) => context.base?.draft.discountId ?? null);
  const keptName = useEditor(({ context }) => context.order?.discountName);
  const error = useEditor(({ context }) => problemText(context.problems.discountId));
  const refresh = () => editor.send({ type: "discounts.refresh" });
  const offered = offeredDiscounts({ lines, discountId: chosen }, discounts, kept, isOverridable ? undefined : limit);
  const order = useDiscountedDraft(companyId);
  const refusedOf = (discount: Schemas["Discount"] | undefined) => discount && findRefused(discount, order);
  const preview = usePreview();
  const refused = refusedOf(discounts.find(({ id }) => id === chosen));
  const hasCodes = discounts.some(({ isRemoved, terms }) => !isRemoved && terms?.promoCode);
  const end = isOverridable ? "нужно разрешение менеджера" : "сервер её не примет";
  const warning = refused
    ? refusalSentence(refused.refusal, refused.name, refused.terms)
    : discountWarning(limit, preview, end);
  const isUnlisted = chosen !== null && !offered.some(({ id }) => id === chosen);
  return (
    <>
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
              {offered.map((discount) => {
                const barred = refusedOf(discount);
                return (
                  <option
                    key={discount.id}
                    value={discount.id}
                    disabled={barred !== undefined && discount.id !== chosen && discount.id !== kept}
                  >
                    {titleOf(discount)}
                    {discount.isRemoved
                      ? " — больше не даётся"
                      : barred && ` — ${refusalHint(barred.refusal, barred.terms)}`}
                  </option>
                );
              })}
              {isUnlisted && (
                <option value={chosen}>
                  {(chosen === kept && keptName) || `Скидка №${chosen}`} — больше не даётся
                </option>
              )}
            </select>
          </span>
        )}
      </Field>
      {hasCodes && why === undefined && (
        <Suspense fallback={<div className="h-[61px]" />}>
          <PromoCodeField companyId={companyId} />
        </Suspense>
      )}
    </>
  );
};
