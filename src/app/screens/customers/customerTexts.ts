import type { Schemas } from "#api/client.ts";
import type { CustomerDraft, CustomerRow } from "#machines/directory/descriptors/customers.ts";
import type { Fact } from "../../directory/findDifferences.ts";

/** Titles of the customer risks, and the colours of their badges. */
export const riskTexts: Readonly<
  Record<CustomerRow["risk"], { readonly title: string; readonly colour: Schemas["Colour"] }>
> = {
  none: { title: "Обычный", colour: null },
  attention: { title: "Внимание", colour: "orange" },
  blocked: { title: "Не обслуживать", colour: "red" },
};

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

/** Returns the values of a customer draft as readable text. */
export const describeCustomer = ({ alias, note, risk, riskReason }: CustomerDraft): readonly Fact[] => [
  ["Имя", alias],
  ["Заметка", note],
  ["Отношение", riskTexts[risk].title],
  ["Причина", riskReason],
];
