import { isValidPhone } from "#domain/phone.ts";
import type { Draft } from "./draft.ts";
import type { TextFieldName } from "./draftEdits.ts";

/** A place on the screen at which a sentence can stand. */
export type ProblemPlace = TextFieldName | "date" | "tags" | "discountId" | "lines";

/** What is wrong, by the place where it is said. */
export type Problems = Partial<Record<ProblemPlace, string>>;

/** Of a text that names no moment. */
export const MISREAD_DATE = "Неверная дата.";
const PHONE = "Нужно 11 цифр, или плюс и 11–12 цифр.";

/** Why a draft cannot be sent yet; empty when it can. */
export const draftProblems = (draft: Draft): Problems => ({
  ...(!isValidPhone(draft.phone) && { phone: draft.phone === "" ? "Введите телефон клиента." : PHONE }),
  ...(draft.dateText !== "" && { dateText: MISREAD_DATE }),
  ...(draft.deliveryPhone !== "" && !isValidPhone(draft.deliveryPhone) && { deliveryPhone: PHONE }),
  ...(draft.lines.length === 0 && { lines: "Добавьте хотя бы одну позицию." }),
});

const places: Readonly<Record<string, ProblemPlace>> = {
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
  items: "lines",
};

/** The server's sentences by field, each at its place on the screen; `rest` are those that have none. */
export const placedErrors = (errors: Readonly<Record<string, string>>): { problems: Problems; rest: string[] } => {
  const problems: Problems = {};
  const rest: string[] = [];
  for (const [path, sentence] of Object.entries(errors)) {
    const [field = ""] = path.split(/[./[]/).filter(Boolean);
    const place = places[field];
    if (place) problems[place] ??= sentence;
    else rest.push(sentence);
  }
  return { problems, rest };
};
