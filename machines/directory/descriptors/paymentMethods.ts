import { type Schemas, unwrap } from "#api/client.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import type { DirectoryDescriptor, EditorDescriptor } from "#machines/directory/types.ts";
import { type CompanyPath, orderText, toReorderBody } from "./companyPath.ts";

/** Payment method as a row in the list, with the names of its finance source and its external payment method. */
export type PaymentMethodRow = Schemas["PaymentMethod"] & {
  readonly sourceName: string;
  readonly externalName: string;
};

/** Data for the select fields of the payment method form. */
export interface PaymentMethodChoices {
  readonly sources: readonly Schemas["FinanceSource"][];
  readonly externals: readonly Schemas["ExternalPaymentMethod"][];
}

type LoadChoices = EditorDescriptor<CompanyPath, PaymentMethodDraft, PaymentMethodChoices>["loadChoices"];

const loadChoices: LoadChoices = async (api, path, signal) => {
  const [sources, externals] = await Promise.all([
    unwrap(api.GET("/api/FinanceSource/Company/{companyId}", { params: { path }, signal }), Array.isArray),
    unwrap(api.GET("/api/ExternalPaymentMethod/Company/{companyId}", { params: { path }, signal }), Array.isArray),
  ]);
  return { sources, externals };
};

/** Returns the name of the element with the given id, or an empty string if no element has this id. */
export const findName = (entries: readonly { id: number; name: string }[], id: number | null): string =>
  entries.find((entry) => entry.id === id)?.name ?? "";

/** Descriptor of the list of a company's payment methods. */
export const paymentMethodDirectory: DirectoryDescriptor<CompanyPath, PaymentMethodRow> = {
  name: "paymentMethods",
  permission: () => "settings.edit",
  list: async (api, path, signal) => {
    const [methods, { sources, externals }] = await Promise.all([
      unwrap(api.GET("/api/PaymentMethod/Company/{companyId}/Summury", { params: { path }, signal }), Array.isArray),
      loadChoices(api, path, signal),
    ]);
    return methods.map((method) => ({
      ...method,
      sourceName: findName(sources, method.financeSourceId),
      externalName: findName(externals, method.externalPaymentMethodId),
    }));
  },
  commands: {
    remove: (api, { companyId }, { id }, signal) =>
      unwrap(
        api.DELETE("/api/PaymentMethod/{id}/Company/{companyId}", { params: { path: { companyId, id } }, signal }),
      ),
  },
  reorder: (api, path, order, signal) =>
    unwrap(
      api.PUT("/api/PaymentMethod/Company/{companyId}/Order", { params: { path }, body: toReorderBody(order), signal }),
    ),
};

/** Draft of a payment method. The ids are values of select fields, and empty if no record is chosen. */
export interface PaymentMethodDraft {
  name: string;
  order: string;
  financeSourceId: string;
  externalPaymentMethodId: string;
  /** Flag for cash payments. Undefined if the server does not send the flag. */
  isCash: boolean | undefined;
}

const DEFAULT_ORDER = "128";

const idText = (id: number | null): string => (id === null ? "" : String(id));

export const paymentMethodEditor: EditorDescriptor<CompanyPath, PaymentMethodDraft, PaymentMethodChoices> = {
  name: "paymentMethod",
  permission: () => "settings.edit",
  loadChoices: loadChoices,
  blank: () => ({ name: "", order: DEFAULT_ORDER, financeSourceId: "", externalPaymentMethodId: "", isCash: false }),
  read: async (api, { companyId }, id, signal) => {
    const params = { path: { companyId, id: Number(id) } };
    const method = await unwrap(api.GET("/api/PaymentMethod/{id}/Company/{companyId}", { params, signal }));
    const draft = {
      name: method.name,
      order: orderText(method.order),
      financeSourceId: idText(method.financeSourceId),
      externalPaymentMethodId: idText(method.externalPaymentMethodId),
      isCash: method.isCash,
    };
    return { draft, version: method.version };
  },
  save: (api, { companyId }, { id, draft, version, key }, signal) => {
    const body = {
      name: draft.name,
      financeSourceId: Number(draft.financeSourceId) || null,
      externalPaymentMethodId: Number(draft.externalPaymentMethodId) || null,
      ...(draft.isCash !== undefined && { isCash: draft.isCash }),
      order: Number(draft.order),
    };
    if (id === undefined) {
      const params = { path: { companyId }, header: { "Idempotency-Key": key } };
      return unwrap(api.POST("/api/PaymentMethod/Company/{companyId}", { params, body, signal }));
    }
    const params = { path: { companyId, id: Number(id) }, header: toWriteHeaders({ version, key }) };
    return unwrap(
      api.PUT("/api/PaymentMethod/{id}/Company/{companyId}", { params, body: { ...body, id: Number(id) }, signal }),
    );
  },
};
