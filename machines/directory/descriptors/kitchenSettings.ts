import { type Schemas, unwrap } from "#api/client.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import type { EditorDescriptor } from "#machines/directory/types.ts";
import type { CompanyPath } from "./companyPath.ts";
import { type StatusOption, toStatusOption } from "./statusOption.ts";

/** Draft of the kitchen settings of a company. A status id of 0 means that no status is chosen. */
export interface KitchenSettingsDraft {
  sendBy: Schemas["KitchenSending"];
  sendStatusId: number;
  startStatusId: number;
  readyStatusId: number;
}

/**
 * Order statuses that can be chosen in the kitchen settings. Statuses that close or cancel an order, are technical or
 * require a reason are excluded.
 */
export interface KitchenSettingsChoices {
  readonly statuses: readonly StatusOption[];
}

/** Descriptor of the editor of the kitchen settings. Each company has exactly one record with these settings. */
export const kitchenSettingsEditor: EditorDescriptor<CompanyPath, KitchenSettingsDraft, KitchenSettingsChoices> = {
  name: "kitchenSettings",
  permission: () => "settings.edit",
  loadChoices: async (api, path, signal) => {
    const statuses = await unwrap(
      api.GET("/api/OrderStatus/Company/{companyId}/Summury", { params: { path }, signal }),
      Array.isArray,
    );
    return {
      statuses: statuses
        .filter((one) => !(one.isTechnical || one.isRequireReason || one.isClosed || one.isCancel))
        .map(toStatusOption),
    };
  },
  blank: () => ({ sendBy: "time", sendStatusId: 0, startStatusId: 0, readyStatusId: 0 }),
  read: async (api, path, _id, signal) => {
    const { sendBy, sendStatusId, startStatusId, readyStatusId, version } = await unwrap(
      api.GET("/api/Kitchen/Company/{companyId}/Settings", { params: { path }, signal }),
    );
    const draft = {
      sendBy,
      sendStatusId: sendStatusId ?? 0,
      startStatusId: startStatusId ?? 0,
      readyStatusId: readyStatusId ?? 0,
    };
    return { draft, version };
  },
  save: async (api, path, { draft, version, key }, signal) => {
    const { sendBy, sendStatusId, startStatusId, readyStatusId } = draft;
    const body = {
      sendBy,
      sendStatusId: (sendBy === "status" && sendStatusId) || null,
      startStatusId: startStatusId || null,
      readyStatusId: readyStatusId || null,
    };
    const params = { path, header: toWriteHeaders({ version, key }) };
    await unwrap(api.PUT("/api/Kitchen/Company/{companyId}/Settings", { params, body, signal }));
    return { id: path.companyId };
  },
};
