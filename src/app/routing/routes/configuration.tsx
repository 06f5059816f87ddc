import type { ComponentType } from "react";
import { scopeOf, scopeSuffix } from "../../screens/catalogue/catalogueScope.ts";
import { lazyRoute, type Route, type RouteParams } from "../route.ts";

type Screen<Props> = () => Promise<ComponentType<Props>>;

const idOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

/** Returns the routes of a company's directory: the list and the forms of a new and of an existing record. */
const directoryRoutes = (
  area: string,
  itemId: string,
  loadList: Screen<{ companyId: number }>,
  loadEditor: Screen<{ companyId: number; id: number | undefined }>,
  apiName = area,
): readonly Route[] => {
  const path = `/Company/:companyId/${area}`;
  const list = async () => {
    const List = await loadList();
    return ({ params: { companyId } }: { params: RouteParams }) => (
      <List key={companyId} companyId={Number(companyId)} />
    );
  };
  const editor = async () => {
    const Editor = await loadEditor();
    return ({ params: { companyId, [itemId]: id } }: { params: RouteParams }) => (
      <Editor key={`${companyId} ${id}`} companyId={Number(companyId)} id={idOf(id)} />
    );
  };
  return [
    lazyRoute(path, list, ({ companyId }) => [`/api/${apiName}/Company/${companyId}/Summury`]),
    lazyRoute(`${path}/New`, editor),
    lazyRoute(`${path}/:${itemId}/Edit`, editor, ({ companyId, [itemId]: id }) => [
      `/api/${apiName}/${id}/Company/${companyId}`,
    ]),
  ];
};

const loadFields = async () => {
  const { CustomFieldList } = await import("../../screens/configuration/CustomFieldList.tsx");
  return ({ params }: { params: RouteParams }) => <CustomFieldList key={scopeSuffix(params)} scope={scopeOf(params)} />;
};

const loadField = async () => {
  const { CustomFieldEditor } = await import("../../screens/configuration/CustomFieldEditor.tsx");
  return ({ params }: { params: RouteParams }) => (
    <CustomFieldEditor
      key={`${scopeSuffix(params)} ${params["fieldId"]}`}
      scope={scopeOf(params)}
      id={idOf(params["fieldId"])}
    />
  );
};

const customFieldRoutes = (scope: string): readonly Route[] => [
  lazyRoute(`${scope}/CustomField`, loadFields),
  lazyRoute(`${scope}/CustomField/New`, loadField),
  lazyRoute(`${scope}/CustomField/:fieldId/Edit`, loadField),
];

/**
 * Routes of a company's configuration: statuses, tags, discounts, payment methods, phones and custom fields (business,
 * section 2). Includes the custom fields of company groups.
 */
export const configurationRoutes: readonly Route[] = [
  ...directoryRoutes(
    "OrderStatus",
    "itemId",
    async () => (await import("../../screens/configuration/OrderStatusList.tsx")).OrderStatusList,
    async () => (await import("../../screens/configuration/OrderStatusEditor.tsx")).OrderStatusEditor,
  ),
  ...directoryRoutes(
    "Tag",
    "itemId",
    async () => (await import("../../screens/configuration/TagList.tsx")).TagList,
    async () => (await import("../../screens/configuration/TagEditor.tsx")).TagEditor,
  ),
  ...directoryRoutes(
    "Discount",
    "itemId",
    async () => (await import("../../screens/configuration/DiscountList.tsx")).DiscountList,
    async () => (await import("../../screens/configuration/DiscountEditor.tsx")).DiscountEditor,
  ),
  ...directoryRoutes(
    "PaymentMethod",
    "paymentMethodId",
    async () => (await import("../../screens/configuration/PaymentMethodList.tsx")).PaymentMethodList,
    async () => (await import("../../screens/configuration/PaymentMethodEditor.tsx")).PaymentMethodEditor,
  ),
  ...directoryRoutes(
    "PaymentMethodExternal",
    "itemId",
    async () => (await import("../../screens/configuration/ExternalMethodList.tsx")).ExternalMethodList,
    async () => (await import("../../screens/configuration/ExternalMethodEditor.tsx")).ExternalMethodEditor,
    "ExternalPaymentMethod",
  ),
  ...directoryRoutes(
    "OperatorPhone",
    "itemId",
    async () => (await import("../../screens/operatorPhones/OperatorPhoneList.tsx")).OperatorPhoneList,
    async () => (await import("../../screens/operatorPhones/OperatorPhoneEditor.tsx")).OperatorPhoneEditor,
  ),
  ...customFieldRoutes("/Company/:companyId"),
  ...customFieldRoutes("/CompanyGroup/:companyGroupId"),
];
