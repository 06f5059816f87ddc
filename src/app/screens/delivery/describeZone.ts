import { type DeliveryZoneDraft, parseStreets } from "#machines/directory/descriptors/deliveryZones.ts";
import type { Fact } from "../../directory/findDifferences.ts";

/** Returns the values of a zone draft as text. */
export const describeZone = (draft: DeliveryZoneDraft): readonly Fact[] => [
  ["Название", draft.name],
  ["Цена доставки", draft.price],
  ["Бесплатно от", draft.freeFrom],
  ["Везём от", draft.minAmount],
  ["Минут в пути", draft.minutes],
  ["Приоритет", draft.priority],
  ["Граница", draft.polygon.map(({ lat, lon }) => `${lat}, ${lon}`).join("; ")],
  ["Улицы", parseStreets(draft.streets).join(", ")],
];
