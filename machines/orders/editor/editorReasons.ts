import {
  isPermitted,
  type PermissionReason,
  type Permissions,
  permissionReasonOf,
} from "#machines/session/permissions.ts";
import type { EditorContext } from "./editorContext.ts";

/** Data that, together with the order, determine if the user may save. */
export interface EditorFacts {
  readonly permissions: Permissions;
  readonly userId: number;
}

/** Permission that a save of an order can require. */
export type SavePermission = "order.create" | "order.edit" | "order.editForeign";

/**
 * Reason why the order cannot be saved now. `repeating` means that the lines of an earlier order are being read.
 * `sending` means that the editor is busy, for example with a save.
 */
export type SaveReason = PermissionReason<SavePermission> | { readonly code: "repeating" | "sending" };

/** Returns the permission that the user lacks for saving the order, or undefined. */
export const permissionReason = (
  { target, order }: Pick<EditorContext, "target" | "order">,
  { permissions, userId }: EditorFacts,
): PermissionReason<SavePermission> | undefined => {
  const own = target.orderId === null ? "order.create" : "order.edit";
  const isForeign = order !== null && order.operatorId !== null && order.operatorId !== userId;
  const required: SavePermission[] = isForeign ? [own, "order.editForeign"] : [own];
  return permissionReasonOf(
    permissions,
    required.find((name) => !isPermitted(permissions, name)),
  );
};
