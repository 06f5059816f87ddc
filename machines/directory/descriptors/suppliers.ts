import { type Schemas, unwrap } from "#api/client.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import type { DirectoryDescriptor, EditorDescriptor } from "#machines/directory/types.ts";
import type { CompanyPath } from "./companyPath.ts";

export type SupplierRow = Schemas["Supplier"];

/** Descriptor of the list of a company's suppliers. */
export const supplierDirectory: DirectoryDescriptor<CompanyPath, SupplierRow> = {
  name: "suppliers",
  permission: () => "supplier.edit",
  list: (api, path, signal) =>
    unwrap(api.GET("/api/Supplier/Company/{companyId}/Summury", { params: { path }, signal }), Array.isArray),
  commands: {
    remove: (api, { companyId }, { id }, signal) =>
      unwrap(api.DELETE("/api/Supplier/{id}/Company/{companyId}", { params: { path: { companyId, id } }, signal })),
  },
};

/** Draft of a supplier. `creationDate` is read-only and is an empty string for a new supplier. */
export interface SupplierDraft {
  name: string;
  description: string;
  isActive: boolean;
  creationDate: string;
}

/** Empty draft of a supplier. */
export const blankSupplier: SupplierDraft = { name: "", description: "", isActive: true, creationDate: "" };

/** Supplier as an option of a form. */
export type SupplierChoice = Pick<SupplierRow, "id" | "name" | "isActive">;

/** Returns the option of a supplier that was just created from a draft. */
export const toSupplierChoice = (id: number, { name, isActive }: SupplierDraft): SupplierChoice => ({
  id,
  name,
  isActive,
});

export const supplierEditor: EditorDescriptor<CompanyPath, SupplierDraft> = {
  name: "supplier",
  permission: () => "supplier.edit",
  loadChoices: async () => undefined,
  blank: () => blankSupplier,
  read: async (api, { companyId }, id, signal) => {
    const params = { path: { companyId, id: Number(id) } };
    const { name, description, isActive, creationDate, version } = await unwrap(
      api.GET("/api/Supplier/{id}/Company/{companyId}", { params, signal }),
    );
    return { draft: { name, description: description ?? "", isActive, creationDate }, version };
  },
  save: (api, { companyId }, { id, draft, version, key }, signal) => {
    const body = { companyId, name: draft.name, description: draft.description || null, isActive: draft.isActive };
    if (id === undefined) {
      const params = { path: { companyId }, header: { "Idempotency-Key": key } };
      return unwrap(api.POST("/api/Supplier/Company/{companyId}", { params, body, signal }));
    }
    const params = { path: { companyId, id: Number(id) }, header: toWriteHeaders({ version, key }) };
    const change = { ...body, id: Number(id) };
    return unwrap(api.PUT("/api/Supplier/{id}/Company/{companyId}", { params, body: change, signal }));
  },
};
