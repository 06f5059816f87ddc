import { useEffect } from "react";
import { check, maxLength, nonEmpty, picklist, pipe, regex, string } from "valibot";
import { colours } from "#domain/colour.ts";
import { usePermissions, useServices } from "../../services/context.ts";
import { missingPermission } from "../../services/permissionReasons.ts";

/** Returns why the user may not edit the configuration of a company, undefined when they may. */
export const useReasonNotToEditSettings = (companyId: number): string | undefined =>
  usePermissions(companyId)("settings.edit") ? undefined : missingPermission("settings.edit");

/** Reloads the statuses and tags of orders when the screen is left, because they may have changed on it. */
export const useReferencesReload = (companyId: number): void => {
  const { references } = useServices();
  useEffect(() => () => references(companyId).send({ type: "query.refresh" }), [references, companyId]);
};

/** Returns the toast after a save (business, section 8). */
export const successText = (): string => "Успешно сохранено";

const MAX_NAME = 200;

/** Schema of the name of an entry. */
export const nameSchema = pipe(
  string(),
  nonEmpty("Укажите название."),
  check((name) => name.trim() !== "", "Укажите название."),
  maxLength(MAX_NAME, `Не длиннее ${MAX_NAME} знаков.`),
);

/** Schema of the typed order of an entry. Empty means last. */
export const orderSchema = pipe(string(), regex(/^\s*\d{0,6}\s*$/, "Целое число от 0 до 999 999."));

/** Schema of one of the thirteen colours or none. */
export const colourSchema = picklist(["", ...colours]);
