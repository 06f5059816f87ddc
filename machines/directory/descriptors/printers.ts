import { type Schemas, unwrap } from "#api/client.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import type { DirectoryDescriptor, EditorDescriptor } from "#machines/directory/types.ts";
import type { PrintedDocument } from "#machines/printing/bills.ts";
import { type CategoryRow, readCategories } from "./categories.ts";
import type { CompanyPath } from "./companyPath.ts";

export type PrinterRow = Schemas["Printer"];

const listPrinters: DirectoryDescriptor<CompanyPath, PrinterRow>["list"] = (api, path, signal) =>
  unwrap(api.GET("/api/Printer/Company/{companyId}", { params: { path }, signal }), Array.isArray);

/** Descriptor of the list of a company's printers. */
export const printerDirectory: DirectoryDescriptor<CompanyPath, PrinterRow> = {
  name: "printers",
  permission: () => "settings.edit",
  list: listPrinters,
  commands: {
    remove: (api, { companyId }, { id }, signal) =>
      unwrap(api.DELETE("/api/Printer/{id}/Company/{companyId}", { params: { path: { companyId, id } }, signal })),
  },
};

/** Draft of a printer. A `spareId` of 0 means that no spare printer is chosen. */
export interface PrinterDraft {
  name: string;
  kinds: PrintedDocument[];
  paper: Schemas["PaperWidth"];
  categoryIds: number[];
  spareId: number;
}

/** Data for the select fields of the printer form. */
export interface PrinterChoices {
  readonly printers: readonly PrinterRow[];
  readonly categories: readonly CategoryRow[];
}

export const printerEditor: EditorDescriptor<CompanyPath, PrinterDraft, PrinterChoices> = {
  name: "printer",
  permission: () => "settings.edit",
  loadChoices: async (api, place, signal) => {
    const [known, categories] = await Promise.all([
      listPrinters(api, place, signal),
      readCategories(api, place, signal),
    ]);
    return { printers: known, categories };
  },
  blank: () => ({ name: "", kinds: ["preBill"], paper: "80", categoryIds: [], spareId: 0 }),
  read: async (api, { companyId }, id, signal) => {
    const params = { path: { companyId, id: Number(id) } };
    const { name, kinds, paper, categoryIds, spareId, version } = await unwrap(
      api.GET("/api/Printer/{id}/Company/{companyId}", { params, signal }),
    );
    return { draft: { name, kinds, paper, categoryIds, spareId: spareId ?? 0 }, version };
  },
  save: async (api, { companyId }, { id, draft, version, key }, signal) => {
    const body = { ...draft, companyId, spareId: draft.spareId || null };
    if (id === undefined) {
      const params = { path: { companyId }, header: { "Idempotency-Key": key } };
      return unwrap(api.POST("/api/Printer/Company/{companyId}", { params, body, signal }));
    }
    const params = { path: { companyId, id: Number(id) }, header: toWriteHeaders({ version, key }) };
    return unwrap(
      api.PUT("/api/Printer/{id}/Company/{companyId}", { params, body: { ...body, id: Number(id) }, signal }),
    );
  },
};
