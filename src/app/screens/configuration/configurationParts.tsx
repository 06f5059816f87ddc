import { useEffect } from "react";
import { check, maxLength, nonEmpty, picklist, pipe, regex, string } from "valibot";
import { colours } from "#domain/colour.ts";
import { useServices } from "../../services/context.ts";

/**
 * Reads the order statuses and tags again when the user leaves the screen. The user may have changed them on this
 * screen.
 */
export const useReferencesReload = (companyId: number): void => {
  const { references } = useServices();
  useEffect(() => () => references(companyId).send({ type: "query.refresh" }), [references, companyId]);
};

/** Returns the text of the toast that is shown after a save (business, section 8). */
export const successText = (): string => "Успешно сохранено";

const MAX_NAME = 200;

/** Validation schema of a record's name. */
export const nameSchema = pipe(
  string(),
  nonEmpty("Укажите название."),
  check((name) => name.trim() !== "", "Укажите название."),
  maxLength(MAX_NAME, `Не длиннее ${MAX_NAME} знаков.`),
);

/** Validation schema of the typed position in the list. */
export const orderSchema = pipe(string(), regex(/^\s*\d{1,6}\s*$/, "Целое число от 0 до 999 999."));

/** Validation schema of a colour. An empty string means no colour. */
export const colourSchema = picklist(["", ...colours]);
