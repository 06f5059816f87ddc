import { unwrap } from "#api/client.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import type { EditorDescriptor } from "#machines/directory/types.ts";
import type { CompanyPath } from "./companyPath.ts";

/** Draft of the company's texts that are printed on bills. */
export interface PrintInfoDraft {
  header: string;
  footer: string;
  feedbackUrl: string;
}

/** Company settings that the editor of the bill texts shows next to its fields. */
export interface PrintInfoChoices {
  /**
   * True if bills ask the customer for feedback. Without `feedbackUrl`, a bill links to the review page of the order,
   * or to `webSite` if the server sends no token for the review page.
   */
  readonly isRequiredFeedback: boolean;
  readonly webSite: string;
}

/** Descriptor of the editor of the bill texts. Each company has exactly one record with these texts. */
export const printInfoEditor: EditorDescriptor<CompanyPath, PrintInfoDraft, PrintInfoChoices> = {
  name: "printInfo",
  permission: () => "settings.edit",
  loadChoices: async (api, path, signal) => {
    const company = await unwrap(api.GET("/api/Company/{companyId}", { params: { path }, signal }));
    return { isRequiredFeedback: company.isRequiredFeedback, webSite: company.webSite ?? "" };
  },
  blank: () => ({ header: "", footer: "", feedbackUrl: "" }),
  read: async (api, path, _id, signal) => {
    const info = await unwrap(api.GET("/api/PrintInfo/Company/{companyId}", { params: { path }, signal }));
    const { header, footer, feedbackUrl, version } = info;
    return { draft: { header: header ?? "", footer: footer ?? "", feedbackUrl: feedbackUrl ?? "" }, version };
  },
  save: async (api, path, { draft, version, key }, signal) => {
    const body = {
      header: draft.header || null,
      footer: draft.footer || null,
      feedbackUrl: draft.feedbackUrl || null,
    };
    const params = { path, header: toWriteHeaders({ version, key }) };
    await unwrap(api.PUT("/api/PrintInfo/Company/{companyId}", { params, body, signal }));
    return { id: path.companyId };
  },
};
