import type { Schemas } from "#api/client.ts";
import type {
  CustomerDraft,
  CustomerRow,
  CustomerSegment,
  KeptAddressDraft,
} from "#machines/directory/descriptors/customers.ts";
import type { Fact } from "../../directory/findDifferences.ts";

/** Titles of the customer risks, and the colours of their badges. */
export const riskTexts: Readonly<
  Record<CustomerRow["risk"], { readonly title: string; readonly colour: Schemas["Colour"] }>
> = {
  none: { title: "Обычный", colour: null },
  attention: { title: "Внимание", colour: "orange" },
  blocked: { title: "Не обслуживать", colour: "red" },
};

/** Titles of the segments, in the sequence of the list. The empty segment contains all customers. */
export const segmentTexts: readonly (readonly [CustomerSegment | "", string])[] = [
  ["", "Все"],
  ["new", "Новые"],
  ["regular", "Постоянные"],
  ["sleeping", "Давно не заказывали"],
  ["birthday", "Скоро день рождения"],
  ["attention", riskTexts.attention.title],
  ["blocked", riskTexts.blocked.title],
];

/** Formats an address in one line, for example "ул. Садовая, 12, кв. 40". */
export const customerAddress = (address: Schemas["CustomerAddress"]): string =>
  [
    address.deliveryAddress,
    address.deliveryAddressBuilding,
    address.deliveryAddressEntrance && `под. ${address.deliveryAddressEntrance}`,
    address.deliveryAddressLevel && `эт. ${address.deliveryAddressLevel}`,
    address.deliveryAddressApartmentNumber && `кв. ${address.deliveryAddressApartmentNumber}`,
  ]
    .filter(Boolean)
    .join(", ");

const addressText = ({ street, building, entrance, level, apartment, isDefault }: KeptAddressDraft): string =>
  customerAddress({
    deliveryAddress: street,
    deliveryAddressBuilding: building,
    deliveryAddressEntrance: entrance,
    deliveryAddressLevel: level,
    deliveryAddressApartmentNumber: apartment,
  }) + (isDefault ? " (основной)" : "");

/** Returns the values of a customer draft as readable text. */
export const describeCustomer = (draft: CustomerDraft): readonly Fact[] => [
  ["Имя", draft.alias],
  ["День рождения", draft.birthday],
  ["Заметка", draft.note],
  ["Отношение", riskTexts[draft.risk].title],
  ["Причина", draft.riskReason],
  ["Действует до", draft.riskUntil],
  ["Адреса", draft.addresses.map(addressText).join("; ")],
];
