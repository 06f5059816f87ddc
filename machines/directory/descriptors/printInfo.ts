import { unwrap } from "#api/client.ts";
import { type EditorDescriptor, toWriteHeaders } from "#machines/directory/types.ts";
import type { CompanyPath } from "./companyPath.ts";

/** What stands on the bills of a company, as the form has it. */
export interface PrintInfoDraft {
  header: string;
  footer: string;
  feedbackUrl: string;
}

/** What the form has to say beside its fields. */
export interface PrintInfoChoices {
  /** The company asks for feedback on its bills, and its web site stands in for a link. */
  readonly isRequiredFeedback: boolean;
  readonly webSite: string;
}

/** The form of what stands on the bills; there is one a company, and it has always been there. */
export const printInfoEditor: EditorDescriptor<CompanyPath, PrintInfoDraft, PrintInfoChoices> = {
  name: "printInfo",
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
