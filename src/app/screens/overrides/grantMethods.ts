import type { GrantRow } from "#machines/queries/overrides.ts";

/** Texts of the ways in which a manager allows an action. */
export const grantMethods: Readonly<Record<GrantRow["method"], string>> = { pin: "кодом", device: "на устройстве" };
