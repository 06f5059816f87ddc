import { type Api, type Schemas, unwrap } from "#api/client.ts";
import { DEFAULT_DAY_START, DEFAULT_TIME_ZONE } from "#domain/zone.ts";
import { type EntryVersion, toWriteHeaders } from "#machines/core/writeHeaders.ts";
import type { DirectoryDescriptor, EditorDescriptor } from "#machines/directory/types.ts";
import { CREATE_COMPANY } from "#machines/session/userRights.ts";

export type CompanyRow = Schemas["CompanyRow"];

/** Returns the descriptor of the list of the user's companies. `changed` is called after the user removes a company. */
export const companyDirectory = (changed: () => void): DirectoryDescriptor<undefined, CompanyRow> => ({
  name: "companies",
  list: (api, _scope, signal) => unwrap(api.GET("/api/Company/Summury", { signal }), Array.isArray),
  commands: {
    remove: async (api, _scope, { id: companyId }, signal) => {
      await unwrap(api.DELETE("/api/Company/{companyId}", { params: { path: { companyId } }, signal }));
      changed();
    },
  },
});

/** Draft of a company. An empty string means that the company has no value for the field. */
export interface CompanyDraft {
  name: string;
  phone: string;
  address: string;
  webSite: string;
  workTime: string;
  isRequiredFeedback: boolean;
  /** Time zone. This field and the next two are undefined if the server does not send them. */
  timeZone: string | undefined;
  dayStart: string | undefined;
  /** Text of the lead time field: minutes from the save of an as-soon-as-possible order to its promised time. */
  leadMinutes: string | undefined;
  logoUrl: string;
  newLogoId: string;
  isRemoveLogo: boolean;
  /** True while the new logo is being uploaded. */
  isUploading: boolean;
}

const blank: CompanyDraft = {
  name: "",
  phone: "",
  address: "",
  webSite: "",
  workTime: "",
  isRequiredFeedback: false,
  timeZone: DEFAULT_TIME_ZONE,
  dayStart: DEFAULT_DAY_START,
  leadMinutes: "60",
  logoUrl: "",
  newLogoId: "",
  isRemoveLogo: false,
  isUploading: false,
};

const draftOf = (company: Schemas["CompanyDetail"]): CompanyDraft => ({
  ...blank,
  name: company.name,
  phone: company.phone ?? "",
  address: company.address ?? "",
  webSite: company.webSite ?? "",
  workTime: company.workTime ?? "",
  isRequiredFeedback: company.isRequiredFeedback,
  timeZone: company.timeZone,
  dayStart: company.dayStart,
  leadMinutes: company.leadMinutes?.toString(),
  logoUrl: company.logoUrl ?? "",
});

const bodyOf = (draft: CompanyDraft) => ({
  name: draft.name,
  phone: draft.phone,
  address: draft.address,
  webSite: draft.webSite,
  workTime: draft.workTime,
  isRequiredFeedback: draft.isRequiredFeedback,
  ...(draft.timeZone !== undefined && { timeZone: draft.timeZone }),
  ...(draft.dayStart !== undefined && { dayStart: draft.dayStart }),
  ...(draft.leadMinutes !== undefined && { leadMinutes: Number(draft.leadMinutes) }),
  newLogoId: draft.newLogoId || null,
});

const create = (api: Api, draft: CompanyDraft, key: string, signal: AbortSignal) =>
  unwrap(api.POST("/api/Company", { params: { header: { "Idempotency-Key": key } }, body: bodyOf(draft), signal }));

const update = (
  api: Api,
  { companyId, ...change }: { companyId: number } & EntryVersion,
  draft: CompanyDraft,
  signal: AbortSignal,
) => {
  const header = toWriteHeaders(change);
  const body = { ...bodyOf(draft), companyId, isRemoveLogo: draft.isRemoveLogo };
  return unwrap(api.PUT("/api/Company/{companyId}", { params: { path: { companyId }, header }, body, signal }));
};

/** Descriptor of the company editor (platform, section 2). */
export const companyEditor: EditorDescriptor<undefined, CompanyDraft> = {
  name: "company",
  permission: (_scope, id) => (id === undefined ? CREATE_COMPANY : "company.edit"),
  unstored: ["logoUrl", "newLogoId", "isRemoveLogo", "isUploading"],
  loadChoices: async () => undefined,
  blank: () => blank,
  read: async (api, _scope, id, signal) => {
    const params = { path: { companyId: Number(id) } };
    const company = await unwrap(api.GET("/api/Company/{companyId}", { params, signal }));
    return { draft: draftOf(company), version: company.version };
  },
  save: (api, _scope, { id, draft, version, key }, signal) =>
    id === undefined
      ? create(api, draft, key, signal)
      : update(api, { companyId: Number(id), version, key }, draft, signal),
};
