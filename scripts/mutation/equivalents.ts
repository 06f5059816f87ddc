const NEVER_REACHED = "the state is entered only after the value was kept";
const OVERWRITTEN = "the text is overwritten by the sum that is filled in at once";
const NEVER_ABSENT = "the value is always present here; the compiler cannot know it";
const NOT_A_NUMBER = "without a number the shortage is NaN, and no comparison with NaN is true";

/**
 * Faults that do not change the behaviour, each with the reason. A run of all areas fails if one of these faults
 * no longer exists.
 */
export const equivalents: Readonly<Record<string, string>> = {
  'machines/payments/moneyDialog.machine.ts: "No movement was submitted" → ""': NEVER_REACHED,
  "machines/payments/moneyDialog.machine.ts: move === undefined → false": NEVER_REACHED,
  "machines/payments/paymentForm.machine.ts: received === undefined → false": NOT_A_NUMBER,
  'machines/payments/paymentForm.machine.ts: "" → "Stryker was here!"': OVERWRITTEN,
  'machines/payments/invoiceForm.machine.ts: "" → "Stryker was here!"': OVERWRITTEN,
  "machines/payments/moneyMove.actors.ts: paymentOfMove(intent, payments)?.id → paymentOfMove(intent, payments).id":
    NEVER_ABSENT,
};
