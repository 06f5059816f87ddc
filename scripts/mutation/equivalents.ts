const NEVER_REACHED = "the state is entered only after the value was kept";
const OVERWRITTEN = "the text is overwritten by the sum that is filled in immediately";
const NEVER_ABSENT = "the value is always present here; the compiler cannot know it";
const SAME_END = "each admission that is neither ready nor ended lets the request end as unanswered";
const ALREADY_REPEATED = "the request already counts as repeated, so any other attempt is handled in the same way";
const ALREADY_STORED = "the save or its conflict has already stored the same draft";
const ENDED_SESSION = "an ended session has no tags and ignores events";
const ONLY_REFUSED = "the action runs only for a refused attempt";
const ONLY_ITS_KIND = "the action runs only for an entry with an outcome of this kind";
const ONLY_STATUS = "a reason is typed only for a status";
const KEPT_FIRST = "the value is kept before a state that uses it is entered";
const SAME_ERROR = "any error of the watch means that the device has no positioning, and its text is not used";
const SAME_CONSTANT = "both compared drafts get the same constant";
const NO_ID = "a text equals no id and no amount";
const NO_TIME = "an absent time is parsed to NaN, and no comparison with NaN is true";
const SPLITTABLE = "the action runs only for a line that can be split";
const SAME_NAME = "the right is set and read by the same constant";
const NOT_A_NUMBER = "without a number the shortage is NaN, and no comparison with NaN is true";

/**
 * Equivalent mutants, which do not change the behaviour, with the reason for each mutant. A run of all areas fails if a
 * listed mutant no longer exists.
 */
