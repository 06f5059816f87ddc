/** API call of the customer's specification (platform and business, section 7) with the fields of its body. */
interface DocumentedPayload {
  readonly method: "POST" | "PUT" | "PATCH";
  readonly path: RegExp;
  readonly fields: readonly string[];
}

const order = [
  "items phone deliveryAddress deliveryAddressBuilding deliveryAddressApartmentNumber deliveryAddressLevel",
  "deliveryAddressEntrance deliveryPhone deliveryChange persons note companyId orderId discountId tags operatorPhoneCallId date",
].join(" ");
const status = "name order color isAddStockOperation isClosed isCancel isEditable isRequireReason";
const company = "name newLogoId address webSite workTime phone isRequiredFeedback";
const item =
  "name categoriesId price companyId composition modificators internalInfo customField vendorCode isActive defaultCategoryId";

const table: readonly (readonly [method: DocumentedPayload["method"], path: string, fields: string])[] = [
  ["POST", "/api/Metrics", "url application applicationVersion applicationName"],
  ["POST", "/api/Company", company],
  ["PUT", "/api/Company/N", `${company} companyId isRemoveLogo`],
  ["POST", "/api/Company/N/User", "companyId"],
  ["POST", "/api/RoleCompany/Company/N", "name isPublic companyId permissions"],
  ["PUT", "/api/RoleCompany/N/Company/N", "name isPublic companyId permissions"],
  ["POST", "/api/UserSetting", "payload appName"],
  ["POST", "/api/Order/Company/N", order],
  ["POST", "/api/Order/N/Company/N", order],
  ["PATCH", "/api/Order/Company/N/N", "orderId companyId orderStatusId orderStatusReason"],
  ["POST", "/api/Order/N/Company/N/Payment", "orderId companyId orderStatusId orderStatusReason payment"],
  ["POST", "/api/Order/N/Company/N/ConfirmPayment/N", "orderId companyId paymentId"],
  ["POST", "/api/Order/N/Company/N/RejectPayment/N", "orderId companyId paymentId"],
  ["POST", "/api/Order/N/Company/N/CheckExternalPayment/N", "orderId companyId paymentId"],
  // `order` is optional: without it, the server appends the status or tag to the list.
  ["POST", "/api/OrderStatus/Company/N", status.replace(" order", "")],
  ["PUT", "/api/OrderStatus/N/Company/N", `${status} id isTechnical customField`],
  ["POST", "/api/Tag/Company/N", "name color"],
  ["PUT", "/api/Tag/N/Company/N", "name order color id"],
  ["POST", "/api/Discount/Company/N", "name type value detail"],
  ["PUT", "/api/Discount/N/Company/N", "name type value detail id"],
  ["POST", "/api/PaymentMethod/Company/N", "name order financeSourceId externalPaymentMethodId"],
  ["PUT", "/api/PaymentMethod/N/Company/N", "name order financeSourceId externalPaymentMethodId"],
  ["POST", "/api/Category/Company/N", "name customField"],
  ["PUT", "/api/Category/N/Company/N", "name id customField"],
  ["POST", "/api/Item/Company/N", item],
  ["PUT", "/api/Item/N/Company/N", `${item} id`],
  ["PATCH", "/api/Stock/N/Company/N", "id companyId isHidden"],
  ["POST", "/api/StockOperation/Company/N", "stockItemId count operationType comment isIgnoreSubProcedure"],
  ["POST", "/api/Supplier/Company/N", "name description companyId isActive"],
  ["PUT", "/api/Supplier/N/Company/N", "id name description companyId isActive"],
  ["POST", "/api/OperatorPhone/Company/N", "number color"],
  ["PUT", "/api/OperatorPhone/N/Company/N", "number color name"],
];

const payloads: readonly DocumentedPayload[] = table.map(([method, path, fields]) => ({
  method,
  path: new RegExp(`^${path.replaceAll(/\/N(?=\/|$)/g, String.raw`/\d+`)}$`),
  fields: fields.split(" "),
}));

/** Returns the field names of a JSON or multipart body. */
const namesOf = (type: string, body: Buffer): ReadonlySet<string> => {
  if (type.startsWith("multipart/"))
    return new Set([...body.toString("latin1").matchAll(/name="(\w+)"/g)].map(([, name = ""]) => name));
  const value: unknown = JSON.parse(body.toString("utf8") || "{}");
  return new Set(Object.keys(Object(value)));
};

/**
 * Returns the documented fields that are missing in the body of a request by the application. Returns none for a call
 * that is not in `table`.
 */
export const missingFields = (method: string, path: string, type: string, body: Buffer): readonly string[] => {
  const documented = payloads.find((one) => one.method === method && one.path.test(path));
  if (documented === undefined) return [];
  const names = namesOf(type, body);
  return documented.fields.filter((name) => !names.has(name));
};
