import { goodsAmount } from "#domain/pricing.ts";
import type { Draft } from "#machines/orders/editor/draft.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { problemText } from "./editorTexts.ts";
import { useDeliveryZone } from "./useDeliveryZone.ts";
import { useEditor, useEditorActor, usePreview } from "./useEditor.ts";
import { ZoneMinimum } from "./ZoneMinimum.tsx";
import { byAddressText, zoneTermsText } from "./zoneTexts.ts";

const BY_ADDRESS = "byAddress";

const TOGGLE = "aria-pressed:border-accent aria-pressed:bg-accent-weak aria-pressed:text-accent";

/**
 * Switch between delivery and pickup, and the field for the delivery zone. Both are shown if the company has zones. The
 * zone is found by the address, unless the user chooses one.
 */
export const ZoneField = ({ companyId }: { companyId: number }) => {
  const editor = useEditorActor();
  const chosen = useEditor(({ context }) => context.draft.zone);
  const hasStreet = useEditor(({ context }) => context.draft.street.trim() !== "");
  const error = useEditor(({ context }) => problemText(context.problems.zone));
  const hasLines = useEditor(({ context }) => context.draft.lines.length > 0);
  const { zones, found, zone } = useDeliveryZone(companyId);
  const goods = goodsAmount(usePreview());
  if (zones.length === 0) return null;
  const choose = (to: Draft["zone"]) => editor.send({ type: "draft.zone", zone: to });
  return (
    <>
      <fieldset className="grid grid-cols-2 gap-1.5">
        <legend className="sr-only">Получение заказа</legend>
        <Button className={TOGGLE} aria-pressed={chosen !== null} onClick={() => choose("byAddress")}>
          Доставка
        </Button>
        <Button className={TOGGLE} aria-pressed={chosen === null} onClick={() => choose(null)}>
          Самовывоз
        </Button>
      </fieldset>
      {chosen !== null && (
        <Field label="Зона доставки" error={error} hint={zone && zoneTermsText(zone, goods)}>
          {(control) => (
            <select
              {...control}
              className="field text-sm"
              value={chosen}
              onChange={({ target: { value } }) => choose(value === BY_ADDRESS ? value : Number(value))}
            >
              <option value={BY_ADDRESS}>{byAddressText(found, hasStreet)}</option>
              {zones.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {zone && hasLines && goods < zone.minAmount && (
        <ZoneMinimum zone={zone} goods={goods} isRefused={error !== undefined} />
      )}
    </>
  );
};
