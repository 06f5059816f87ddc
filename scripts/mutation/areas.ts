/** Area of mutation testing: source files and state machines. */
export interface MutationArea {
  readonly name: string;
  /** Path prefix. Stryker mutates the source files whose paths begin with this prefix. */
  readonly pathPrefix: string;
  /** Ids of the machines whose configurations are mutated. */
  readonly machines: readonly string[];
  /** Minimum fraction of the mutants that the tests must detect, 0 to 1. Equivalent mutants are not counted. */
  readonly gate: number;
}

/**
 * Areas of mutation testing. In the areas `payments` and `cash shift` the tests must detect every mutant that is not
 * equivalent.
 */
export const areas: readonly MutationArea[] = [
  {
    name: "payments",
    pathPrefix: "machines/payments/",
    machines: ["moneyDialog", "paymentForm", "invoiceForm", "confirmForm", "doorInvoice", "mutation"],
    gate: 1,
  },
  {
    name: "session",
    pathPrefix: "machines/session/",
    machines: ["session", "request", "connectivity", "signIn"],
    gate: 0.9,
  },
  {
    name: "status change",
    pathPrefix: "machines/orders/status/",
    machines: ["statusChange", "statusUndo"],
    gate: 0.9,
  },
  {
    name: "bulk change",
    pathPrefix: "machines/orders/bulk/",
    machines: ["bulkChange"],
    gate: 0.9,
  },
  {
    name: "order editor and drafts",
    pathPrefix: "machines/orders/editor/",
    machines: ["orderEditor", "draftKeeper", "customerLookup", "addressSuggestions", "favourites", "repeatOrder"],
    gate: 0.9,
  },
  {
    name: "cash shift",
    pathPrefix: "machines/finance/",
    machines: ["cashShift"],
    gate: 1,
  },
  {
    name: "override",
    pathPrefix: "machines/overrides/",
    machines: ["override"],
    gate: 0.9,
  },
  {
    name: "position share",
    pathPrefix: "machines/boards/positionShare.",
    machines: ["positionShare"],
    gate: 0.9,
  },
  {
    name: "query",
    pathPrefix: "machines/core/query.",
    machines: ["query"],
    gate: 0.9,
  },
  {
    name: "paged query",
    pathPrefix: "machines/core/pagedQuery.",
    machines: ["pagedQuery"],
    gate: 0.9,
  },
  {
    name: "outbox",
    pathPrefix: "machines/core/outbox.",
    machines: ["outbox"],
    gate: 0.9,
  },
];
