import { type KeyboardEvent, useState } from "react";
import { refusalSentence } from "#domain/discountTermsText.ts";
import { checkPromoCode, type PromoCodeOutcome } from "#machines/orders/editor/discountRefusals.ts";
import { useServices } from "../../../services/context.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { useDiscountedDraft } from "./useDiscountedDraft.ts";
import { useEditor, useEditorActor } from "./useEditor.ts";

const problemOf = (outcome: PromoCodeOutcome | undefined): string | undefined => {
  switch (outcome?.kind) {
    case "empty":
      return "Введите промокод.";
    case "unknown":
      return "Такого промокода нет.";
    case "refused":
      return refusalSentence(outcome.refusal, outcome.name, outcome.terms);
    default:
      return undefined;
  }
};

/**
 * Field for a promo code. Enter or the button applies the code: the order gets the discount with this code, or an error
 * explains the refusal.
 */
export const PromoCodeField = ({ companyId }: { companyId: number }) => {
  const editor = useEditorActor();
  const { now } = useServices();
  const order = useDiscountedDraft(companyId);
  const discounts = useEditor(({ context }) => context.discounts);
  const applied = useEditor(({ context }) => context.draft.promoCode);
  const [text, setText] = useState("");
  const [outcome, setOutcome] = useState<PromoCodeOutcome>();
  const apply = () => {
    const checked = checkPromoCode(text, discounts, { ...order, now: now() });
    setOutcome(checked);
    if (checked.kind !== "accepted") return;
    editor.send({ type: "draft.discount", discountId: checked.discountId, promoCode: checked.promoCode });
    setText("");
  };
  const applyOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    apply();
  };
  return (
    <Field
      label="Промокод"
      className="mt-2"
      error={problemOf(outcome)}
      hint={applied && <span className="text-positive">Применён промокод {applied}</span>}
    >
      {(control) => (
        <span className="flex gap-2">
          <input
            {...control}
            type="text"
            className="field min-w-0 flex-1 text-sm"
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={64}
            enterKeyHint="done"
            value={text}
            onFocus={() => editor.send({ type: "discounts.refresh" })}
            onChange={(event) => {
              setText(event.target.value);
              setOutcome(undefined);
            }}
            onKeyDown={applyOnEnter}
          />
          <Button why={text.trim() === "" && "Введите промокод"} onClick={apply}>
            Применить
          </Button>
        </span>
      )}
    </Field>
  );
};
