import { isValidPhone } from "#domain/phone.ts";
import type { Draft, TextFieldName } from "./draft.ts";

/** Part of the form at which a problem is shown. */
export type ProblemField = TextFieldName | "date" | "tags" | "discountId" | "zone" | "lines";

/** Reason why the draft cannot be saved, or why typed text was rejected. */
export type DraftProblem =
  | {
      readonly code:
        | "phoneMissing"
        | "phoneInvalid"
        | "dateInvalid"
        | "noLines"
        | "notAPhone"
        | "notAnAmount"
        | "notANumber";
    }
  | { readonly code: "tooLong"; readonly limit: number }
  /** `groups` are the required modifier groups from which the line of the dish has no modifier. */
  | { readonly code: "choiceMissing"; readonly dish: string; readonly groups: readonly string[] }
  /** Error message from the server. */
  | { readonly code: "refused"; readonly text: string };

/** Problems of a draft by field or section of the order form. */
export type Problems = Partial<Record<ProblemField, DraftProblem>>;

/**
 * Returns the problems of the draft that are found without the menu: in the phone numbers, the date and the number
 * of lines. `problemsOf` adds the missing modifiers.
 */
export const findProblems = (draft: Draft): Problems => ({
  ...(!isValidPhone(draft.phone) && { phone: { code: draft.phone === "" ? "phoneMissing" : "phoneInvalid" } }),
  ...(draft.dateText !== "" && { dateText: { code: "dateInvalid" } }),
  ...(draft.deliveryPhone !== "" && !isValidPhone(draft.deliveryPhone) && { deliveryPhone: { code: "phoneInvalid" } }),
  ...(draft.lines.length === 0 && { lines: { code: "noLines" } }),
});

const fieldsByName: Readonly<Record<string, ProblemField>> = {
  phone: "phone",
  date: "date",
  deliveryAddress: "street",
  deliveryAddressBuilding: "house",
  deliveryAddressApartmentNumber: "apartment",
  deliveryAddressEntrance: "entrance",
  deliveryAddressLevel: "floor",
  deliveryPhone: "deliveryPhone",
  deliveryChange: "change",
  persons: "persons",
  note: "note",
  tags: "tags",
  discountId: "discountId",
  promoCode: "discountId",
  deliveryZoneId: "zone",
  items: "lines",
};

/**
 * Assigns the server's error messages to the fields of the form; only the first message of a field is kept. `rest`
 * contains the messages that belong to no field of the form.
 */
export const assignErrors = (
  errors: Readonly<Record<string, string>>,
): { readonly problems: Problems; readonly rest: readonly string[] } => {
  const problems: Problems = {};
  const rest: string[] = [];
  for (const [path, text] of Object.entries(errors)) {
    const [name = ""] = path.split(/[./[]/).filter(Boolean);
    const field = fieldsByName[name];
    if (field) problems[field] ??= { code: "refused", text };
    else rest.push(text);
  }
  return { problems, rest };
};
