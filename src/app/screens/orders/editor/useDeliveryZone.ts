import { useEffect } from "react";
import type { Schemas } from "#api/client.ts";
import { deliveryZoneQuery } from "#machines/directory/descriptors/deliveryZones.ts";
import { useServices } from "../../../services/context.ts";
import { useQuery } from "../../../shared/useQuery.ts";
import { writeCached } from "../../../storage/userCache.ts";
import { useEditor, useEditorActor } from "./useEditor.ts";
import { useMayHaveZones, zonesCacheName } from "./useMayHaveZones.ts";

/** Delivery zone as the order editor shows it. Amounts are in roubles. */
export type EditorZone = Pick<Schemas["DeliveryZone"], "id" | "name" | "price" | "freeFrom" | "minAmount" | "minutes">;

/**
 * Returns the zone as stored in the order, with the order's delivery price, or undefined if the order has no zone.
 * Used if the company has removed the zone.
 */
const useRemovedZone = (): EditorZone | undefined => {
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

/** Sends the zone's delivery price to the editor, which adds it to the total. */
const useDelivery = (zone: EditorZone | undefined): void => {
  const editor = useEditorActor();
  const price = zone?.price;
  const freeFrom = zone?.freeFrom ?? null;
  useEffect(
    () => editor.send({ type: "delivery.change", delivery: price === undefined ? null : { price, freeFrom } }),
    [editor, price, freeFrom],
  );
};

/**
 * Returns the zones of the company, the zone `found` for the address, and the applicable `zone`: the user's choice or
 * `found`. Also sends the zone's delivery price to the editor, and caches whether the company has zones. `isAwaited` is
 * true during the first read, unless the company is known to have no zones.
 */
export const useDeliveryZone = (companyId: number) => {
  const street = useEditor(({ context }) => context.draft.street);
  const house = useEditor(({ context }) => context.draft.house);
  const chosen = useEditor(({ context }) => context.draft.zone);
  const { shown, error } = useQuery(deliveryZoneQuery, { companyId, street, house });
  const { user } = useServices();
  const mayHaveZones = useMayHaveZones(companyId);
  const hasListed = shown && shown.answer.zones.length > 0;
  useEffect(() => {
    if (hasListed !== undefined) writeCached(user.id, zonesCacheName(companyId), hasListed);
  }, [hasListed, user.id, companyId]);
  const isAwaited = !shown && !error && mayHaveZones;
  const removed = useRemovedZone();
  const listed: readonly EditorZone[] = shown?.answer.zones ?? [];
  const isListed = removed === undefined || listed.some(({ id }) => id === removed.id);
  const zones = isListed ? listed : [...listed, removed];
  const find = (wanted: number | null | undefined) => zones.find(({ id }) => id === wanted);
  const found = find(street.trim() === "" ? null : shown?.answer.zoneId);
  const zone = chosen === "byAddress" ? found : find(chosen);
  useDelivery(zone);
  return { zones, found, zone, isAwaited };
};
