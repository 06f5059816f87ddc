import type { Schemas } from "#api/client.ts";

/** Names and colours of the states of a question. */
export const threadStates: Readonly<Record<Schemas["FeedbackState"], { title: string; colour: string }>> = {
  new: { title: "новый", colour: "orange" },
  answered: { title: "есть ответ", colour: "green" },
  closed: { title: "закрыт", colour: "grey" },
};

/**
 * Returns the text and the badge colour for the state of a review: a low score that must be handled, a low score
 * that was handled, or a good score.
 */
export const caseState = (state: Schemas["GuestReview"]["caseState"]): { title: string; colour: string | null } => {
  if (state === "open") return { title: "разобрать", colour: "red" };
  return state === "closed" ? { title: "разобран", colour: "green" } : { title: "хороший", colour: null };
};