export const equivalents: Readonly<Record<string, string>> = {
  'machines/payments/moneyDialog.machine.ts: "No movement was submitted" → ""': NEVER_REACHED,
  "machines/payments/moneyDialog.machine.ts: move === undefined → false": NEVER_REACHED,
  "machines/payments/paymentForm.machine.ts: received === undefined → false": NOT_A_NUMBER,
  'machines/payments/paymentForm.machine.ts: "" → "Stryker was here!"': OVERWRITTEN,
  'machines/payments/invoiceForm.machine.ts: "" → "Stryker was here!"': OVERWRITTEN,
  "machines/payments/moneyMove.actors.ts: paymentOfMove(intent, payments)?.id → paymentOfMove(intent, payments).id":
    NEVER_ABSENT,
  'machines/payments/moneyIntent.ts: [] → ["Stryker was here"]': NO_ID,
  'machines/session/authorizedFetch.ts: { kind: "none" } → {}': SAME_END,
  'machines/session/authorizedFetch.ts: "none" → ""': SAME_END,
  'machines/session/authorizedFetch.ts: { kind: "unanswered" } → {}': ALREADY_REPEATED,
  'machines/session/authorizedFetch.ts: "unanswered" → ""': ALREADY_REPEATED,
  "machines/session/authorizedFetch.ts: held === undefined → false": SAME_END,
  'machines/session/authorizedFetch.ts: session.getSnapshot().status !== "active" → false': ENDED_SESSION,
  'machines/session/authorizedFetch.ts: session.getSnapshot().status === "active" → true': ENDED_SESSION,
  'machines/session/authorizedFetch.ts: session.getSnapshot().status === "active" && attempt.kind === "refused" → true':
    ENDED_SESSION,
  'machines/session/authorizedFetch.ts: session.getSnapshot().status === "active" && attempt.kind === "refused" → session.getSnapshot().status === "active" || attempt.kind === "refused"':
    ENDED_SESSION,
  'machines/session/authorizedFetch.ts: attempt.kind === "refused" → true': ONLY_REFUSED,
  "machines/session/authorizedFetch.ts: { signal, } → {}": "a request that has ended ignores its admission",
  "machines/session/authorizedFetch.ts: wait !== undefined → true": "no comparison with undefined is true",
  "machines/session/authorizedFetch.ts: !signal.aborted && !sending.request.signal.aborted → !signal.aborted || !sending.request.signal.aborted":
    "the abort of the caller aborts both signals",
  'machines/session/request.machine.ts: admission.kind === "ready" → true':
    "the action runs only for a ready admission",
  'machines/session/request.machine.ts: attempt.kind === "delayed" → true':
    "without a response, a request that ends as answered stays unanswered",
  "machines/session/request.machine.ts: context.response === undefined → false":
    "every attempt that ends as answered has a response",
  "machines/session/request.machine.ts: context.response !== undefined → true":
    "without a response, a request that ends as answered stays unanswered",
  'machines/session/userRights.ts: "systemAdmin" → ""': SAME_NAME,
  'machines/session/userRights.ts: "company.create" → ""': SAME_NAME,
  "machines/session/session.actors.ts: body === undefined → false": "JSON.stringify(undefined) is undefined",
  'machines/session/signIn.machine.ts: answer.kind === "failed" → true': "the action runs only for a failed answer",
  "machines/finance/cashShift.machine.ts: report?.shift → report.shift": NEVER_ABSENT,
  "machines/finance/cashShift.machine.ts: report?.expected → report.expected": NEVER_ABSENT,
  "machines/finance/cashShift.ts: amount === undefined → false":
    "an absent amount is rounded to NaN, which differs from it",
  "machines/orders/editor/draftKeeper.machine.ts: candidates[0]?.name → candidates[0].name": NEVER_ABSENT,
  "machines/orders/editor/draftKeeper.machine.ts: record === null → false": NEVER_REACHED,
  'machines/orders/editor/draftKeeper.machine.ts: "There is no draft to keep" → ""': NEVER_REACHED,
  'machines/orders/editor/findSavedOrder.ts: "" → "Stryker was here!"': SAME_CONSTANT,
  "machines/orders/editor/findSavedOrder.ts: false → true": SAME_CONSTANT,
  'machines/orders/editor/findSavedOrder.ts: [] → ["Stryker was here"]': NEVER_ABSENT,
  "machines/orders/editor/findSavedOrder.ts: draft.date !== null → true":
    "the API client does not send a query of null",
  "machines/orders/editor/editorContext.ts: draft.date !== null → true": NO_TIME,
  "machines/orders/editor/editorContext.ts: at !== undefined → true": NO_TIME,
  "machines/orders/editor/orderEditor.machine.ts: context.failure?.kind → context.failure.kind": NEVER_ABSENT,
  "machines/orders/editor/orderEditor.machine.ts: context.theirs?.isEditable → context.theirs.isEditable": NEVER_ABSENT,
  "machines/orders/editor/orderEditor.machine.ts: context.openedLine?.itemId → context.openedLine.itemId": NEVER_ABSENT,
  'machines/orders/editor/orderEditor.machine.ts: typeof split === "string" → false': SPLITTABLE,
  'machines/orders/editor/orderEditor.machine.ts: "string" → ""': SPLITTABLE,
  'machines/orders/editor/orderEditor.machine.ts: "theirs" → ""':
    "each choice but `mine` takes the draft of the other user",
  "machines/orders/editor/orderEditor.machine.ts: base?.draft → base.draft": NEVER_ABSENT,
  "machines/orders/editor/orderEditor.actors.ts: base?.version → base.version": NEVER_ABSENT,
  "machines/orders/editor/favourites.machine.ts: !change → false": NEVER_REACHED,
  'machines/orders/editor/favourites.machine.ts: "There is no change to save" → ""': NEVER_REACHED,
  'machines/orders/editor/offeredMenu.ts: [] → ["Stryker was here"]': NO_ID,
  'machines/orders/editor/discountRefusals.ts: [] → ["Stryker was here"]':
    "without a chosen discount, the list of discounts is not used",
  "machines/orders/status/statusChange.machine.ts: status?.id → status.id": KEPT_FIRST,
  'machines/payments/doorInvoice.actors.ts: "DELETE" → ""': "each method but POST cancels the invoice",
  "machines/payments/doorInvoice.machine.ts: { orderId: 0, internalId: 0, amount: 0 } → {}": KEPT_FIRST,
  'machines/overrides/override.actors.ts: "wrong" → ""': "every kind but granted and locked counts as wrong",
  'machines/overrides/override.machine.ts: event.type === "pin.submit" → true': "only this event enters the state",
  "machines/boards/positionShare.actors.ts: !positioning → false": SAME_ERROR,
  'machines/boards/positionShare.actors.ts: "The device has no positioning" → ""': SAME_ERROR,
  "machines/core/pagedQuery.machine.ts: chosen === undefined → false": NEVER_REACHED,
  'machines/core/pagedQuery.machine.ts: "No command was chosen" → ""': NEVER_REACHED,
  'machines/core/pagedQuery.machine.ts: "load" → ""': "the name of a placeholder appears only in its error",
  "machines/core/query.machine.ts: context.failure?.kind → context.failure.kind": NEVER_ABSENT,
  "machines/core/outbox.machine.ts: !entry → false": NEVER_ABSENT,
  'machines/core/outbox.machine.ts: !entry || outcome.kind !== "sent" → false': ONLY_ITS_KIND,
  'machines/core/outbox.machine.ts: !entry || outcome.kind !== "sent" → !entry && outcome.kind !== "sent"':
    ONLY_ITS_KIND,
  'machines/core/outbox.machine.ts: outcome.kind !== "sent" → false': ONLY_ITS_KIND,
  'machines/core/outbox.machine.ts: !entry || outcome.kind !== "refused" → false': ONLY_ITS_KIND,
  'machines/core/outbox.machine.ts: !entry || outcome.kind !== "refused" → !entry && outcome.kind !== "refused"':
    ONLY_ITS_KIND,
  'machines/core/outbox.machine.ts: outcome.kind !== "refused" → false': ONLY_ITS_KIND,
  'machines/core/outbox.machine.ts: "The outbox is empty" → ""': "an empty outbox is never sent",
  "machines/orders/bulk/bulkChange.machine.ts: !target → false": NEVER_REACHED,
  'machines/orders/bulk/bulkChange.machine.ts: "A bulk change has no target" → ""': NEVER_REACHED,
  "machines/orders/bulk/bulkChange.machine.ts: nextBatch(items)[0]?.step → nextBatch(items)[0].step": NEVER_ABSENT,
  "machines/orders/bulk/bulkChange.machine.ts: stored?.run → stored.run": NEVER_ABSENT,
  'machines/orders/bulk/bulkChange.machine.ts: target?.kind === "status" → true': ONLY_STATUS,
  "machines/orders/bulk/bulkChange.machine.ts: target?.kind → target.kind": NEVER_ABSENT,
  "request: sending · send onDone 2 · action keepAttempt dropped": "the next attempt overwrites the kept response",
  "orderEditor: saving · mutation.refused 1 · action announceReplaced dropped": ALREADY_STORED,
  "orderEditor: saving.doubting · order.edit · action announceReplaced dropped": ALREADY_STORED,
  "orderEditor: conflicting · conflict.later · action announceReplaced dropped": ALREADY_STORED,
  "request: returning · always 1 · guard hasResponse dropped":
    "without a response, a request that ends as answered stays unanswered",
  "request: unanswered · entry · action endUnanswered dropped": "the request counts as unanswered from the start",
};
