import { useEffect } from "react";
import { check, maxLength, nonEmpty, picklist, pipe, regex, string } from "valibot";
import { colours } from "#domain/colour.ts";
import { usePermissions, useServices } from "../../context.ts";
import { lacks } from "../../permissionNames.ts";

/** Why the user may not change the configuration of a company; undefined where he may. */
export const useWhyNotSettings = (companyId: number): string | undefined =>
  usePermissions(companyId)("settings.edit") ? undefined : lacks("settings.edit");

/** Has the statuses and tags that orders show read anew when the screen is left, for they may have been changed on it. */
export const useFreshReferences = (companyId: number): void => {
  const { references } = useServices();
  useEffect(() => () => references(companyId).send({ type: "references.reload" }), [references, companyId]);
};

/** What is said after a save (business, section 8). */
export const savedSuccessfully = (): string => "Успешно сохранено";

const LONGEST_NAME = 200;

/** A name that every entry has. */
export const nameSchema = pipe(
  string(),
  nonEmpty("Укажите название."),
  check((name) => name.trim() !== "", "Укажите название."),
  maxLength(LONGEST_NAME, `Не длиннее ${LONGEST_NAME} знаков.`),
);

/** The place of an entry among the others, as typed; empty for the last one. */
export const orderSchema = pipe(string(), regex(/^\s*\d{0,6}\s*$/, "Целое число от 0 до 999 999."));

/** One of the thirteen colours, or none. */
export const colourSchema = picklist(["", ...colours]);
