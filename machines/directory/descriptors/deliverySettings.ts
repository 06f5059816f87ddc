import { unwrap } from "#api/client.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import type { EditorDescriptor } from "#machines/directory/types.ts";
import type { CompanyPath } from "./companyPath.ts";
import { type StatusOption, toStatusOption } from "./statusOption.ts";

/** Draft of the delivery settings of a company. A status id of 0 means that no status is chosen. */
export interface DeliverySettingsDraft {
  startStatusId: number;
  deliveredStatusId: number;
}

/**
 * Order statuses that can be chosen in the delivery settings. Statuses that cancel an order, are technical or require a
 * reason are excluded.
 */
export interface DeliverySettingsChoices {
  readonly openStatuses: readonly StatusOption[];
  /** Statuses of open orders, and statuses that close an order. */
  readonly statuses: readonly StatusOption[];
}

/** Descriptor of the editor of the delivery settings. Each company has exactly one record with these settings. */
export const deliverySettingsEditor: EditorDescriptor<CompanyPath, DeliverySettingsDraft, DeliverySettingsChoices> = {
  name: "deliverySettings",
  permission: () => "settings.edit",
  loadChoices: async (api, path, signal) => {
    const all = await unwrap(
      api.GET("/api/OrderStatus/Company/{companyId}/Summury", { params: { path }, signal }),
      Array.isArray,
    );
    const usable = all.filter((one) => !(one.isTechnical || one.isRequireReason || one.isCancel));
    return {
      openStatuses: usable.filter(({ isClosed }) => !isClosed).map(toStatusOption),
      statuses: usable.map(toStatusOption),
    };
  },
  blank: () => ({ startStatusId: 0, deliveredStatusId: 0 }),
  read: async (api, path, _id, signal) => {
    const { startStatusId, deliveredStatusId, version } = await unwrap(
      api.GET("/api/Delivery/Company/{companyId}/Settings", { params: { path }, signal }),
    );
    return { draft: { startStatusId: startStatusId ?? 0, deliveredStatusId: deliveredStatusId ?? 0 }, version };
  },
  save: async (api, path, { draft, version, key }, signal) => {
    const body = { startStatusId: draft.startStatusId || null, deliveredStatusId: draft.deliveredStatusId || null };
    const params = { path, header: toWriteHeaders({ version, key }) };
    await unwrap(api.PUT("/api/Delivery/Company/{companyId}/Settings", { params, body, signal }));
    return { id: path.companyId };
  },
};
