import { goodsAmount } from "#domain/pricing.ts";
import type { Draft } from "#machines/orders/editor/draft.ts";
import { useHasExtensionFields } from "../../../services/useIsOffered.ts";
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

const TOGGLE = "aria-pressed:border-accent aria-pressed:bg-accent-weak aria-pressed:text-accent";

/**
 * Toggle between delivery, pickup and dine-in, and a select field for the delivery zone. A server without extension
 * fields does not support dine-in. With such a server, nothing is rendered for a company without zones.
 */
export const ZoneField = ({ companyId }: { companyId: number }) => {
  const editor = useEditorActor();
  const chosen = useEditor(({ context }) => context.draft.zone);
  const hasStreet = useEditor(({ context }) => context.draft.street.trim() !== "");
  const error = useEditor(({ context }) => problemText(context.problems.zone));
  const hasLines = useEditor(({ context }) => context.draft.lines.length > 0);
  const { zones, found, zone, isAwaited } = useDeliveryZone(companyId);
  const goods = goodsAmount(usePreview());
  const isInHall = useEditor(({ context }) => context.draft.isInHall);
  const hasHall = useHasExtensionFields();
  if (zones.length === 0 && !hasHall && !isAwaited) return null;
  // An order with an address but without a zone is a delivery, not a pickup.
  const isPickup = chosen === null && !hasStreet;
  const choose = (to: Draft["zone"]) => editor.send({ type: "draft.zone", zone: to });
  return (
    <>
      <fieldset className="grid grid-flow-col gap-1.5">
        <legend className="sr-only">Способ получения</legend>
        <Button className={TOGGLE} aria-pressed={!isPickup} onClick={() => isPickup && choose(BY_ADDRESS)}>
          Доставка
        </Button>
        <Button
          className={TOGGLE}
          aria-pressed={isPickup && !isInHall}
          onClick={() => editor.send({ type: "draft.pickup", isInHall: false })}
        >
          Самовывоз
        </Button>
        {hasHall && (
          <Button
            className={TOGGLE}
            aria-pressed={isInHall}
            onClick={() => editor.send({ type: "draft.pickup", isInHall: true })}
          >
            В зале
          </Button>
        )}
      </fieldset>
      {!isPickup && isAwaited && <div className="h-[73px]" />}
      {!isPickup && zones.length > 0 && (
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
