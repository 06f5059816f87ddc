import { type Schemas, unwrap } from "#api/client.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import type { DirectoryDescriptor, EditorDescriptor } from "#machines/directory/types.ts";
import type { CompanyPath } from "./companyPath.ts";

export type ExternalMethodRow = Schemas["ExternalMethod"];

export type ExternalMethodCommand = "check" | "remove";

/** Descriptor of the list of a company's external payment methods. */
export const externalMethodDirectory: DirectoryDescriptor<CompanyPath, ExternalMethodRow, ExternalMethodCommand> = {
  name: "externalMethods",
  permission: () => "settings.edit",
  list: (api, path, signal) =>
    unwrap(
      api.GET("/api/ExternalPaymentMethod/Company/{companyId}/Summury", { params: { path }, signal }),
      Array.isArray,
    ),
  commands: {
    check: async (api, { companyId }, { id }, signal) => {
      const params = { path: { companyId, id } };
      await unwrap(api.POST("/api/ExternalPaymentMethod/{id}/Company/{companyId}/Check", { params, signal }));
    },
    remove: (api, { companyId }, { id }, signal) => {
      const params = { path: { companyId, id } };
      return unwrap(api.DELETE("/api/ExternalPaymentMethod/{id}/Company/{companyId}", { params, signal }));
    },
  },
};

/**
 * Draft of an external payment method, with the read-only fields `secretEnd`, `notificationPath` and `isSandbox`. An
 * empty `secretKey` keeps the stored key.
 */
export interface ExternalMethodDraft {
  name: string;
  shopId: string;
  secretKey: string;
  secretEnd: string;
  notificationPath: string;
  isSandbox: boolean;
  isSbp: boolean;
}

export const externalMethodEditor: EditorDescriptor<CompanyPath, ExternalMethodDraft> = {
  name: "externalMethod",
  permission: () => "settings.edit",
  unstored: ["secretKey"],
  loadChoices: async () => undefined,
  blank: () => ({
    name: "",
    shopId: "",
    secretKey: "",
    secretEnd: "",
    notificationPath: "",
    isSandbox: false,
    isSbp: false,
  }),
  read: async (api, { companyId }, id, signal) => {
    const params = { path: { companyId, id: Number(id) } };
    const { name, shopId, secretEnd, notificationPath, provider, isSbp, version } = await unwrap(
      api.GET("/api/ExternalPaymentMethod/{id}/Company/{companyId}", { params, signal }),
    );
    return {
      draft: {
        name,
        shopId: shopId ?? "",
        secretKey: "",
        secretEnd: secretEnd ?? "",
        notificationPath,
        isSandbox: provider === "sandbox",
        isSbp,
      },
      version,
    };
  },
  save: (api, { companyId }, { id, draft, version, key }, signal) => {
    const { name, shopId, secretKey, isSbp } = draft;
    const body = { companyId, name, isSbp, shopId: shopId || null, ...(secretKey !== "" && { secretKey }) };
    if (id === undefined) {
      const params = { path: { companyId }, header: { "Idempotency-Key": key } };
      return unwrap(api.POST("/api/ExternalPaymentMethod/Company/{companyId}", { params, body, signal }));
    }
    const params = { path: { companyId, id: Number(id) }, header: toWriteHeaders({ version, key }) };
    return unwrap(api.PUT("/api/ExternalPaymentMethod/{id}/Company/{companyId}", { params, body, signal }));
  },
};
