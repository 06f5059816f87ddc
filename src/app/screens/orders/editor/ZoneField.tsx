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
const NONE = "none";

const toZone = (value: string): Draft["zone"] => {
  if (value === NONE) return null;
  return value === BY_ADDRESS ? value : Number(value);
};

const ADDRESS = ["street", "house", "apartment", "entrance", "floor"] as const;

const TOGGLE = "aria-pressed:border-accent aria-pressed:bg-accent-weak aria-pressed:text-accent";

/**
 * Toggle between delivery and pickup, and the zone of a delivery. The zone is found by the address unless the user
 * chooses a zone.
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
  // An order with an address but without a zone is a delivery too.
  const isPickup = chosen === null && !hasStreet;
  const choose = (to: Draft["zone"]) => editor.send({ type: "draft.zone", zone: to });
  const choosePickup = () => {
    // A change of the address resets the chosen zone, so the zone is set after the address.
    for (const field of ADDRESS) editor.send({ type: "draft.type", field, text: "" });
    choose(null);
  };
  return (
    <>
      <fieldset className="grid grid-cols-2 gap-1.5">
        <legend className="sr-only">Способ получения</legend>
        <Button className={TOGGLE} aria-pressed={!isPickup} onClick={() => isPickup && choose(BY_ADDRESS)}>
          Доставка
        </Button>
        <Button className={TOGGLE} aria-pressed={isPickup} onClick={choosePickup}>
          Самовывоз
        </Button>
      </fieldset>
      {!isPickup && (
        <Field
          label="Зона доставки"
          error={error}
          hint={zone ? zoneTermsText(zone, goods) : !hasStreet && "Без улицы — самовывоз"}
        >
          {(control) => (
            <select
              {...control}
              className="field text-sm"
              value={chosen ?? NONE}
              onChange={({ target: { value } }) => choose(toZone(value))}
            >
              <option value={BY_ADDRESS}>{byAddressText(found, hasStreet)}</option>
              {zones.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
              {hasStreet && <option value={NONE}>Без зоны</option>}
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
