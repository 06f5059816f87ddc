import { goodsAmount } from "#domain/pricing.ts";
import type { Draft } from "#machines/orders/editor/draft.ts";
import { Field } from "../../../ui/Field.tsx";
import { problemText } from "./editorTexts.ts";
import { useDeliveryZone } from "./useDeliveryZone.ts";
import { useEditor, useEditorActor, usePreview } from "./useEditor.ts";
import { ZoneMinimum } from "./ZoneMinimum.tsx";
import { byAddressText, zoneTermsText } from "./zoneTexts.ts";

const NONE = "none";

const toZone = (value: string): Draft["zone"] => {
  if (value === NONE) return null;
  return value === "byAddress" ? value : Number(value);
};

/**
 * Field for the delivery zone, shown if the company has zones. The zone is found by the address, unless the user
 * chooses a zone or no delivery.
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
  return (
    <>
      <Field label="Доставка" error={error} hint={zone && zoneTermsText(zone, goods)}>
        {(control) => (
          <select
            {...control}
            className="field text-sm"
            value={chosen ?? NONE}
            onChange={(event) => editor.send({ type: "draft.zone", zone: toZone(event.target.value) })}
          >
            <option value="byAddress">{byAddressText(found, hasStreet)}</option>
            {zones.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            <option value={NONE}>Без доставки</option>
          </select>
        )}
      </Field>
      {zone && hasLines && goods < zone.minAmount && (
        <ZoneMinimum zone={zone} goods={goods} isRefused={error !== undefined} />
      )}
    </>
  );
};
