import { useEffect } from "react";
import type { Schemas } from "#api/client.ts";
import { formatMoney, roundMoney } from "#domain/money.ts";
import { goodsAmount } from "#domain/pricing.ts";
import { deliveryZoneQuery } from "#machines/directory/descriptors/deliveryZones.ts";
import type { Draft } from "#machines/orders/editor/draft.ts";
import { useQuery } from "../../../shared/useQuery.ts";
import { Field } from "../../../ui/Field.tsx";
import { TickBox } from "../../../ui/TickBox.tsx";
import { problemText } from "./editorTexts.ts";
import { useEditor, useEditorActor, usePreview } from "./useEditor.ts";

type Zone = Pick<Schemas["DeliveryZone"], "id" | "name" | "price" | "freeFrom" | "minAmount" | "minutes">;

const NONE = "none";

const toZone = (value: string): Draft["zone"] => {
  if (value === NONE) return null;
  return value === "byAddress" ? value : Number(value);
};

/**
 * Returns the terms of a zone as text: the price, the time, and the amount missing for free delivery. `goods` is the
 * price of the dishes, roubles.
 */
const termsText = ({ price, freeFrom, minutes }: Zone, goods: number): string => {
  const untilFree = price > 0 && freeFrom !== null ? roundMoney(freeFrom - goods) : 0;
  const free = untilFree > 0 && goods > 0 && `ещё ${formatMoney(untilFree)} — и бесплатно`;
  const isFree = price === 0 || (freeFrom !== null && goods >= freeFrom);
  return [isFree ? "бесплатно" : formatMoney(price), minutes && `${minutes} мин`, free].filter(Boolean).join(", ");
};

/** Returns the zone as stored in the order, with its delivery price. Used if the company has removed the zone. */
const useRemovedZone = (): Zone | undefined => {
  const order = useEditor(({ context }) => context.order);
  if (!order?.deliveryZoneId) return undefined;
  const { deliveryZoneId: id, deliveryZoneName, deliveryPrice = 0 } = order;
  return {
    id,
    name: deliveryZoneName ?? "Прежняя зона",
    price: deliveryPrice,
    freeFrom: null,
    minAmount: 0,
    minutes: null,
  };
};

const useZones = (companyId: number) => {
  const street = useEditor(({ context }) => context.draft.street);
  const house = useEditor(({ context }) => context.draft.house);
  const { shown } = useQuery(deliveryZoneQuery, { companyId, street, house });
  const removed = useRemovedZone();
  const zones: readonly Zone[] = shown?.answer.zones ?? [];
  const isListed = removed === undefined || zones.some(({ id }) => id === removed.id);
  return { zones: isListed ? zones : [...zones, removed], foundId: street.trim() === "" ? null : shown?.answer.zoneId };
};

/** Sends the price of the delivery to the editor, which adds it to the total. */
const useDelivery = (zone: Zone | undefined): void => {
  const editor = useEditorActor();
  const price = zone?.price;
  const freeFrom = zone?.freeFrom ?? null;
  useEffect(
    () => editor.send({ type: "delivery.change", delivery: price === undefined ? null : { price, freeFrom } }),
    [editor, price, freeFrom],
  );
};

const byAddressText = (found: Zone | undefined, hasStreet: boolean): string => {
  if (!hasStreet) return "По адресу: самовывоз";
  return `По адресу: ${found?.name ?? "вне зон"}`;
};

const Minimum = ({ zone, goods, isRefused }: { zone: Zone; goods: number; isRefused: boolean }) => {
  const editor = useEditorActor();
  const isWaived = useEditor(({ context }) => context.draft.isMinimumWaived);
  return (
    <div className="text-sm">
      {!isRefused && (
        <p className="text-warning">
          В эту зону везём от {formatMoney(zone.minAmount)} — не хватает{" "}
          {formatMoney(roundMoney(zone.minAmount - goods))}
        </p>
      )}
      <TickBox
        checked={isWaived}
        onChange={(event) => editor.send({ type: "draft.waive", isWaived: event.target.checked })}
      >
        Всё равно принять
      </TickBox>
    </div>
  );
};

/** Field for the delivery zone, if the company has any. The zone is found by the address unless the user chooses one. */
export const ZoneField = ({ companyId }: { companyId: number }) => {
  const editor = useEditorActor();
  const chosen = useEditor(({ context }) => context.draft.zone);
  const hasStreet = useEditor(({ context }) => context.draft.street.trim() !== "");
  const error = useEditor(({ context }) => problemText(context.problems.zone));
  const hasLines = useEditor(({ context }) => context.draft.lines.length > 0);
  const { zones, foundId } = useZones(companyId);
  const goods = goodsAmount(usePreview());
  const find = (wanted: number | null | undefined) => zones.find(({ id }) => id === wanted);
  const zone = find(chosen === "byAddress" ? foundId : chosen);
  useDelivery(zone);
  if (zones.length === 0) return null;
  return (
    <>
      <Field label="Доставка" error={error} hint={zone && termsText(zone, goods)}>
        {(control) => (
          <select
            {...control}
            className="field text-sm"
            value={chosen ?? NONE}
            onChange={(event) => editor.send({ type: "draft.zone", zone: toZone(event.target.value) })}
          >
            <option value="byAddress">{byAddressText(find(foundId), hasStreet)}</option>
            {zones.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
            <option value={NONE}>Без доставки</option>
          </select>
        )}
      </Field>
      {zone && hasLines && goods < zone.minAmount && (
        <Minimum zone={zone} goods={goods} isRefused={error !== undefined} />
      )}
    </>
  );
};
