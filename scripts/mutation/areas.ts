/** Part of the machines whose faults the tests must notice. */
export interface MutationArea {
  readonly name: string;
  /** Folder whose code Stryker mutates. */
  readonly folder: string;
  /** Machines whose tables get faults, by id. */
  readonly machines: readonly string[];
  /** Part of the faults that the tests must notice, 0 to 1. */
  readonly gate: number;
}

/** Areas of the mutation run. No fault may survive where money moves. */
export const areas: readonly MutationArea[] = [
  {
    name: "payments",
    folder: "machines/payments",
    machines: ["moneyDialog", "paymentForm", "invoiceForm", "confirmForm", "mutation"],
    gate: 1,
  },
  {
    name: "session",
    folder: "machines/session",
    machines: ["session", "request", "connectivity", "signIn"],
    gate: 0.9,
  },
  {
    name: "status change",
    folder: "machines/orders/status",
    machines: ["statusChange"],
    gate: 0.9,
  },
  {
    name: "order editor and drafts",
    folder: "machines/orders/editor",
    machines: ["orderEditor", "draftKeeper", "customerLookup", "addressSuggestions", "repeatOrder"],
    gate: 0.9,
  },
];
